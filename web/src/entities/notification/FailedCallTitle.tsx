import { Trans, useLingui } from '@lingui/react/macro'
import { kindOf } from '#/entities/notification/kinds'
import type { Notification } from '#/entities/notification/schema'
import { clockOf } from '#/lib/time'

/** The title of the question about a failed call of one's own wallet. */
export function FailedCallTitle({ row: { kind, data } }: { row: Notification }) {
  const { t } = useLingui()
  if (!data.failure) return t(kindOf(kind).label)
  const { network, isSwap, at } = data.failure
  const time = clockOf(at)
  return isSwap ? (
    <Trans>
      Your swap on {network} at {time} UTC failed
    </Trans>
  ) : (
    <Trans>
      Your transaction on {network} at {time} UTC failed
    </Trans>
  )
}
