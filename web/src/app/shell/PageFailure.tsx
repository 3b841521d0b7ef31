import { Trans } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isLost } from '#/app/shell/keep-window'
import { useOnline } from '#/lib/use-online'
import { Failure } from '#/ui/Failure'
import '#/ui/house.css'
import '#/words/house'

/** A page that could not be shown. The rest of the app goes on. */
export default function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const lost = isLost(error)
  const online = useOnline()
  const wasOffline = useRef(!online)
  useEffect(() => {
    if (lost && online && wasOffline.current) location.reload()
  }, [lost, online])

  function retry() {
    // A browser may remember that the code of a page did not come.
    if (lost) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      {lost && !online ? (
        <Failure title={<Trans>This page has not been loaded yet.</Trans>}>
          <Trans>You are offline. It opens by itself when the connection is back.</Trans>
        </Failure>
      ) : (
        <Failure title={<Trans>This page did not load.</Trans>} onRetry={retry}>
          <Trans>The other pages still work.</Trans> <code className="mono">{String(error)}</code>
        </Failure>
      )}
    </main>
  )
}
