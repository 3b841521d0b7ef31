import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import type { Issue } from '#/entities/issue/view'
import { pageOf } from '#/features/issues/device-facts'

const opened = () => import('#/features/issues/before/RecordedContext')
const RecordedContext = lazy(async () => ({ default: (await opened()).RecordedContext }))

interface Props {
  issue: Issue
  /** There it is open at once, and the case sets its parts apart. */
  inTriage?: boolean
}

/** What the page recorded before the report, for its reporter and administrators: one line that opens. */
export function BeforeReport({ issue, inTriage = false }: Props) {
  const { t } = useLingui()
  const body = useId()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const [isOpen, setOpen] = useState(inTriage)
  const page = pageOf(issue.environment)
  if (!page || !(issue.mine || isAdmin)) return null
  return (
    <section
      aria-label={t`Before the report`}
      className={clsx('min-w-0 rounded-3 border border-line bg-panel print:hidden', !inTriage && 'mt-4 mb-2')}
    >
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => void opened()}
          onFocus={() => void opened()}
          className="flex min-h-11 w-full items-center gap-3 rounded-3 px-4 py-2 text-left font-normal tracking-normal hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 flex-1">
            <span className="text-13 font-medium text-ink">{t`Before the report`}</span>{' '}
            <span className="text-12 text-ink-3">
              <Trans>wallet calls and console lines of the page</Trans>
            </span>
          </span>
          <ChevronRight
            size={14}
            strokeWidth={1.9}
            className={isOpen ? 'rotate-90 text-ink-3' : 'text-ink-3'}
            aria-hidden
          />
        </button>
      </h3>
      <div id={body} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<div className="h-40 border-t border-line-faint" />}>
            <RecordedContext key={issue.number} number={issue.number} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
