import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useConfirmLink, useFinishLink } from '#/features/account-link/api'
import { popHanded } from '#/features/account-link/callback'
import { SERVICE_NAME, type Service } from '#/features/account-link/model'
import { Button, ButtonLink } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { EmptyState } from '#/ui/EmptyState'
import { Failure } from '#/ui/Failure'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** Finishes what was begun at a service, and says what came of it. */
export function LinkResult({ service, username }: { service: Service; username: string }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [handed] = useState(popHanded)
  const finish = useFinishLink()
  const confirm = useConfirmLink()
  const name = SERVICE_NAME[service]
  const { mutate } = finish
  useEffect(() => {
    if (handed?.code) mutate({ service, code: handed.code, state: handed.state })
  }, [handed, mutate, service])

  const back = (
    <ButtonLink to="/u/$username" params={{ username }} search={{ tab: 'notifications' }}>
      <Trans>Back to your notifications</Trans>
    </ButtonLink>
  )
  if (handed === null || (!handed.code && !handed.error))
    return (
      <EmptyState level={2} title={<Trans>There is nothing to confirm here.</Trans>} actions={back}>
        <Trans>Each link works once. Start again from your profile.</Trans>
      </EmptyState>
    )
  if (handed.error)
    return (
      <EmptyState level={2} title={<Trans>{name} was not linked.</Trans>} actions={back}>
        {handed.error === 'access_denied' ? (
          <Trans>You declined. Nothing was changed.</Trans>
        ) : (
          <Trans>{name} did not grant permission. Nothing was linked.</Trans>
        )}
      </EmptyState>
    )
  if (finish.isError)
    return (
      <>
        <Failure level={2} title={<Trans>{name} was not linked.</Trans>}>
          {sayProblem(finish.error)} <Trans>Start again from your profile.</Trans>
        </Failure>
        <div className="px-4 pb-4">{back}</div>
      </>
    )
  if (!finish.data) return <SkeletonRows rows={2} />

  const who = finish.data.name ?? name
  if (finish.data.state === 'pending' && !confirm.data)
    return (
      <EmptyState
        level={2}
        title={
          <Trans>
            Is {who} at {name} you?
          </Trans>
        }
        actions={
          <>
            <Button
              kind="primary"
              busy={confirm.isPending}
              onClick={() =>
                confirm.mutate(service, {
                  onSuccess: () => toast({ tone: 'success', title: t`${name} is linked.` }),
                })
              }
            >{t`Yes, link it`}</Button>
            {back}
          </>
        }
      >
        <Trans>Your notifications will be sent there.</Trans>{' '}
        <FormError>{sayProblem(confirm.error)}</FormError>
      </EmptyState>
    )
  return (
    <EmptyState
      level={2}
      icon={
        finish.data.problem ? (
          <TriangleAlert size={16} className="text-warning" aria-hidden />
        ) : (
          <CircleCheck size={16} className="text-success" aria-hidden />
        )
      }
      title={
        <Trans>
          {name} is linked as {who}.
        </Trans>
      }
      actions={back}
    >
      {finish.data.problem ?? <Trans>Notifications set to “Chat” are now sent there.</Trans>}
    </EmptyState>
  )
}
