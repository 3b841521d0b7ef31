import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLogOut } from '#/app/shell/use-log-out'
import { anything } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { PolicyLinks } from '#/entities/policy/PolicyLinks'
import { policiesQuery } from '#/entities/policy/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'

/** Shows the pages that are missing. Without an answer the tester still reads. */
export default function AcceptDialog({ onAnswer }: { onAnswer: (done: boolean) => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const logOut = useLogOut()
  const policies = useQuery({ ...policiesQuery, staleTime: 0 })
  const accept = useCommand<{ accept: { kind: string; version: number }[] }, typeof anything>(
    'policyAccept',
    anything,
    [policiesQuery.queryKey],
  )
  const missing = policies.data?.rows.filter(({ kind }) => policies.data.missing.includes(kind)) ?? []
  const isSettled = policies.isSuccess && !policies.isFetching && missing.length === 0
  const answer = useEffectEvent(onAnswer)
  // Nothing is missing, or no longer: the user accepted in another tab.
  useEffect(() => {
    if (isSettled) answer(true)
  }, [isSettled])
  if (missing.length === 0) return null

  return (
    <FormDialog
      title={<Trans>Before you take part</Trans>}
      submit={t`Accept`}
      busy={accept.isPending}
      problem={sayProblem(accept.error)}
      before={<Button kind="ghost" onClick={() => void logOut()}>{t`Logout`}</Button>}
      onSubmit={() =>
        accept.mutate(
          { accept: missing.map(({ kind, version }) => ({ kind, version })) },
          { onSuccess: () => onAnswer(true) },
        )
      }
      onClose={() => onAnswer(false)}
    >
      <p>
        <Trans>
          The programme asks you to accept the following before you report, vote or comment. You can read
          without it.
        </Trans>
      </p>
      <ul className="grid gap-1">
        {missing.map(({ kind, version, note }) => (
          <li key={kind}>
            <PolicyLinks kinds={[kind]} />{' '}
            <span className="text-ink-3">
              <Trans>version {version}</Trans>
            </span>
            {note && <span className="block text-12 text-ink-3">{note}</span>}
          </li>
        ))}
      </ul>
      <Checkbox name="accept" required label={t`I have read and accept them`} />
    </FormDialog>
  )
}
