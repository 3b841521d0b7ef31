import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { networksQuery } from '#/entities/network/queries'
import { entriesOf, zeroOf } from '#/features/issues/before/entries'
import { plainTextOf } from '#/features/issues/before/plain-text'
import { QuoteFacts } from '#/features/issues/before/QuoteFacts'
import { RecordedRow } from '#/features/issues/before/RecordedRow'
import { type Recording, recordingQuery } from '#/features/issues/before/recording'
import { Await } from '#/ui/Await'
import { CopyButton } from '#/ui/CopyButton'
import { EmptyState } from '#/ui/EmptyState'
import { SkeletonRows } from '#/ui/Skeleton'

/** What a page recorded before a report, on one axis of time. Its words come from a page, so all of it is text. */
export function RecordedContext({ number }: { number: number }) {
  const query = useQuery(recordingQuery(number))
  return (
    <div className="border-t border-line-faint">
      <Await
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the recording.</Trans>}
      >
        {recording =>
          recording ? (
            <Whole recording={recording} />
          ) : (
            <EmptyState title={<Trans>No recording is stored.</Trans>}>
              <Trans>Recordings are deleted after 90 days.</Trans>
            </EmptyState>
          )
        }
      </Await>
    </div>
  )
}

function Whole({ recording }: { recording: Recording }) {
  const { t } = useLingui()
  const networks = useQuery(networksQuery).data
  const { origin, at, context } = recording
  const entries = entriesOf(context)
  const { zero, fits } = zeroOf(at, entries)
  const chainName = (chain: number) =>
    networks?.find(({ chainId }) => chainId === chain)?.name ?? t`Chain ${String(chain)}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <span className="mono min-w-0 flex-1 text-12 [overflow-wrap:anywhere] text-ink-2">
          {origin}
          {context.path}
        </span>
        <CopyButton kind="plain" size="small" text={plainTextOf(recording)} />
      </div>
      <LeftOut parts={context.off} />
      {entries.length > 0 ? (
        <ol aria-label={t`Seconds before the report`} className="border-t border-line-faint text-12">
          {entries.map((entry, order) => (
            <RecordedRow key={order} entry={entry} zero={zero} chainName={chainName} />
          ))}
        </ol>
      ) : (
        <p className="px-4 pb-3 text-12 text-ink-3">
          <Trans>No wallet call and no console line.</Trans>
        </p>
      )}
      {!fits && (
        <p className="border-t border-line-faint px-4 py-2 text-12 text-ink-3">
          <Trans>Times count back from the last entry: the report was sent later.</Trans>
        </p>
      )}
      {context.quote && <QuoteFacts quote={context.quote} zero={zero} chainName={chainName} />}
      <Counts of={context.counts} />
    </>
  )
}

function LeftOut({ parts }: { parts: string[] }) {
  const { t } = useLingui()
  if (parts.length === 0) return null
  const words: Record<string, string> = {
    calls: t`wallet calls`,
    lines: t`console lines`,
    quote: t`quote`,
    page: t`page address`,
    environment: t`browser and wallet`,
    picture: t`picture`,
  }
  return (
    <p className="px-4 pb-2 text-12 text-ink-2">
      <Trans>The tester left out: {parts.map(part => words[part] ?? part).join(', ')}</Trans>
    </p>
  )
}

/** Calls that wallets answer all the time, as numbers. */
function Counts({ of }: { of: Record<string, number> }) {
  const counts = Object.entries(of)
  if (counts.length === 0) return null
  return (
    <p className="border-t border-line-faint px-4 py-2 text-12 [overflow-wrap:anywhere] text-ink-3">
      <Trans>Other calls that worked:</Trans>{' '}
      <span className="mono">{counts.map(([method, times]) => `${method} × ${times}`).join(', ')}</span>
    </p>
  )
}
