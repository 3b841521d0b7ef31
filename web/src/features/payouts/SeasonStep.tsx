import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import type { Season } from '#/entities/season/schema'
import { checklistQuery } from '#/entities/season/queries'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { ButtonLink } from '#/ui/Button'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** Whether a season's results are sealed; nothing is paid from one that can still change. */
export const isSealed = ({ state }: Season) => state === 'final' || state === 'archived'

/** What the amounts stand on: results that no longer change. */
export function SeasonStep({ season }: { season: Season }) {
  const list = useQuery(checklistQuery(season.number))
  return (
    <Panel
      flush
      title={<Trans>Sealed results</Trans>}
      actions={
        isSealed(season) ? (
          <Badge tone="success" icon={<Check size={12} strokeWidth={2.1} aria-hidden />}>
            <Trans>final</Trans>
          </Badge>
        ) : (
          <Badge tone="warning">
            <Trans>not final</Trans>
          </Badge>
        )
      }
    >
      <Await
        query={list}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the checklist.</Trans>}
      >
        {items => (
          <ul className="border-t border-line-faint">
            {items.map(item => (
              <li
                key={item.key}
                className="flex min-h-[38px] items-center gap-2.5 border-t border-line-faint px-4 py-1 first:border-t-0"
              >
                {item.ok ? (
                  <Check size={14} strokeWidth={1.9} className="flex-none text-success" aria-hidden />
                ) : (
                  <CircleAlert size={14} strokeWidth={1.9} className="flex-none text-warning" aria-hidden />
                )}
                <span>{item.sentence}</span>
              </li>
            ))}
          </ul>
        )}
      </Await>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-faint px-4 py-2.5 text-12 text-ink-3">
        {season.finalHash ? (
          <>
            <Trans>final hash</Trans> <Hash value={season.finalHash} />
          </>
        ) : (
          <ButtonLink size="small" to="/admin/settings/$tab" params={{ tab: 'seasons' }}>
            <Trans>Make it final under Seasons</Trans>
          </ButtonLink>
        )}
        <span className="ml-auto">
          <Plural value={season.people} one="# tester" other="# testers" />
          {' · '}
          <Plural value={season.entries} one="# entry" other="# entries" />
        </span>
      </div>
    </Panel>
  )
}
