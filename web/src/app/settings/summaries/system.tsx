// What the rows of the group System say.
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Attention } from '#/app/settings/summaries/Attention'
import { aboutQuery } from '#/features/about/api'
import { auditQuery } from '#/features/audit/api'

export function Audit() {
  const page = useInfiniteQuery(auditQuery({})).data?.pages[0]
  if (!page) return null
  if (page.chain && !page.chain.ok)
    return (
      <Attention>
        <Trans>changed outside Touchstone</Trans>
      </Attention>
    )
  return <Plural value={page.rows[0]?.seq ?? 0} one="# entry" other="# entries" />
}

export function About() {
  const facts = useQuery(aboutQuery).data
  if (!facts) return null
  return facts.database.ok ? (
    `v${facts.version}`
  ) : (
    <Attention>
      <Trans>the database is not responding</Trans>
    </Attention>
  )
}
