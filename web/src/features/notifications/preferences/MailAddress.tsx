import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { anything, call } from '#/backend/call'
import { type MailState, preferencesQuery } from '#/entities/notification/preferences'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'
import { toast } from '#/ui/toasts'

/** Where mail goes, and whether it arrives. */
export function MailAddress({ mail }: { mail: MailState }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const cache = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call('mailRetryAddress', {}, anything),
    onSuccess: () => {
      toast({ tone: 'success', title: t`E-mail to your address is on again.` })
      return cache.invalidateQueries({ queryKey: preferencesQuery.queryKey })
    },
  })
  const isBlocked = mail.state === 'bounced' || mail.state === 'complained' || mail.state === 'gone'
  const isGood = mail.address !== null && mail.verified && !isBlocked

  return (
    <Panel title={<Trans>Mail address</Trans>}>
      <div className="grid justify-items-start gap-2">
        <p className="flex min-w-0 items-center gap-2">
          {isGood ? (
            <CircleCheck size={14} strokeWidth={1.9} className="flex-none text-success" aria-hidden />
          ) : (
            <TriangleAlert size={14} strokeWidth={1.9} className="flex-none text-warning" aria-hidden />
          )}
          <span className="min-w-0 font-medium wrap-anywhere">
            {mail.address ?? <Trans>You have no e-mail address.</Trans>}
          </span>
        </p>
        <p className="text-12 text-ink-3">{sentence(mail)}</p>
        {isBlocked && (
          <Button size="small" busy={retry.isPending} onClick={() => retry.mutate()}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <FormError>{sayProblem(retry.error)}</FormError>
      </div>
    </Panel>
  )
}

function sentence({ address, verified, state }: MailState): ReactNode {
  if (address === null) return <Trans>You won’t receive e-mail.</Trans>
  switch (state) {
    case 'bounced':
      return <Trans>An e-mail to it bounced, so nothing more is sent until you try again.</Trans>
    case 'complained':
      return <Trans>An e-mail was reported as spam, so nothing more is sent until you try again.</Trans>
    case 'gone':
      return <Trans>It no longer accepts e-mail, so nothing is sent until you try again.</Trans>
    case 'off':
      return (
        <Trans>You have unsubscribed from all e-mail. Choose “now” or “digest” to receive it again.</Trans>
      )
    default:
      return verified ? (
        <Trans>
          At most one e-mail per issue and hour. Above the daily limit, messages go to the digest.
        </Trans>
      ) : (
        <Trans>Not confirmed yet. Click the link in our first e-mail to receive notifications.</Trans>
      )
  }
}
