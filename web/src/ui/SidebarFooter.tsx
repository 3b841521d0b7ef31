import { Trans } from '@lingui/react/macro'
import { version } from '#/lib/settings'

/** Whose product this is, and which Touchstone version, as the sidebar ends. */
export function SidebarFooter({ shortName }: { shortName: string }) {
  return (
    <footer className="flex flex-none justify-between gap-2 border-t border-line-faint px-4 pt-2.5 pb-3 text-12 text-ink-3">
      <span className="truncate">
        <Trans>Powered by {shortName}</Trans>
      </span>
      <span>{version}</span>
    </footer>
  )
}
