import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { fileWord } from '#/entities/reward/messages'
import { readFilePart } from '#/entities/reward/queries'
import type { RewardExport, RewardFile } from '#/entities/reward/schema'
import { saveText } from '#/lib/save-text'
import { Button } from '#/ui/Button'
import { toast } from '#/ui/toasts'

interface Props {
  of: Pick<RewardExport, 'id' | 'files'>
  /** Only these kinds, where not all are wanted. */
  only?: string[]
}

/** The files of a payout, each read from the server when it is pressed. */
export function FileButtons({ of, only }: Props) {
  const files = of.files.filter(({ kind }) => !only || only.includes(kind))
  if (files.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(file => (
        <FileButton key={file.kind} id={of.id} file={file} />
      ))}
    </div>
  )
}

/** Reads the pieces of one file in their order, or every file of several. */
async function save(id: string, { kind, parts, pieces }: RewardFile) {
  const texts: string[] = []
  for (let part = 1; part <= Math.max(1, parts); part += 1) {
    const read = await readFilePart(id, kind, part)
    texts.push(read.text)
    if (!pieces) saveText(read.name, read.mime, read.text)
    else if (part >= read.parts) {
      saveText(read.name, read.mime, texts.join(''))
      return
    }
  }
}

function FileButton({ id, file }: { id: string; file: RewardFile }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const saving = useMutation({
    mutationFn: () => save(id, file),
    onError: error =>
      toast({ tone: 'danger', title: t`Couldn’t download ${file.name}.`, detail: sayProblem(error) }),
  })
  const word = fileWord(file.kind)
  return (
    <Button
      size="small"
      title={file.name}
      busy={saving.isPending}
      onClick={() => saving.mutate()}
      icon={<Download size={14} strokeWidth={1.9} aria-hidden />}
    >
      {word ? t(word) : file.name}
      {!file.pieces && file.parts > 1 && (
        <span className="font-normal text-ink-3">
          <Trans>{file.parts} files</Trans>
        </span>
      )}
    </Button>
  )
}
