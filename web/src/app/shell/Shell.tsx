import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ConnectionStatus } from '#/app/shell/ConnectionSign'
import { markChunkErrors } from '#/app/shell/chunk-errors'
// Fetched with the shell: it must be there at once when the network goes.
import '#/app/shell/PageFailure'
import { Sidebar } from '#/app/shell/Sidebar'
import { type Sheet, ShellContext } from '#/app/shell/shell-context'
import { usePrepared } from '#/app/shell/use-prepared'
import { useCommands } from '#/app/shell/use-commands'
import { useLiveShell } from '#/app/shell/use-live-shell'
import { useKeptPush } from '#/app/shell/use-kept-push'
import { useOwnTimeZone } from '#/app/shell/use-own-time-zone'
import { useShortcuts } from '#/app/shell/use-shortcuts'
import type { User } from '#/backend/user'
import { usePageCommands } from '#/lib/page-commands'
import { useNarrow } from '#/lib/use-narrow'
import { whenIdle } from '#/lib/when-idle'
import '#/ui/member.css'
import '#/locales/member'

const palette = () => import('#/app/shell/Palette')
const helpSheet = () => import('#/app/shell/HelpSheet')
const Palette = lazy(palette)
const HelpSheet = lazy(helpSheet)

/** Fetches what may be wanted when the server is gone, the word that it is gone first. */
const prepare = () => void Promise.allSettled([import('#/ui/Toaster'), palette(), helpSheet()])

/** Sidebar and page. On narrow screens the sidebar is a drawer that pushes the page aside. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const drawer = useDrawer()
  const { t } = useLingui()
  const commands = useCommands(user, setSheet)
  // Also while the focus is nowhere: the page under the drawer has a use of its own for the key.
  usePageCommands(
    drawer.open
      ? [{ id: 'close-menu', label: t`Close the menu`, keys: ['Escape'], unlisted: true, run: drawer.close }]
      : [],
  )
  useShortcuts(commands)
  useEffect(() => whenIdle(prepare), [])
  useEffect(markChunkErrors, [])
  usePrepared(user.isAdmin)
  useLiveShell()
  useKeptPush(user.objectId)
  useOwnTimeZone(user)
  // The platform tells of a closed sheet a moment later, when another may be open already.
  const close = (closed: Sheet) => setSheet(shown => (shown === closed ? null : shown))

  return (
    <ShellContext value={{ openDrawer: drawer.show, open: setSheet }}>
      <Sidebar
        user={user}
        hidden={drawer.narrow && !drawer.open}
        onClose={drawer.open ? drawer.close : undefined}
      />
      {/* A page that reached beyond the screen would make a phone's viewport, and the drawer with it, larger than the screen. */}
      <div className="overflow-x-clip">
        <div
          className={clsx(
            'relative min-h-dvh transition-transform duration-(--time-calm) ease-out md:ml-(--sidebar) print:ml-0',
            drawer.open && 'translate-x-(--sidebar)',
          )}
        >
          <div inert={drawer.open}>{children}</div>
          {/* For the pointer only; the keyboard has Esc. */}
          {drawer.open && (
            <div className="absolute inset-0 z-(--z-sidebar)" onClick={drawer.close} aria-hidden />
          )}
        </div>
      </div>
      <ConnectionStatus />
      <Suspense>
        {sheet === 'palette' && <Palette commands={commands} onClose={() => close('palette')} />}
        {sheet === 'help' && <HelpSheet commands={commands} onClose={() => close('help')} />}
      </Suspense>
    </ShellContext>
  )
}

/** The drawer is open for one place only: going elsewhere closes it. */
function useDrawer() {
  const narrow = useNarrow()
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return {
    narrow,
    open: narrow && openAt === pathname,
    show: () => setOpenAt(pathname),
    close: () => setOpenAt(null),
  }
}
