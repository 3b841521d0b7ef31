import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import type { Member, RiskCase } from '#/entities/fairness/case-schema'
import { figure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Badge } from '#/ui/Badge'
import { Checkbox } from '#/ui/Choice'
import { Panel } from '#/ui/Panel'
import { DataTable } from '#/ui/DataTable'

interface Props {
  of: RiskCase
  chosen: string[]
  /** No account is chosen once it is decided. */
  fixed: boolean
  first: Ref<HTMLDivElement>
  onToggle: (user: string) => void
}

const idOf = ({ person, personId }: Member) => person.id ?? personId

/** The accounts of a case, those ticked whom a decision would be about. */
export function Members({ of: { members, answers }, chosen, fixed, first, onToggle }: Props) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>Accounts</Trans>}
      note={
        <Trans>
          {figure(chosen.length)} of {figure(members.length)} ticked
        </Trans>
      }
    >
      <div ref={first} className="max-h-[28rem] overflow-y-auto">
        <DataTable
          compact
          caption={t`Accounts`}
          rows={members}
          keyOf={member => idOf(member)}
          columns={[
            {
              head: t`Account`,
              cell: member => (
                <span className="inline-flex items-center gap-3">
                  <Checkbox
                    checked={chosen.includes(idOf(member))}
                    disabled={fixed}
                    onChange={() => onToggle(idOf(member))}
                    label={<span className="sr-only">{member.person.username}</span>}
                  />
                  <PersonName person={member.person} level />
                  {member.status !== 'active' && <Badge>{member.status}</Badge>}
                </span>
              ),
            },
            {
              head: t`Joined`,
              wide: true,
              cell: member => (
                <span className="text-ink-3">
                  {dayOf(member.joinedAt)}
                  {member.invitation && <> · {member.invitation.label}</>}
                </span>
              ),
            },
            { head: t`Points`, figure: true, cell: member => figure(member.points) },
            {
              head: t`Reports`,
              figure: true,
              wide: true,
              cell: member => figure(member.reports),
            },
            { head: t`Votes`, figure: true, wide: true, cell: member => figure(member.votes) },
            { head: t`Score`, figure: true, cell: member => figure(member.score) },
          ]}
        />
      </div>
      {answers.length > 0 && <Answers of={answers} members={members} />}
    </Panel>
  )
}

function Answers({ of, members }: { of: RiskCase['answers']; members: Member[] }) {
  const waiting = of.filter(({ answeredAt }) => answeredAt === null).length
  const nameOf = (user: string) => members.find(member => idOf(member) === user)?.person.username ?? '–'
  return (
    <div className="grid grid-cols-1 gap-2.5 border-t border-line-faint px-4 py-3">
      {of
        .filter(({ body }) => body !== null)
        .map(({ user, body, answeredAt }) => (
          <div key={user}>
            <p className="text-12 text-ink-3">
              <Trans>
                @{nameOf(user)} answered on {dayOf(answeredAt ?? '')}
              </Trans>
            </p>
            <p className="border-l-2 border-line-strong pl-3 whitespace-pre-wrap">{body}</p>
          </div>
        ))}
      {waiting > 0 && (
        <p className="text-12 text-ink-3">
          <Plural
            value={waiting}
            one="# was asked and has not answered yet."
            other="# were asked and have not answered yet."
          />
        </p>
      )}
    </div>
  )
}
