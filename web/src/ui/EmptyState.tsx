import type { ReactNode } from 'react'

interface Props {
  /** Above the fact: where this is, in a list of such. */
  label?: ReactNode
  icon?: ReactNode
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** Level of the heading in the page. */
  level?: 1 | 2 | 3
}

/** One fact, one sentence, one way on. */
export function EmptyState({ label, icon, title, actions, children, level = 3 }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className="grid justify-items-start gap-1.5 px-4 pt-3 pb-5">
      {label && <p className="text-12 text-ink-3">{label}</p>}
      <Heading className="flex items-center gap-2 text-14">
        {icon}
        {title}
      </Heading>
      {children && <p className="max-w-[46ch] text-ink-2">{children}</p>}
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
