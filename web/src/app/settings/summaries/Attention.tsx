import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A value that an administrator should look at. */
export function Attention({ children }: { children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-warning">
      <TriangleAlert size={13} strokeWidth={1.9} className="flex-none" aria-hidden />
      <span className="truncate">{children}</span>
    </span>
  )
}
