import { Trans, useLingui } from '@lingui/react/macro'
import { settings } from '#/lib/settings'
import { clockOf } from '#/lib/time'

/** Tells visitors of a demo, on every page, until when their changes are kept. */
export function DemoBanner() {
  const { t } = useLingui()
  if (!settings.demo) return null
  const time = clockOf(settings.demo.resetsAt)
  return (
    <aside
      id="demo-banner"
      aria-label={t`Demo`}
      className="flex min-h-(--demo-banner) items-center justify-center border-b border-line bg-panel px-4 py-1 text-center text-12 text-ink-2 print:hidden"
    >
      <Trans>This is a demo. All changes are deleted at {time} UTC.</Trans>
    </aside>
  )
}
