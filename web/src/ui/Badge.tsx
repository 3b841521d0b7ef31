import { useLingui } from '@lingui/react/macro'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badge = cva(
  'inline-flex h-5 items-center gap-[5px] rounded-1 border px-[7px] align-middle text-12 leading-none font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        plain: 'border-line-strong text-ink-2',
        raised: 'border-line-strong bg-raised text-ink-2',
        gold: 'border-gold-line bg-gold-wash text-gold-text',
        success: 'border-success-line bg-success-wash text-success',
        warning: 'border-warning-line bg-warning-wash text-warning',
        danger: 'border-danger-line bg-danger-wash text-danger',
        info: 'border-info-line bg-info-wash text-info',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

interface Props extends VariantProps<typeof badge> {
  icon?: ReactNode
  children: ReactNode
}

/** A state in one or two words, in a box. */
export function Badge({ tone, icon, children }: Props) {
  return (
    <span className={badge({ tone })}>
      {icon}
      {children}
    </span>
  )
}

/** The role of a user: gold for administrators. */
export function RoleBadge({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useLingui()
  return isAdmin ? <Badge tone="gold">{t`Admin`}</Badge> : <Badge tone="raised">{t`User`}</Badge>
}

/** A machine word: a class of failure, a rule. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-[18px] items-center rounded-1 bg-sunken px-1.5 align-middle font-mono text-11 tracking-tight whitespace-nowrap text-ink-2">
      {children}
    </span>
  )
}
