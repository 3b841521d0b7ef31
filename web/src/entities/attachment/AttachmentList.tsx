import { Trans, useLingui } from '@lingui/react/macro'
import { FileText, Paperclip, RotateCcw, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ACCEPT, megabytes } from '#/entities/attachment/accept'
import type { Attachments, Pending } from '#/entities/attachment/use-attachments'
import { Button } from '#/ui/Button'

const RedactDialog = lazy(() => import('#/entities/attachment/RedactDialog'))

/** The files that go along, each with its state. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { t } = useLingui()
  const [redacting, setRedacting] = useState<Pending | null>(null)
  return (
    <div className="grid gap-2 empty:hidden">
      {attachments.files.length > 0 && (
        <ul aria-label={t`Files`} className="grid gap-2">
          {attachments.files.map(file => (
            <FileRow
              key={file.key}
              file={file}
              onRedact={() => setRedacting(file)}
              onRemove={() => attachments.remove(file.key)}
              onRetry={() => attachments.retry(file)}
            />
          ))}
        </ul>
      )}
      {attachments.refused && (
        <p role="alert" className="text-12 text-danger">
          {attachments.refused}
        </p>
      )}
      {redacting && (
        <Suspense>
          <RedactDialog
            file={redacting}
            onClose={() => setRedacting(null)}
            onDone={boxes => {
              attachments.redact(redacting, boxes)
              setRedacting(null)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FileProps {
  file: Pending
  onRedact: () => void
  onRemove: () => void
  onRetry: () => void
}

function FileRow({ file, onRedact, onRemove, onRetry }: FileProps) {
  const { t } = useLingui()
  const sending = !file.id && !file.failed
  return (
    <li className="relative flex items-center gap-2.5 overflow-hidden rounded-2 border border-line px-2 py-1.5">
      <span className="grid h-7 w-10 flex-none place-items-center overflow-hidden rounded-1 bg-active text-ink-3">
        {file.preview ? (
          <img src={file.preview} alt="" className="size-full object-cover" />
        ) : (
          <FileText size={14} strokeWidth={1.9} aria-hidden />
        )}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium text-ink">{file.name}</span>{' '}
        <span className="text-12 text-ink-3">{megabytes(file.size)}</span>
        {file.failed && <span className="block truncate text-12 text-danger">{file.failed}</span>}
      </span>
      {sending && (
        <span className="text-12 text-ink-3" role="status">
          <Trans>{Math.round(file.part * 100)} %</Trans>
        </span>
      )}
      {file.failed && (
        <Button size="small" icon={<RotateCcw size={14} aria-hidden />} onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
      {file.sort === 'image' && file.id && (
        <Button kind="ghost" size="small" onClick={onRedact}>{t`Redact`}</Button>
      )}
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Remove ${file.name}`}
        onClick={onRemove}
        icon={<X size={14} strokeWidth={1.9} aria-hidden />}
      />
      {sending && (
        <progress
          max={1}
          value={file.part}
          aria-label={t`Sending ${file.name}`}
          className="absolute inset-x-0 bottom-0 h-0.5 w-full appearance-none bg-transparent [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-link"
        />
      )}
    </li>
  )
}

/** Chooses files. Also takes what is dropped on it; pictures can be pasted anywhere on the page. */
export function AddFiles({ attachments, quiet }: { attachments: Attachments; quiet?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="contents">
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        hidden
        onChange={event => {
          attachments.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        kind={quiet ? 'ghost' : 'plain'}
        size={quiet ? 'small' : 'medium'}
        icon={<Paperclip size={14} strokeWidth={1.9} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {quiet ? <Trans>Attach</Trans> : <Trans>Add file</Trans>}
      </Button>
    </span>
  )
}
