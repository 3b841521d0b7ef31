import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight, Check } from 'lucide-react'
import { placeOf } from '#/entities/notification/place'
import { useDone } from '#/entities/notification/queries'
import type { Notification } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button, ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { toast } from '#/ui/toasts'

/** Ends a row that waits, and says so where that fails. */
export function useFinish() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const done = useDone()
  return {
    isPending: done.isPending,
    finish: (id: string) =>
      done.mutate(id, {
        onError: error => toast({ tone: 'danger', title: t`It is still waiting.`, detail: sayProblem(error) }),
      }),
  }
}

/** Where something waits that is decided on another page: the way there, and the word that it is done. */
export function WaitingActions({ row }: { row: Notification }) {
  const { finish, isPending } = useFinish()
  return (
    <span className="flex flex-wrap gap-2">
      <ButtonLink
        size="small"
        to={placeOf(row)}
        icon={<ArrowRight size={14} strokeWidth={1.9} aria-hidden />}
        keys={<Keys of={['↵']} />}
      >
        {isDecision(row) ? <Trans>Decide</Trans> : <Trans>View</Trans>}
      </ButtonLink>
      <Button
        size="small"
        kind="ghost"
        busy={isPending}
        onClick={() => finish(row.id)}
        icon={<Check size={14} strokeWidth={1.9} aria-hidden />}
        keys={<Keys of={['e']} />}
      >
        <Trans>Done</Trans>
      </Button>
    </span>
  )
}

const isDecision = ({ kind }: Notification) =>
  ['admin_s1', 'admin_private', 'admin_regression', 'admin_promise', 'admin_appeal'].includes(kind)
