import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { issueListQuery } from '#/entities/issue/queries'
import type { IssueRow } from '#/entities/issue/schema'
import { StatusMark } from '#/entities/issue/StatusMark'
import type { Mission } from '#/entities/mission/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useBlocked } from '#/features/missions/api'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { ButtonLink } from '#/ui/Button'
import { Radio } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { SkeletonRows } from '#/ui/Skeleton'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

const SHOWN = 6
const numberIn = (typed: string) => {
  const digits = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  return digits ? Number(digits) : null
}

interface Props {
  mission: Mission
  submission: string
  onClose: () => void
}

/** A bug stops a tester: which one, of those they reported or have too. */
export function BlockedDialog({ mission, submission, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const blocked = useBlocked()
  const [chosen, setChosen] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const issue = typed.trim() === '' ? chosen : numberIn(typed)

  function send() {
    if (issue === null) return
    blocked.mutate(
      { submission, issue },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`You are blocked by #${issue}. Your place is kept.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      title={<Trans>I am blocked</Trans>}
      before={<ButtonLink kind="ghost" to="/issues/new">{t`Report a new issue`}</ButtonLink>}
      submit={issue === null ? <Trans>Choose an issue</Trans> : <Trans>Blocked by #{issue}</Trans>}
      busy={blocked.isPending}
      disabled={issue === null}
      problem={sayProblem(blocked.error)}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        <Trans>
          Choose the issue that stops you: one you reported, or one that affects you. When it is confirmed,
          you get {figure(mission.blockedPoints)} points. You can finish later for the rest.
        </Trans>
      </p>
      <OwnIssues chosen={typed.trim() === '' ? chosen : null} onChoose={setChosen} />
      <TextField
        label={<Trans>Number of another issue</Trans>}
        inputMode="numeric"
        value={typed}
        maxLength={10}
        onChange={event => setTyped(event.target.value)}
        error={
          typed.trim() !== '' && issue === null ? <Trans>Enter a number such as #402.</Trans> : undefined
        }
      />
    </FormDialog>
  )
}

function OwnIssues({ chosen, onChoose }: { chosen: number | null; onChoose: (number: number) => void }) {
  const { t } = useLingui()
  const reported = useInfiniteQuery(issueListQuery('reporter:me is:open', 'activity'))
  const affected = useInfiniteQuery(issueListQuery('affects:me is:open', 'activity'))
  return (
    <Await
      query={reported}
      skeleton={<SkeletonRows rows={3} />}
      failed={<Trans>Couldn’t load your issues. You can still type a number.</Trans>}
    >
      {({ pages }) => {
        const all = [...(pages[0]?.rows ?? []), ...(affected.data?.pages[0]?.rows ?? [])]
        const rows = [...new Map(all.map(row => [row.number, row])).values()].slice(0, SHOWN)
        if (rows.length === 0)
          return <p className="text-ink-3">{t`You have neither reported nor voted for an open issue yet.`}</p>
        return (
          <fieldset className="grid gap-2">
            <legend className="sr-only">{t`Your issues`}</legend>
            {rows.map(row => (
              <Radio
                key={row.number}
                name="blocking"
                label={<IssueLine row={row} />}
                checked={chosen === row.number}
                onChange={() => onChoose(row.number)}
              />
            ))}
          </fieldset>
        )
      }}
    </Await>
  )
}

function IssueLine({ row }: { row: IssueRow }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="text-ink-3">#{row.number}</span>
      <span className="min-w-0 truncate">{row.title}</span>
      <StatusMark status={row.status} />
    </span>
  )
}
