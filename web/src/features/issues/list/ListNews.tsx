import { Plural, Trans } from '@lingui/react/macro'
import { ArrowUp, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  fresh: number
  isReordered: boolean
  onShow: () => void
  /** Shown while there is no news. */
  children: ReactNode
}

/** Says that the list would be another by now, in a place that is always there, so that no row moves for it. */
export function ListNews({ fresh, isReordered, onShow, children }: Props) {
  const isNews = fresh > 0 || isReordered
  return (
    <span className="flex min-w-28 justify-end">
      <span role="status">
        {isNews && (
          <button
            type="button"
            onClick={onShow}
            className="flex h-(--control-sm) items-center gap-1.5 rounded-2 px-1.5 text-12 font-medium whitespace-nowrap text-link hover:bg-hover"
          >
            {fresh > 0 ? (
              <>
                <ArrowUp size={12} strokeWidth={2.1} aria-hidden />
                <Plural value={fresh} one="# new" other="# new" /> – <Trans>show</Trans>
              </>
            ) : (
              <>
                <RotateCcw size={12} strokeWidth={2.1} aria-hidden />
                <Trans>Refresh order</Trans>
              </>
            )}
          </button>
        )}
      </span>
      {/* How many there are is said elsewhere, once. */}
      {!isNews && children}
    </span>
  )
}
