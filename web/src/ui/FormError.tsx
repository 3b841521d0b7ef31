import type { ReactNode } from 'react'
import { CircleX } from '#/ui/icons'

/**
 * What went wrong with a form as a whole, above its button. Always in the page, so that a change is read out; while it is
 * empty it takes no gap of a grid.
 */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:absolute">
      {children && (
        <p className="flex gap-2 rounded-2 border border-danger-line bg-danger-wash px-3 py-2 text-13 text-ink">
          <CircleX size={14} strokeWidth={1.9} className="mt-[3px] flex-none text-danger" aria-hidden />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
