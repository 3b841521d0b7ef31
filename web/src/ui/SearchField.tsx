import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { frame } from '#/ui/Field'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: string
  keys?: ReactNode
}

/** A search box. Its label is for readers only; the placeholder says the same to everyone else. */
export function SearchField({ label, keys, ...rest }: Props) {
  return (
    <label className={`${frame} h-(--control)`}>
      <span className="sr-only">{label}</span>
      <Search size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />
      <input
        {...rest}
        type="search"
        className="min-w-0 flex-1 bg-transparent text-ellipsis outline-none max-md:text-16 [&::-webkit-search-cancel-button]:hidden"
      />
      {keys}
    </label>
  )
}
