import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

/** Absent and private read the same, so that private things cannot be guessed. */
export function Missing() {
  return (
    <EmptyState
      level={2}
      title={<Trans>Object not found.</Trans>}
      actions={
        <ButtonLink to="/">
          <Trans>Back to the dashboard</Trans>
        </ButtonLink>
      }
    >
      <Trans>It may have been moved, or you don’t have access to it.</Trans>
    </EmptyState>
  )
}
