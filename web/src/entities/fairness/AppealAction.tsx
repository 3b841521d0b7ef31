import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { AppealDialog } from '#/entities/fairness/AppealDialog'
import { AppealWords } from '#/entities/fairness/AppealWords'
import { ownFairnessQuery } from '#/entities/fairness/queries'
import type { AppealSubject, OwnAppeal } from '#/entities/fairness/schema'
import { dayOf } from '#/lib/time'
import { Button } from '#/ui/Button'

interface Props {
  subject: { subjectType: AppealSubject; subjectId: string }
  /** When it was decided. */
  decidedAt: string
  /** In a dense list: no date, no frame. */
  quiet?: boolean
}

const DAY = 86_400_000

/** If there is a pointer, only on the row it is on. */
const ON_HOVER = 'pointer-fine:opacity-0 group-hover:opacity-100 focus-within:opacity-100'

/** Objects to a decision about the reader, as long as there is time; afterwards what became of it. */
export function AppealAction({ subject, decidedAt, quiet }: Props) {
  const { data } = useQuery(ownFairnessQuery)
  const [now] = useState(Date.now)
  const [open, setOpen] = useState(false)
  if (!data) return null
  const mine = data.appeals.find(
    appeal => appeal.subjectType === subject.subjectType && appeal.subjectId === subject.subjectId,
  )
  const until = Date.parse(decidedAt) + data.appealDays * DAY
  if (!mine && until < now) return null
  return (
    <span
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-1',
        quiet ? !mine && ON_HOVER : 'max-md:w-full',
      )}
    >
      <Button size="small" kind={quiet ? 'ghost' : 'plain'} onClick={() => setOpen(true)}>
        {mine ? (
          <OwnState appeal={mine} />
        ) : quiet ? (
          <Trans>Ask about this entry</Trans>
        ) : (
          <Trans>Appeal</Trans>
        )}
      </Button>
      {!mine && !quiet && (
        <span className="text-12 text-ink-3">
          <Trans>until {dayOf(new Date(until).toISOString())}</Trans>
        </span>
      )}
      {open &&
        (mine ? (
          <AppealWords appeal={mine} onClose={() => setOpen(false)} />
        ) : (
          <AppealDialog subject={subject} onClose={() => setOpen(false)} />
        ))}
    </span>
  )
}

function OwnState({ appeal }: { appeal: OwnAppeal }) {
  switch (appeal.state) {
    case 'open':
      return <Trans>Your appeal is being read</Trans>
    case 'upheld':
      return <Trans>Your appeal was upheld</Trans>
    case 'denied':
      return <Trans>Your appeal was denied</Trans>
    case 'withdrawn':
      return <Trans>You withdrew your appeal</Trans>
  }
}
