import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Leads to an issue. */
export function IssueLink({ number, children }: { number: number; children?: ReactNode }) {
  return <Link to={`/issues/${number}` as '/issues'}>{children ?? `#${number}`}</Link>
}
