import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { issueQuery } from '#/entities/issue/queries'
import type { Comment } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSendComment } from '#/features/issues/api'
import { toast } from '#/ui/toasts'

/** The trackers that a comment can still go to: never what only the staff may read. */
export function useTrackersFor(comment: Comment, number: number) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const send = useSendComment(number)
  const { data } = useQuery({ ...issueQuery(number), enabled: false })
  const open = (data?.trackers ?? []).filter(
    ({ phase, comments }) => phase === 'linked' && !comments.some(({ id }) => id === comment.id),
  )
  const names = open.map(({ tracker }) => tracker.name || tracker.kind).join(', ')
  return {
    canSend: open.length > 0 && !comment.internal && !comment.deleted,
    names,
    send: () =>
      send.mutate(comment.id, {
        onSuccess: () => toast({ tone: 'success', title: t`The comment goes to ${names}.` }),
        onError: error =>
          toast({ tone: 'danger', title: t`The comment was not sent.`, detail: sayProblem(error) }),
      }),
  }
}
