import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { anything, call } from '#/backend/call'
import { refreshIssue } from '#/entities/issue/cache'
import { NOTIFICATIONS } from '#/entities/notification/queries'
import type { Notification } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useFinish } from '#/features/notifications/WaitingActions'
import { trimmedFieldsOf } from '#/lib/form'
import { MOD } from '#/lib/key-names'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { toast } from '#/ui/toasts'

/** The answer to a question: the next comment of its reporter. */
function useAnswer(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: string) => call('commentAdd', { number, body }, anything),
    onSuccess: () =>
      Promise.all([refreshIssue(cache, number), cache.invalidateQueries({ queryKey: NOTIFICATIONS })]),
  })
}

interface Props {
  row: Notification
  number: number
  isCursor: boolean
}

/** Answers a question where it stands. */
export function AnswerForm({ row, number, isCursor }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const answer = useAnswer(number)
  const { finish, isPending } = useFinish()
  usePageCommands(
    isCursor
      ? [{ id: 'answer', label: t`Answer on #${number}`, keys: ['a'], run: () => field.current?.focus() }]
      : [],
  )

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { answer: body } = trimmedFieldsOf(event, 'answer')
    if (body === '' || answer.isPending) return
    answer.mutate(body, {
      onSuccess: () => toast({ tone: 'success', title: t`Your answer was sent to #${number}.` }),
    })
  }

  return (
    <form ref={form} onSubmit={send} className="grid max-w-[68ch] gap-2">
      <textarea
        ref={field}
        name="answer"
        rows={2}
        maxLength={10_000}
        aria-label={t`Answer on #${number}`}
        placeholder={t`Your answer is added to the report`}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
          if (event.key === 'Escape') field.current?.blur()
        }}
        className="block w-full rounded-2 border border-line-control bg-panel px-[11px] py-[7px] text-13 text-ink focus-visible:border-transparent focus-visible:outline-(length:--ring) focus-visible:-outline-offset-1 focus-visible:outline-focus max-md:text-16"
      />
      <FormError>{sayProblem(answer.error)}</FormError>
      <span className="flex flex-wrap gap-2">
        <Button size="small" type="submit" busy={answer.isPending} keys={<Keys of={[MOD, '↵']} />}>
          <Trans>Answer</Trans>
        </Button>
        <Button
          size="small"
          kind="ghost"
          busy={isPending}
          onClick={() => finish(row.id)}
          keys={<Keys of={['e']} />}
        >{t`Cannot answer`}</Button>
      </span>
    </form>
  )
}
