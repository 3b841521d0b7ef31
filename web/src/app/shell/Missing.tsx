import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

/** Absent and private read the same, so that private things cannot be guessed. */
export function Missing() {
  const { t } = useLingui()
  return (
    <EmptyState
      level={2}
      title={<Trans>Object not found.</Trans>}
      actions={<ButtonLink to="/">{t`Back to the dashboard`}</ButtonLink>}
    >{t`It may have been moved, or you don’t have access to it.`}</EmptyState>
  )
}
