import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface Props {
  number: number
  /** Beside words that matter more. */
  quiet?: boolean
  children?: ReactNode
}

/** Leads to an issue. It is in sentences, where colour alone does not make a link. */
export function IssueLink({ number, quiet, children }: Props) {
  return (
    <Link
      to="/issues/$number"
      params={{ number: String(number) }}
      className={clsx(
        'underline underline-offset-2',
        quiet ? 'text-ink-3 decoration-line-strong hover:text-ink-2' : 'decoration-link-line',
      )}
    >
      {children ?? `#${number}`}
    </Link>
  )
}
