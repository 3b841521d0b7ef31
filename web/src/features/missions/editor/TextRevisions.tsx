import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { PersonName } from '#/entities/person/PersonName'
import { textsQuery } from '#/features/missions/editor/api'
import { Await } from '#/ui/Await'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** What a mission said before, since it went live. */
export function TextRevisions({ mission }: { mission: string }) {
  const query = useQuery(textsQuery(mission))
  // Most are never mended.
  if (query.data?.length === 0) return null
  return (
    <Panel flush title={<Trans>Text revisions</Trans>} note={query.data?.length}>
      <Await
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failed={<Trans>Couldn’t load the earlier texts.</Trans>}
      >
        {rows => (
          <ul className="border-t border-line-faint">
            {rows.map((row, order) => (
              <li key={order} className="border-t border-line-faint px-4 py-2.5 text-12 first:border-t-0">
                <p className="text-ink-3">
                  {row.by && <PersonName plain person={row.by} />} <Moment at={row.at} /> {row.note}
                </p>
                <Changes before={row.before} after={row.after} />
              </li>
            ))}
          </ul>
        )}
      </Await>
    </Panel>
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

/** Whatever differs: a text, or the fields of two records. */
export function differences(
  before: unknown,
  after: unknown,
): { name: string; before: string; after: string }[] {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord(before) || !isRecord(after))
    return [{ name: '', before: textOf(before), after: textOf(after) }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map(name => ({ name, before: textOf(before[name]), after: textOf(after[name]) }))
    .filter(each => each.before !== each.after)
}

function Changes({ before, after }: { before: unknown; after: unknown }) {
  return differences(before, after).map(change => (
    <p key={change.name} className="mt-1 break-words">
      {change.name && <span className="text-ink-3">{change.name}: </span>}
      <del className="text-ink-3">{change.before}</del>{' '}
      <ins className="text-ink no-underline">{change.after}</ins>
    </p>
  ))
}
