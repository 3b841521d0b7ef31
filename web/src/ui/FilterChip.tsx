import { useLingui } from '@lingui/react/macro'
import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  children: ReactNode
  /** The filter holds; pressing takes it away. */
  on?: boolean
}

const CHIP =
  'inline-flex h-(--control-sm) items-center gap-1 rounded-2 border pr-1.5 pl-2 text-12 whitespace-nowrap hover:text-ink'

/** One filter of a list. */
export function FilterChip({ on, children, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={on}
      title={on ? t`Remove` : undefined}
      className={`${CHIP} ${on ? 'border-link-line bg-link-wash text-link' : 'border-dashed border-line-strong text-ink-2 hover:bg-hover'}`}
    >
      {children}
      {on ? (
        <X size={12} strokeWidth={2.1} aria-hidden />
      ) : (
        <ChevronDown size={12} strokeWidth={2.1} aria-hidden />
      )}
    </button>
  )
}
