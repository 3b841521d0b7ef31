import { useLingui } from '@lingui/react/macro'
import { WHY_NOT } from '#/entities/mission/messages'
import type { Mission } from '#/entities/mission/schema'
import { clockOf, dayOf } from '#/lib/time'

/** Why a mission cannot be started, or not well; by the server's key. */
export function useWhyNot() {
  const { t } = useLingui()
  return (key: string, { minTrust, opensAt }: Pick<Mission, 'minTrust' | 'opensAt'>): string => {
    if (key === 'trust') return t`Needs trust level ${minTrust}.`
    if (key === 'not_open' && opensAt) return t`Opens ${dayOf(opensAt)}, ${clockOf(opensAt)} UTC.`
    if (key === 'wallet') return t`Link a wallet first, so that your transactions can be found.`
    if (key === 'network') return t`Its network is not responding at the moment.`
    const known = WHY_NOT[key]
    return known ? t(known) : t`It cannot be started now.`
  }
}
