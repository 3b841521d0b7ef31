import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { figure } from '#/lib/number'

export interface PageTab {
  to: string
  label: ReactNode
  count?: number
  /** Something there is late. */
  isLate?: boolean
  here: boolean
}

/** Pages that belong together, as tabs below the strip. */
export function PageTabs({ label, tabs, aside }: { label: string; tabs: PageTab[]; aside?: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex h-(--tabs) items-stretch gap-4 border-b border-line px-(--page-pad) print:hidden"
    >
      <div className="-ml-2.5 flex min-w-0 gap-1 overflow-x-auto">
        {tabs.map(tab => (
          <TabLink key={tab.to} tab={tab} />
        ))}
      </div>
      {aside && <span className="ml-auto flex items-center max-md:hidden">{aside}</span>}
    </nav>
  )
}

function TabLink({ tab: { to, label, count = 0, isLate = false, here } }: { tab: PageTab }) {
  const ref = useRef<HTMLAnchorElement>(null)
  // On phones the row is longer than the screen.
  useEffect(() => {
    if (here) ref.current?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [here])
  return (
    <Link
      ref={ref}
      to={to}
      // One address may begin with another.
      activeOptions={{ exact: true }}
      aria-current={here ? 'page' : undefined}
      className="flex flex-none items-center gap-1.5 border-b-2 border-transparent px-2.5 pt-0.5 font-medium text-ink-2 hover:text-ink hover:no-underline focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:text-ink"
    >
      {label}
      {count > 0 && <span className="font-normal text-ink-3 tabular-nums">{figure(count)}</span>}
      {isLate && <span className="size-1.5 rounded-full bg-warning" aria-hidden />}
    </Link>
  )
}
