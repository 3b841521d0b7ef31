import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { acceptance } from '#/backend/acceptance'
import { useMoralis } from '#/backend/use-moralis'
import { settings } from '#/lib/settings'

const AcceptDialog = lazy(() => import('#/app/AcceptDialog'))

/** Asks a tester to accept what the programme asks for: after the sign-in, and when a change waits for it. */
export function AcceptanceGate() {
  const { user } = useMoralis()
  const isAsked = useSyncExternalStore(acceptance.subscribe, acceptance.isAsked)
  const [isLater, setLater] = useState(false)
  const mayMiss = !user?.isAdmin && settings.policies?.some(page => page.required !== null)
  if (!user || !(isAsked || (mayMiss && !isLater))) return null
  return (
    <Suspense>
      <AcceptDialog
        onAnswer={done => {
          setLater(true)
          acceptance.answer(done)
        }}
      />
    </Suspense>
  )
}
