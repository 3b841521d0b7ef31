import { Trans, useLingui } from '@lingui/react/macro'
import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Member, RiskCase } from '#/entities/fairness/case-schema'
import {
  AGAINST_ICON,
  AGAINST_LABEL,
  SIGNAL_ICON,
  SignalFacts,
  SignalTitle,
  unknownWord,
} from '#/features/review/fairness/signal-messages'
import { figure, signed } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'

interface Props {
  of: RiskCase
  /** Decides about a funder, or an invitation, from the line that names it. */
  onFunder: (address: string) => void
  onInvitation: (invitation: { id: string; label: string }) => void
}

/** Every line as large as every other: what speaks for one person, what against, and what is unknown. */
export function Signals({ of, onFunder, onInvitation }: Props) {
  const { t } = useLingui()
  const most = Math.max(
    1,
    ...of.signals.map(({ points }) => points),
    ...of.against.map(({ points }) => -points),
  )
  const names = (users: string[]) => namesOf(users, of.members)
  return (
    <Panel
      flush
      title={<Trans>Evidence for and against</Trans>}
      actions={
        <span className="text-12 text-ink-3">
          <Trans>points of the score, {figure(of.watchScore)} opens a case</Trans>
        </span>
      }
    >
      <ul>
        {of.signals.map(signal => {
          const Icon = SIGNAL_ICON[signal.kind]
          const { funder, invitation, label } = signal.detail
          return (
            <Line
              key={signal.id}
              icon={<Icon size={14} strokeWidth={1.9} aria-hidden />}
              title={<SignalTitle signal={signal} />}
              facts={<SignalFacts signal={signal} />}
              who={names(signal.users)}
              share={signal.points / most}
              colour="var(--warning)"
              points={signed(signal.points)}
              action={
                funder ? (
                  <Button kind="ghost" size="small" onClick={() => onFunder(funder)}>
                    <Trans>Exempt this wallet…</Trans>
                  </Button>
                ) : (
                  invitation && (
                    <Button
                      kind="ghost"
                      size="small"
                      onClick={() =>
                        onInvitation({ id: invitation, label: label ?? labelOf(invitation, of.members) })
                      }
                    >{t`Clear this invitation…`}</Button>
                  )
                )
              }
            />
          )
        })}
        {of.against.map((each, order) => {
          const Icon = AGAINST_ICON[each.kind]
          const { name, note } = AGAINST_LABEL[each.kind]
          return (
            <Line
              key={`${order} ${each.kind}`}
              icon={<Icon size={14} strokeWidth={1.9} aria-hidden />}
              title={<Trans>Against: {t(name)}</Trans>}
              facts={t(note)}
              who={names(each.users)}
              share={-each.points / most}
              colour="var(--viz-1)"
              points={signed(each.points)}
            />
          )
        })}
        {of.against.length === 0 && (
          <Line
            icon={<CircleQuestionMark size={14} strokeWidth={1.9} aria-hidden />}
            title={<Trans>Nothing found against it</Trans>}
            facts={<Trans>There may be evidence that was not found.</Trans>}
            share={0}
            points="0"
          />
        )}
        {of.unknown.map((each, order) => {
          const { name, note } = unknownWord(each.kind)
          return (
            <Line
              key={`${order} ${each.kind}`}
              icon={<CircleQuestionMark size={14} strokeWidth={1.9} aria-hidden />}
              title={<Trans>Not known: {t(name)}</Trans>}
              facts={t(note)}
              who={names(each.users)}
              share={0}
              points="?"
            />
          )
        })}
      </ul>
    </Panel>
  )
}

/** How many names are in a line. */
const NAMED = 4

export function namesOf(users: string[], members: Member[]): string {
  const names = users.map(id => members.find(({ person }) => person.id === id)?.person.username ?? id)
  const first = names.slice(0, NAMED).map(name => `@${name}`)
  return first.join(', ') + (names.length > NAMED ? ` +${names.length - NAMED}` : '')
}

const labelOf = (invitation: string, members: Member[]) =>
  members.find(member => member.invitation?.id === invitation)?.invitation?.label ?? '–'

interface LineProps {
  icon: ReactNode
  title: ReactNode
  facts: ReactNode
  who?: string
  /** Of the largest, between 0 and 1. */
  share: number
  colour?: string
  points: string
  action?: ReactNode
}

function Line({ icon, title, facts, who, share, colour, points, action }: LineProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_7.5rem_2.5rem] items-center gap-x-3 border-t border-line-faint px-4 py-2.5 max-md:grid-cols-[auto_minmax(0,1fr)_2.5rem]">
      <span className="text-ink-3">{icon}</span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-12 text-ink-3">
          {facts}
          {who && <> · {who}</>} {action}
        </p>
      </div>
      <span className="h-[5px] rounded-full bg-sunken max-md:hidden" aria-hidden>
        <i
          className="block h-full rounded-full"
          style={{ width: `${Math.round(share * 100)}%`, background: colour }}
        />
      </span>
      <span className="text-right font-semibold tabular-nums">{points}</span>
    </li>
  )
}
