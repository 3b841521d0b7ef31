import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { effectsQuery } from '#/entities/fairness/case-queries'
import type { Effects } from '#/entities/fairness/case-schema'
import { figure, signed } from '#/lib/number'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** What linking would do, before anybody is linked. */
export function EffectsPanel({ users, names }: { users: string[]; names: string }) {
  const query = useQuery(effectsQuery(users))
  return (
    <Panel
      flush
      title={<Trans>If you link {names}</Trans>}
      actions={
        <span className="text-12 text-ink-3">
          <Trans>fully reversible</Trans>
        </span>
      }
    >
      {users.length < 2 ? (
        <EmptyState title={<Trans>Tick two accounts or more.</Trans>}>
          <Trans>The effects of linking them are then shown here.</Trans>
        </EmptyState>
      ) : (
        <Await
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          failed={<Trans>Couldn’t load the effects.</Trans>}
        >
          {effects => <Figures effects={effects} />}
        </Await>
      )}
    </Panel>
  )
}

/** "@juno, @wren +3". */
const names = (people: Effects['gained']) => {
  const known = people.map(({ person }) => (person.username ? `@${person.username}` : '–'))
  return known.slice(0, 3).join(', ') + (known.length > 3 ? ` +${known.length - 3}` : '')
}

function Figures({ effects }: { effects: Effects }) {
  const { issues, issueCount, rank, gained, reversed, parts, personsBefore, personsAfter, frozen } = effects
  const first = issues[0]
  const given = gained.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <dl className="grid grid-cols-4 border-t border-line-faint max-lg:grid-cols-2">
        <Figure
          value={
            first
              ? `${figure(first.before)} → ${figure(first.after)}`
              : `${figure(personsBefore)} → ${figure(personsAfter)}`
          }
          name={
            first ? (
              <>
                <Trans>people on #{first.number}</Trans>
                {issueCount > 1 && (
                  <>
                    {' '}
                    <Plural value={issueCount - 1} one="and # more" other="and # more" />
                  </>
                )}
              </>
            ) : (
              <Trans>persons</Trans>
            )
          }
        />
        <Figure
          value={reversed === 0 ? '0' : signed(-Math.abs(reversed))}
          tone={reversed === 0 ? '' : 'text-warning'}
          name={
            parts.length > 0 ? (
              <Trans>
                points deducted: {parts
                  .slice(0, 4)
                  .map(each => figure(Math.abs(each)))
                  .join(', ')}
              </Trans>
            ) : (
              <Trans>points deducted</Trans>
            )
          }
        />
        <Figure
          value={
            rank?.before == null && rank?.after == null
              ? '–'
              : `${rank?.before == null ? '–' : figure(rank.before)} → ${rank?.after == null ? '–' : figure(rank.after)}`
          }
          name={<Trans>rank of the remaining person</Trans>}
        />
        <Figure
          value={signed(given)}
          tone={given > 0 ? 'text-link' : ''}
          name={gained.length > 0 ? <Trans>to {names(gained)}</Trans> : <Trans>to others</Trans>}
        />
      </dl>
      {frozen > 0 && (
        <p className="border-t border-line-faint px-4 py-2.5 text-12 text-ink-3">
          <Plural
            value={frozen}
            one="# point stays where it is: its season is final."
            other="# points stay where they are: their season is final."
          />
        </p>
      )}
    </>
  )
}

function Figure({ value, name, tone = '' }: { value: string; name: ReactNode; tone?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end border-l border-line-faint px-4 py-3 first:border-l-0 max-lg:border-t">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className={`text-16 font-semibold tabular-nums ${tone}`}>{value}</dd>
    </div>
  )
}
