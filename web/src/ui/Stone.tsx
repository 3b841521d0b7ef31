import type { ReactNode } from 'react'
import stone from '#/ui/stone.svg?no-inline'

/** A slab of the stone with one streak of gold. Dark in both themes. */
export function Stone({ children }: { children: ReactNode }) {
  return (
    <header
      data-theme="dark"
      className="relative flex flex-col overflow-hidden border-line bg-sunken px-12 py-10 text-ink max-md:min-h-42 max-md:border-b max-md:px-5 max-md:pt-5 max-md:pb-6 md:border-r"
    >
      <img src={stone} alt="" className="absolute inset-0 size-full object-cover object-right-top" />
      <div className="relative mt-auto max-w-120">{children}</div>
    </header>
  )
}
