import { Trans } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { useExplain } from '#/ui/explain'
import { Failure } from '#/ui/Failure'
import { Hash } from '#/ui/Hash'

/** What this needs of a query of the cache. */
export interface Awaited<Data> {
  data: Data | undefined
  isError: boolean
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface Props<Data> {
  query: Awaited<Data>
  /** The final layout without its content. */
  skeleton: ReactNode
  /** What did not come, as a sentence. */
  failed: ReactNode
  /** Of the heading, if it fails. */
  level?: 2 | 3
  /** No panel stands around it: a failure brings its own. */
  alone?: boolean
  children: (data: Data) => ReactNode
}

/**
 * What a query brings; until then its outline, and if it fails the reason, in this one place of the page. What comes is
 * made in pieces, between which the page still answers.
 */
export function Await<Data>({
  query,
  skeleton,
  failed,
  alone,
  level = alone ? 2 : 3,
  children,
}: Props<Data>) {
  const made = useDeferredValue(query.data)
  if (query.data !== undefined && made !== undefined)
    return (
      <>
        {query.isError && <Stale query={query} />}
        {children(made)}
      </>
    )
  if (query.data !== undefined || !query.isError) return skeleton
  const failure = <Failed query={query} title={failed} level={level} />
  return alone ? <div className="rounded-3 border border-line bg-panel pt-1">{failure}</div> : failure
}

function Failed({ query, title, level }: { query: Awaited<unknown>; title: ReactNode; level: 2 | 3 }) {
  const { message, requestId, missing } = useExplain()(query.error)
  if (missing)
    return (
      <EmptyState level={level} title={<Trans>Object not found.</Trans>}>
        <Trans>It may have been moved, or you don’t have access to it.</Trans>
      </EmptyState>
    )
  return (
    <Failure level={level} title={title} onRetry={() => void query.refetch()}>
      {message} <Trans>The rest of the page still works.</Trans>
      {requestId && (
        <>
          {' '}
          <Trans>Request</Trans> <Hash value={requestId} />
        </>
      )}
    </Failure>
  )
}

/** What is shown came before the failure. */
function Stale({ query }: { query: Awaited<unknown> }) {
  const { message } = useExplain()(query.error)
  return (
    <div
      role="status"
      className="flex items-center gap-3 border-b border-warning-line bg-warning-wash px-4 py-1.5 text-12 text-ink-2"
    >
      <span className="min-w-0 flex-1">
        <Trans>This may be out of date.</Trans> {message}
      </span>
      <Button
        kind="ghost"
        size="small"
        busy={query.isFetching}
        onClick={() => void query.refetch()}
        icon={<RotateCcw size={12} aria-hidden />}
      >
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}
