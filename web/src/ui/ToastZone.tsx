import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from '#/ui/toasts'

const Toaster = lazy(() => import('#/ui/Toaster'))

/** Where toasts appear. Empty, and without their library, until there is one. */
export function ToastZone() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
