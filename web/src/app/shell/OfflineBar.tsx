import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useOnline } from '#/lib/use-online'

/** A thin bar for as long as there is no network. */
export function OfflineBar() {
  const online = useOnline()
  return (
    // Stays in sight below the strip when the page is scrolled.
    <div role="status" className="sticky top-(--strip) z-(--z-sticky) print:hidden">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-active px-4 py-1.5 text-12">
          <WifiOff size={14} strokeWidth={1.9} aria-hidden />
          <Trans>You’re offline. What you see may be out of date.</Trans>
        </p>
      )}
    </div>
  )
}
