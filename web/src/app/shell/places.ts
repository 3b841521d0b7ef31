import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  CircleDot,
  Inbox,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Settings,
  Target,
  Trophy,
} from 'lucide-react'

export interface Place {
  to: '/' | '/issues' | '/leaderboard' | '/missions' | '/notifications' | '/review' | '/admin/settings'
  label: MessageDescriptor
  Icon: LucideIcon
  keys: [string, string]
  /** Addresses elsewhere that belong here. */
  also?: string[]
}

/** What the sidebar always offers all users. */
export const PLACES: Place[] = [
  { to: '/', label: msg`Dashboard`, Icon: LayoutDashboard, keys: ['g', 'd'] },
  { to: '/issues', label: msg`Issues`, Icon: CircleDot, keys: ['g', 'i'] },
  { to: '/leaderboard', label: msg`Leaderboard`, Icon: Trophy, keys: ['g', 'l'], also: ['/payouts'] },
]

export const MISSIONS: Place = { to: '/missions', label: msg`Missions`, Icon: Target, keys: ['g', 'm'] }

export const INBOX: Place = { to: '/notifications', label: msg`Inbox`, Icon: Inbox, keys: ['g', 'n'] }

export const REVIEW: Place = { to: '/review', label: msg`Review`, Icon: ListChecks, keys: ['g', 'r'] }

export const SETTINGS: Place = {
  to: '/admin/settings',
  label: msg`Settings`,
  Icon: Settings,
  keys: ['g', 's'],
}

const below = (parent: string, pathname: string) => pathname === parent || pathname.startsWith(`${parent}/`)

/** Whether `pathname` is the place or lies below it. */
export function isAt(place: Place, pathname: string): boolean {
  if (place.also?.some(parent => below(parent, pathname))) return true
  return place.to === '/' ? pathname === '/' : below(place.to, pathname)
}
