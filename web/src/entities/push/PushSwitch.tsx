import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushAbility } from '#/backend/push/ability'
import { type PushDevice, removePushDevice, testPush, turnOffPush, turnOnPush } from '#/backend/push/push'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { pushDevicesQuery } from '#/entities/push/queries'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Switch } from '#/ui/Choice'
import { FormError } from '#/ui/FormError'
import { Moment } from '#/ui/Moment'

/** Pushes in this browser: on or off, a test, and the user's other browsers. */
export function PushSwitch() {
  const { user } = useMoralis()
  const { sayProblem } = useProblemMessages()
  const devices = useQuery(pushDevicesQuery)
  const cache = useQueryClient()
  const reload = () => cache.invalidateQueries({ queryKey: pushDevicesQuery.queryKey })
  const turn = useMutation({
    mutationFn: async (on: boolean) => (on && user ? turnOnPush(user.objectId) : turnOffPush()),
    onSettled: reload,
  })
  const remove = useMutation({ mutationFn: removePushDevice, onSettled: reload })
  const rows = devices.data?.rows ?? []
  const isOn = rows.some(({ current }) => current)
  const obstacle = isOn || !devices.data ? null : obstacleOf(devices.data.ability, devices.data.permission)
  const problem = sayProblem(turn.error ?? remove.error ?? devices.error)

  return (
    <div className="grid justify-items-start gap-3">
      {obstacle ? (
        <p className="text-13 text-ink-2">{obstacle}</p>
      ) : (
        <Switch
          label={<Trans>Push in this browser</Trans>}
          checked={turn.isPending ? turn.variables : isOn}
          disabled={turn.isPending || devices.isPending}
          onChange={event => turn.mutate(event.target.checked)}
        />
      )}
      {problem && <FormError>{problem}</FormError>}
      {rows.length > 0 && <DeviceList rows={rows} onRemove={id => remove.mutate(id)} />}
      {rows.length > 0 && <TestButton onSent={reload} />}
    </div>
  )
}

/** Why pushes cannot be turned on here, if they cannot. */
function obstacleOf(ability: PushAbility, permission: NotificationPermission) {
  switch (ability) {
    case 'unable':
      return <Trans>This browser does not support push.</Trans>
    case 'home screen':
      return (
        <Trans>
          On an iPhone or iPad, add this app to the home screen first: press Share, then Add to Home Screen,
          and open it from there.
        </Trans>
      )
    case 'able':
      return permission === 'denied' ? (
        <Trans>
          Your browser blocks notifications of this site. Allow them in its settings, then load this page
          again.
        </Trans>
      ) : null
  }
}

function DeviceList({ rows, onRemove }: { rows: PushDevice[]; onRemove: (id: string) => void }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Browsers with push`} className="grid w-full gap-2">
      {rows.map(({ id, label, createdAt, current }) => (
        <li key={id} className="flex min-h-(--control-sm) items-center gap-2">
          <span>{label}</span>
          <span className="text-12 text-ink-3">
            <Trans>
              since <Moment at={createdAt} />
            </Trans>
          </span>
          <span className="ml-auto">
            {current ? (
              <Badge>{t`This one`}</Badge>
            ) : (
              <Button size="small" onClick={() => onRemove(id)} aria-label={t`Remove ${label}`}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function TestButton({ onSent }: { onSent: () => Promise<void> }) {
  const { sayProblem } = useProblemMessages()
  const test = useMutation({ mutationFn: testPush, onSettled: onSent })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
        <Trans>Send a test</Trans>
      </Button>
      <span role="status" className="text-13 text-ink-2">
        {test.data && test.data.sent > 0 && <Trans>Sent. It appears in a moment.</Trans>}
        {test.data && test.data.sent === 0 && (
          <Trans>
            Nothing was sent: {test.data.problem ?? <Trans>no browser accepts push any more.</Trans>}
          </Trans>
        )}
        {sayProblem(test.error)}
      </span>
    </div>
  )
}
