import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { useIsLost } from '#/backend/live/use-live-state'
import { useOnline } from '#/lib/use-online'

/** How long it may be gone before a notice appears, in milliseconds: most losses are fixed sooner. */
const PATIENCE = 5000

/** Whether to say that changes are not being told. Without any network another line says so. */
function useIsMissed() {
  const isLost = useIsLost(PATIENCE)
  return useOnline() && isLost
}

/** At the end of the sidebar while changes are not being told; nothing while they are. */
export function ConnectionLine() {
  if (!useIsMissed()) return null
  return (
    <p
      aria-hidden
      className="flex items-center gap-2 border-t border-line-faint px-4 py-2 text-12 text-ink-3 max-md:hidden"
    >
      <Sign />
    </p>
  )
}

/** The same where the sidebar is out of sight, and for those who cannot see it. */
export function ConnectionStatus() {
  const isMissed = useIsMissed()
  return (
    <div
      role="status"
      className="pointer-events-none fixed bottom-[calc(0.75rem+var(--bottom-bar,0px))] left-4 z-(--z-sticky) md:sr-only print:hidden"
    >
      {isMissed && (
        <p className="flex items-center gap-2 rounded-2 border border-line bg-raised px-2.5 py-1.5 text-12 text-ink-2">
          <Sign />
        </p>
      )}
    </div>
  )
}

function Sign() {
  return (
    <>
      <RefreshCw size={12} strokeWidth={2.1} aria-hidden />
      <Trans>Reconnecting…</Trans>
    </>
  )
}
