import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { FolderInput } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import type { NetworkDetails } from '#/entities/network/details'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { previewRegistry } from '#/features/networks/api'
import { filesOfDrop, filesOfInput, type PickedFile } from '#/features/networks/files/picked'
import { MOST, readFiles, TooMuch } from '#/features/networks/files/proposal'
import { type Proposal, ProposalDialog } from '#/features/networks/ProposalDialog'
import { entriesOf } from '#/features/networks/proposal-entries'
import { figure, measure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'

/** Takes files of deployments and token lists. They are read by the browser; the server gets what is proposed. */
export function ImportFiles({ network }: { network: NetworkDetails }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  usePageCommands([
    { id: 'import', label: t`Import a folder`, keys: ['i'], run: () => folder.current?.click() },
  ])

  async function take(picking: Promise<PickedFile[]> | PickedFile[]) {
    setBusy(true)
    setProblem(null)
    try {
      const found = await readFiles(await picking, network.chainId)
      setProposal({ found, preview: await previewRegistry(entriesOf(network.id, found)) })
    } catch (thrown) {
      setProblem(
        thrown instanceof TooMuch ? sayLimit(thrown) : (sayProblem(thrown) ?? t`The files can’t be read.`),
      )
    }
    setBusy(false)
  }

  const sayLimit = ({ limit }: TooMuch) =>
    limit === 'files'
      ? t`More than ${figure(MOST.files)} files. Choose the folders of deployments and artifacts only.`
      : t`More than ${measure(MOST.bytes / 1024 / 1024, 'megabyte')} to read. Choose fewer files.`

  function onPick(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    if (input.files?.length) void take(filesOfInput(input.files))
    // The same folder can be chosen again.
    input.value = ''
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!isBusy) void take(filesOfDrop(event.dataTransfer.items))
  }

  return (
    <section
      aria-label={t`Import files`}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-3 border border-dashed px-4 py-3',
        isOver ? 'border-line-control bg-active' : 'border-line-strong bg-panel',
      )}
    >
      <FolderInput size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
      <p className="min-w-0 flex-1 basis-60 text-ink-2">
        <strong className="font-medium text-ink">
          <Trans>Drop deployments, artifacts or a token list here.</Trans>
        </strong>{' '}
        <Trans>
          Foundry, Hardhat and Ignition folders are read in your browser. You see a list before anything is
          saved.
        </Trans>
      </p>
      <Button size="small" busy={isBusy} onClick={() => files.current?.click()}>
        <Trans>Choose files</Trans>
      </Button>
      <Button
        size="small"
        busy={isBusy}
        onClick={() => folder.current?.click()}
        keys={<Keys of={['i']} />}
        aria-label={t`Choose a folder`}
      >{t`Choose a folder`}</Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept=".json,application/json"
        aria-label={t`Files`}
        onChange={onPick}
      />
      <input
        ref={input => {
          folder.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label={t`Folder`}
        onChange={onPick}
      />
      <div className={clsx(problem && 'basis-full')}>
        <FormError>{problem}</FormError>
      </div>
      {proposal && <ProposalDialog network={network} proposal={proposal} onClose={() => setProposal(null)} />}
    </section>
  )
}
