import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Camera, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limitsOf, sortOf } from '#/entities/attachment/accept'
import { AttachmentList } from '#/entities/attachment/AttachmentList'
import { useAttachments } from '#/entities/attachment/use-attachments'
import type { Attachment } from '#/entities/issue/view'
import type { Answer } from '#/entities/mission/schema'
import { programmeQuery } from '#/entities/programme/queries'
import { Button } from '#/ui/Button'

const MOST = 4

interface Props {
  /** The step, for readers. */
  label: string
  answer: Answer | undefined
  /** What the server knows about those that are attached. */
  attachments: Attachment[]
  onAnswer: (ids: string[] | null) => void
}

/** Takes pictures: redrawn on the device, and sent at once. */
export function ScreenshotField({ label, answer, attachments: known, onAnswer }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  // Those of an earlier visit; what is added now has a row of its own.
  const [earlier, setEarlier] = useState(() => (Array.isArray(answer) ? answer : []))
  const { data } = useQuery(programmeQuery)
  const attachments = useAttachments({ ...limitsOf(data?.uploads), most: MOST - earlier.length })
  const [isOther, setOther] = useState(false)

  const tell = useEffectEvent((all: string[]) => {
    const before = Array.isArray(answer) ? answer : []
    if (all.join(' ') !== before.join(' ')) onAnswer(all.length > 0 ? all : null)
  })
  const now = [...earlier, ...attachments.ids].join(' ')
  useEffect(() => tell(now === '' ? [] : now.split(' ')), [now])

  function add(files: File[]) {
    const pictures = files.filter(file => sortOf(file) === 'image')
    setOther(pictures.length < files.length)
    attachments.add(pictures)
  }

  return (
    <div className="mt-2 grid gap-2" role="group" aria-label={label}>
      {earlier.length > 0 && (
        <ul aria-label={t`Attached screenshots`} className="flex flex-wrap gap-2">
          {earlier.map((id, order) => (
            <Kept
              key={id}
              file={known.find(each => each.id === id)}
              order={order + 1}
              onRemove={() => setEarlier(earlier.filter(each => each !== id))}
            />
          ))}
        </ul>
      )}
      <AttachmentList attachments={attachments} />
      {isOther && (
        <p role="alert" className="text-12 text-danger">
          <Trans>Only pictures count here: PNG, JPEG, WebP or GIF.</Trans>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          multiple
          accept="image/png,image/jpeg,image/webp,image/gif"
          hidden
          aria-label={t`Screenshots`}
          onChange={event => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button
          disabled={earlier.length + attachments.files.length >= MOST}
          onClick={() => input.current?.click()}
          icon={<Camera size={14} strokeWidth={1.9} aria-hidden />}
        >{t`Add screenshots`}</Button>
        <span className="text-12 text-ink-3">
          <Trans>At most {MOST}. Redact what is private.</Trans>
        </span>
      </div>
    </div>
  )
}

interface KeptProps {
  file: Attachment | undefined
  order: number
  onRemove: () => void
}

function Kept({ file, order, onRemove }: KeptProps) {
  const { t } = useLingui()
  const name = file?.name ?? t`Screenshot ${order}`
  return (
    <li className="flex items-center gap-2 rounded-2 border border-line px-2 py-1.5">
      {file && file.url !== '' && <img src={file.url} alt="" className="h-7 w-10 rounded-1 object-cover" />}
      <span className="max-w-48 truncate">{name}</span>
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Remove ${name}`}
        onClick={onRemove}
        icon={<X size={14} strokeWidth={1.9} aria-hidden />}
      />
    </li>
  )
}
