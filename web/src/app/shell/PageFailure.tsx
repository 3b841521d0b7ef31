import { Trans } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from '#/ui/Failure'

/** A page that could not be shown. The rest of the app goes on. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  function retry() {
    reset()
    void router.invalidate()
  }
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <Failure title={<Trans>This page did not load.</Trans>} onRetry={retry}>
        <Trans>The other pages still work.</Trans> <code className="mono">{String(error)}</code>
      </Failure>
    </main>
  )
}
