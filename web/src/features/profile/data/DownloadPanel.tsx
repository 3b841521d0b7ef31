import { Trans } from '@lingui/react/macro'
import { Download as DownloadIcon } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type Download, useDownload } from '#/features/profile/data/use-download'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Failure } from '#/ui/Failure'
import { Panel } from '#/ui/Panel'

/** Everything that is kept about the reader, as a file. */
export function DownloadPanel({ username }: { username: string }) {
  const { sayProblem } = useProblemMessages()
  const { download, start } = useDownload(username)
  return (
    <Panel title={<Trans>Download</Trans>}>
      <p className="max-w-[60ch] text-ink-2">
        <Trans>
          Everything that is stored about you, as one JSON file: profile, wallets, preferences, reports, comments, votes, evidence, missions, points, notifications, sessions and visits. Attachments are listed with their links. Texts by other people and data that only administrators see are not included.
        </Trans>
      </p>
      {download.state === 'failed' ? (
        <Failure title={<Trans>The download did not finish.</Trans>} onRetry={() => void start()}>
          {sayProblem(download.problem)}
        </Failure>
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            busy={download.state === 'reading'}
            onClick={() => void start()}
            icon={<DownloadIcon size={14} aria-hidden />}
          >
            <Trans>Download my data</Trans>
          </Button>
          <p role="status" className="text-12 text-ink-3">
            <Said download={download} />
          </p>
        </div>
      )}
    </Panel>
  )
}

function Said({ download }: { download: Download }) {
  switch (download.state) {
    case 'reading':
      return download.progress ? (
        <Trans>
          Collecting: {figure(download.progress.done)} of {figure(download.progress.of)} lists
        </Trans>
      ) : (
        <Trans>Collecting…</Trans>
      )
    case 'saved':
      return <Trans>Saved to your browser’s downloads.</Trans>
    default:
      return null
  }
}
