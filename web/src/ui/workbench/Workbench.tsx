import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#/ui/Button'

interface Props {
  queue: ReactNode
  /** What one of them is called. */
  label: string
  children: ReactNode
}

/** Decides one case after another: the queue on the left, on the right the case in hand above its decisions. */
export function Workbench({ queue, label, children }: Props) {
  return (
    <div className="grid h-[calc(100dvh-var(--strip)-var(--tabs,0px))] grid-rows-[minmax(0,1fr)] grid-cols-[20rem_minmax(0,1fr)] max-lg:grid-cols-1 max-md:block max-md:h-auto">
      <section aria-labelledby="queue" className="flex min-h-0 flex-col border-r border-line max-lg:hidden">
        <h2 id="queue" className="sr-only">
          <Trans>Queue</Trans>
        </h2>
        {queue}
      </section>
      <section
        aria-label={label}
        className="flex min-h-0 min-w-0 flex-col max-md:min-h-[calc(100dvh-var(--strip)-var(--tabs,0px))]"
      >
        {children}
      </section>
    </div>
  )
}

/** The case in hand, scrolled by itself above the decisions. */
export function CaseBody({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5 md:[contain:strict] max-md:overflow-visible max-md:px-4 max-md:pt-4">
      {children}
    </div>
  )
}

interface StepsProps {
  /** Counted from 0. */
  at: number
  of: number
  onStep: (by: 1 | -1) => void
}

/** The way to the next case if there is no room for the queue. */
export function CaseSteps({ at, of, onStep }: StepsProps) {
  const { t } = useLingui()
  if (of < 2) return null
  return (
    <p className="-mt-2 mb-2 flex items-center justify-end gap-1 text-12 text-ink-3 lg:hidden">
      <Trans>
        {at + 1} of {of}
      </Trans>
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Previous case`}
        disabled={at <= 0}
        onClick={() => onStep(-1)}
        icon={<ChevronLeft size={14} strokeWidth={1.9} aria-hidden />}
      />
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Next case`}
        disabled={at >= of - 1}
        onClick={() => onStep(1)}
        icon={<ChevronRight size={14} strokeWidth={1.9} aria-hidden />}
      />
    </p>
  )
}
