import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ServiceHead, ServiceState, Steps } from '#/features/integrations/ServiceHead'
import { webhooksQuery } from '#/features/integrations/webhooks/api'
import { ButtonLink } from '#/ui/Button'

/** Slack takes messages by webhooks alone: people are not written to one by one. */
export function SlackDetail() {
  const { t } = useLingui()
  const hooks = useQuery(webhooksQuery).data?.rows.filter(({ preset }) => preset === 'slack') ?? []
  return (
    <div className="min-w-0">
      <ServiceHead
        name="Slack"
        note={
          hooks.length === 0 ? (
            <Trans>No channel gets messages.</Trans>
          ) : (
            <Plural value={hooks.length} one="# channel gets messages." other="# channels get messages." />
          )
        }
        actions={<ServiceState state={slackState(hooks)} />}
      />
      <div className="grid gap-4 border-t border-line-faint px-4 py-3.5">
        <Steps>
          <li>
            <Trans>
              Create an app at{' '}
              <a href="https://api.slack.com/apps" target="_blank" rel="noreferrer">
                api.slack.com/apps
              </a>
              , switch on Incoming Webhooks and choose a channel.
            </Trans>
          </li>
          <li>{t`Add a webhook here with the preset Slack and the URL you copied.`}</li>
        </Steps>
        <span>
          <ButtonLink to="/admin/settings/$tab" params={{ tab: 'webhooks' }}>{t`Go to webhooks`}</ButtonLink>
        </span>
      </div>
    </div>
  )
}

/** As good as the worst of its channels. */
export function slackState(hooks: { state: string; failures: number }[]): string {
  if (hooks.some(({ state, failures }) => state === 'disabled' || (state === 'on' && failures > 0)))
    return 'broken'
  return hooks.some(({ state }) => state === 'on') ? 'on' : 'off'
}
