import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  number: number
  /** Beside words that matter more. */
  quiet?: boolean
  children?: ReactNode
}

/** Leads to an issue. */
export function IssueLink({ number, quiet, children }: Props) {
  return (
    <Link
      to="/issues/$number"
      params={{ number: String(number) }}
      className={
        quiet ? 'text-ink-3 underline decoration-line-strong underline-offset-2 hover:text-ink-2' : ''
      }
    >
      {children ?? `#${number}`}
    </Link>
  )
}
