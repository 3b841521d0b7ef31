import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { figure } from '#/lib/number'

export interface Count {
  total: number
  atLeast: boolean
  loaded: number
  /** Whether it is still that of the query before. */
  isOld: boolean
}

/** How many issues there are, and how far the list is read. */
export function HowMany({ count, narrow }: { count: Count; narrow: boolean }) {
  return (
    <span className="text-12 whitespace-nowrap text-ink-3">
      {narrow || count.loaded === 0 ? (
        <Total {...count} />
      ) : (
        <Trans>
          1–{figure(count.loaded)} of {all(count)}
        </Trans>
      )}
    </span>
  )
}

/**
 * Says how many issues a query finds to those who cannot see it: once for each query, however often its list is
 * read on or asked for again.
 */
export function TotalSaid({ query, count }: { query: string; count: Count | null }) {
  const [said, setSaid] = useState<(Count & { query: string }) | null>(null)
  if (count && !count.isOld && said?.query !== query) setSaid({ ...count, query })
  return (
    <span role="status" className="sr-only">
      {/* Another element for another query: the same number is said again. */}
      {said && (
        <span key={said.query}>
          <Total {...said} />
        </span>
      )}
    </span>
  )
}

function Total(count: Count) {
  return count.atLeast ? all(count) : <Plural value={count.total} one="# issue" other="# issues" />
}

const all = ({ total, atLeast }: Count) => (atLeast ? `${figure(10_000)}+` : figure(total))
