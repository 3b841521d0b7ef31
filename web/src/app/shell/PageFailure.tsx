import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isLost } from '#/app/shell/chunk-errors'
import { Page } from '#/app/shell/Page'
import { useOnline } from '#/lib/use-online'
import { Failure } from '#/ui/Failure'
import '#/ui/member.css'
import '#/locales/member'

/** A page that could not be shown. The rest of the app goes on. */
export default function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isLost(error)) return <LostPage />
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <Failure
        title={<Trans>Couldn’t load this page.</Trans>}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      >
        <Trans>The other pages still work.</Trans> <code className="mono">{String(error)}</code>
      </Failure>
    </main>
  )
}

const LOADED_ANEW = 'touchstone.loaded-anew'
const A_WHILE = 30_000

/** Loads the window anew, unless that was just tried: a page whose code is gone for good must not do it for ever. */
function loadAnew() {
  const now = Date.now()
  if (now - Number(sessionStorage.getItem(LOADED_ANEW)) < A_WHILE) return
  sessionStorage.setItem(LOADED_ANEW, String(now))
  location.reload()
}

/** A page whose code did not come. It opens by itself as soon as it can. */
function LostPage() {
  const { t } = useLingui()
  const online = useOnline()
  const wasOffline = useRef(!online)
  useEffect(() => {
    if (!online) return
    // A browser may remember that the code of a page did not come; only a new window asks again.
    if (wasOffline.current) location.reload()
    else loadAnew()
  }, [online])
  return (
    <Page heading={t`Not loaded`}>
      {online ? (
        <Failure title={<Trans>Couldn’t load this page.</Trans>} onRetry={() => location.reload()}>
          <Trans>The other pages still work.</Trans>
        </Failure>
      ) : (
        <Failure title={<Trans>This page has not been loaded yet.</Trans>}>
          <Trans>You’re offline. The page opens when you’re back online.</Trans>
        </Failure>
      )}
    </Page>
  )
}
