import { Trans } from '@lingui/react/macro'
import { ChartColumn, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AdminDashboard, Period } from '#/features/dashboard/model'
import { PanelOutline } from '#/features/dashboard/PanelOutline'

const AllCharts = lazy(async () => ({
  default: (await import('#/features/dashboard/AllCharts')).AllCharts,
}))

interface Props {
  dashboard: AdminDashboard
  days: Period
  build: string | undefined
}

/** The charts that are read now and then: fetched and drawn when asked for. */
export function MoreCharts(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 rounded-3 border border-dashed border-line-strong px-4 text-left hover:bg-hover print:hidden"
      >
        <ChartColumn size={16} strokeWidth={1.75} className="flex-none text-ink-3" aria-hidden />
        <span className="font-medium">
          <Trans>More charts</Trans>
        </span>
        <span className="min-w-0 flex-1 truncate text-12 text-ink-3">
          <Trans>Quote error · Tolerance used · Outcomes · Areas · Testers · Calls</Trans>
        </span>
        <ChevronRight
          size={14}
          strokeWidth={1.9}
          className={isOpen ? 'rotate-90 text-ink-3' : 'text-ink-3'}
          aria-hidden
        />
      </button>
      {isOpen && (
        <Suspense fallback={<PanelOutline />}>
          <AllCharts {...props} />
        </Suspense>
      )}
    </>
  )
}
