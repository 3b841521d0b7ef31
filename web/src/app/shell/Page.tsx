import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Menu as MenuIcon, Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { chipsOf } from '#/lib/key-names'
import { InboxBell } from '#/app/shell/InboxBell'
import { OfflineBar } from '#/app/shell/OfflineBar'
import { useShell } from '#/app/shell/shell-context'
import { useRegisteredCommands } from '#/lib/page-commands'
import { useTitle } from '#/lib/use-title'
import { Button, ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

interface Props {
  heading: string
  /** The words this page puts before the name of the app in the title bar. */
  title?: string
  /** The place this page lies below. */
  parent?: {
    to: '/' | '/missions' | '/issues' | '/issues/clusters' | '/leaderboard' | '/admin/settings'
    label: string
  }
  actions?: ReactNode
  /** In place of the search of the shell, where the page has one of its own. */
  search?: ReactNode
  /** What the search button of narrow screens does there. */
  onSearch?: () => void
  /** Beside the heading, quieter. */
  note?: ReactNode
  /** Pages beside this one, below the strip. */
  tabs?: ReactNode
  /** Fills the window below the strip; the page scrolls nothing itself. */
  whole?: boolean
  /** Without the button for a new report: the page is one, or is about others. */
  noReport?: boolean
  children: ReactNode
}

/** A page inside the shell: a strip with its heading and what can be done, then its content. */
export function Page({
  heading,
  title,
  parent,
  actions,
  search,
  onSearch,
  note,
  tabs,
  whole,
  noReport,
  children,
}: Props) {
  const { t } = useLingui()
  const { openDrawer, open } = useShell()
  useTitle(title)

  return (
    <>
      <header className="sticky top-0 z-(--z-strip) flex h-(--strip) print:static items-center gap-2 border-b border-line bg-canvas px-(--page-pad) max-md:gap-0 max-md:pr-2 max-md:pl-1">
        <span className="md:hidden print:hidden">
          <Button
            kind="ghost"
            shape="icon"
            aria-label={t`Menu`}
            onClick={openDrawer}
            icon={<MenuIcon size={20} strokeWidth={1.6} aria-hidden />}
          />
        </span>
        {parent && (
          <nav
            aria-label={t`Breadcrumb`}
            className="flex items-center gap-2 text-16 font-medium max-md:hidden"
          >
            <Link to={parent.to} className="text-ink-3">
              {parent.label}
            </Link>
            <ChevronRight size={14} className="text-ink-3" aria-hidden />
          </nav>
        )}
        <h1 className="truncate text-16">{heading}</h1>
        {note && <span className="text-ink-3 max-md:hidden">{note}</span>}
        <span className="ml-auto flex min-w-0 items-center gap-2 max-md:gap-0 print:hidden">
          {search ? <span className="contents max-md:hidden">{search}</span> : <SearchButton />}
          <span className="md:hidden">
            <Button
              kind="ghost"
              shape="icon"
              aria-label={t`Search`}
              onClick={onSearch ?? (() => open('palette'))}
              icon={<Search size={20} strokeWidth={1.6} aria-hidden />}
            />
          </span>
          {actions}
          {!noReport && <ReportLink />}
          <InboxBell />
        </span>
      </header>
      <OfflineBar />
      <div className={tabs ? '[--tabs:2.5rem]' : undefined}>
        {tabs}
        <main
          id="content"
          tabIndex={-1}
          className={
            whole ? 'outline-none' : 'max-w-(--page-max) px-(--page-pad) pt-5 pb-12 outline-none max-md:pt-4'
          }
        >
          {children}
        </main>
      </div>
    </>
  )
}

function SearchButton() {
  const { open } = useShell()
  // A page with a search of its own keeps the slash for it.
  const slashIsTaken = useRegisteredCommands().some(({ keys }) => keys?.length === 1 && keys[0] === '/')
  return (
    <button
      type="button"
      onClick={() => open('palette')}
      aria-keyshortcuts={slashIsTaken ? 'Control+K' : '/'}
      className="flex h-(--control) w-[264px] items-center gap-2 rounded-2 border border-line-control bg-panel px-2.5 text-ink-3 hover:text-ink-2 max-md:hidden"
    >
      <Search size={14} strokeWidth={1.9} aria-hidden />
      <Trans>Search or jump to…</Trans>
      <span className="ml-auto">
        <Keys of={slashIsTaken ? chipsOf(['mod+k']) : ['/']} />
      </span>
    </button>
  )
}

/** To a new report. On narrow screens a sign in the strip: a button above the page would cover what is under it. */
function ReportLink() {
  const { t } = useLingui()
  return (
    <>
      <span className="contents max-md:hidden">
        <ButtonLink
          to="/issues/new"
          kind="primary"
          aria-keyshortcuts="c"
          icon={<Plus size={14} strokeWidth={1.9} aria-hidden />}
          keys={<Keys of={['c']} />}
        >{t`New issue`}</ButtonLink>
      </span>
      <span className="contents md:hidden">
        <ButtonLink
          to="/issues/new"
          kind="ghost"
          shape="icon"
          aria-label={t`New issue`}
          icon={<Plus size={20} strokeWidth={1.6} aria-hidden />}
        />
      </span>
    </>
  )
}
