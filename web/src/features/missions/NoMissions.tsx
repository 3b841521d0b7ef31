import { Trans, useLingui } from '@lingui/react/macro'
import type { MissionAddress } from '#/features/missions/address'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

/** No mission is there: what else is useful today. */
export function NoMissions({ show }: { show: MissionAddress['show'] }) {
  const { t } = useLingui()
  return (
    <div className="rounded-3 border border-line bg-panel pt-1">
      {show === 'done' ? (
        <EmptyState level={2} title={<Trans>You haven’t finished a mission yet.</Trans>}>
          <Trans>Decided missions appear here with the points they paid.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          level={2}
          title={<Trans>No mission is open.</Trans>}
          actions={
            <>
              <ButtonLink to="/issues" search={{ q: 'is:fixed' }}>{t`Fixes to check`}</ButtonLink>
              <ButtonLink to="/">{t`Waiting for you`}</ButtonLink>
            </>
          }
        >
          <Trans>
            You can also earn points by checking a fix, or with proof from a network or wallet that is new to
            a bug.
          </Trans>
        </EmptyState>
      )}
    </div>
  )
}
