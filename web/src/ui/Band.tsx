import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const band = cva('flex items-center gap-3 rounded-3 border py-2.5 pr-3 pl-3.5 max-md:flex-wrap', {
  variants: {
    tone: {
      plain: 'border-line-strong bg-panel',
      success: 'border-success-line bg-success-wash [&>svg]:text-success',
      info: 'border-info-line bg-info-wash [&>svg]:text-info',
      warning: 'border-warning-line bg-warning-wash [&>svg]:text-warning',
      danger: 'border-danger-line bg-danger-wash [&>svg]:text-danger',
    },
  },
  defaultVariants: { tone: 'plain' },
})

interface Props extends VariantProps<typeof band> {
  icon: ReactNode
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** `alert` interrupts a reader; `status` waits. */
  role?: 'alert' | 'status'
}

/** One fact that concerns the whole page. */
export function Band({ tone, icon, title, actions, children, role }: Props) {
  return (
    <div className={band({ tone })} role={role}>
      {icon}
      <p className="min-w-0 flex-1 text-ink-2">
        <strong className="font-medium text-ink">{title}</strong> {children}
      </p>
      {actions}
    </div>
  )
}
