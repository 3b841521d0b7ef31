import { Trans, useLingui } from '@lingui/react/macro'
import { useTitle } from '#/lib/use-title'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

/** Absent and private read the same, so that private things cannot be guessed. */
export function NotFound() {
  const { t } = useLingui()
  useTitle(t`Object not found.`)
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <EmptyState
        level={1}
        title={<Trans>Object not found.</Trans>}
        actions={
          <ButtonLink to="/">
            <Trans>Back to the dashboard</Trans>
          </ButtonLink>
        }
      >
        <Trans>It may have been moved, or it is not yours to see. We say the same for both.</Trans>
      </EmptyState>
    </main>
  )
}
