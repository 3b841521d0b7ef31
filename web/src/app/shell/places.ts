import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CircleDot, LayoutDashboard, type LucideIcon, Settings, Trophy } from 'lucide-react'

export interface Place {
  to: '/' | '/issues' | '/leaderboard' | '/admin/settings'
  label: MessageDescriptor
  Icon: LucideIcon
  keys: [string, string]
  /** Addresses elsewhere that belong here. */
  also?: string[]
}

/** What the sidebar offers everybody. */
export const PLACES: Place[] = [
  {
    to: '/',
    label: msg`Dashboard`,
    Icon: LayoutDashboard,
    keys: ['g', 'd'],
    also: ['/missions', '/u', '/notifications', '/link'],
  },
  { to: '/issues', label: msg`Issues`, Icon: CircleDot, keys: ['g', 'i'] },
  { to: '/leaderboard', label: msg`Leaderboard`, Icon: Trophy, keys: ['g', 'l'] },
]

/** What it offers administrators as well. */
export const ADMIN_PLACES: Place[] = [
  { to: '/admin/settings', label: msg`Settings`, Icon: Settings, keys: ['g', 's'] },
]

const below = (parent: string, pathname: string) => pathname === parent || pathname.startsWith(`${parent}/`)

/** Whether `pathname` is the place or lies below it. */
export function isAt(place: Place, pathname: string): boolean {
  if (place.also?.some(parent => below(parent, pathname))) return true
  return place.to === '/' ? pathname === '/' : below(place.to, pathname)
}
