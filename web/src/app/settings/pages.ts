// The pages of the settings: what each is called, and in which group it is.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Flag, FlaskConical, Gem, type LucideIcon, Network, Plug, Server, Users } from 'lucide-react'

/** The last part of the address of each page. */
export const PAGES = [
  'general',
  'areas',
  'response',
  'access',
  'legal',
  'people',
  'points',
  'networks',
  'contracts',
  'errors',
  'builds',
  'missions',
  'scoring',
  'seasons',
  'rewards',
  'fairness',
  'announcements',
  'notifications',
  'integrations',
  'widget',
  'keys',
  'webhooks',
  'audit',
  'about',
] as const
export type SettingsPageName = (typeof PAGES)[number]

export const PAGE_LABEL: Record<SettingsPageName, MessageDescriptor> = {
  general: msg`General`,
  areas: msg`Areas and severities`,
  response: msg`Response and fixes`,
  access: msg`Access`,
  legal: msg`Legal pages`,
  people: msg`People`,
  points: msg`Manual points`,
  networks: msg`Networks`,
  contracts: msg`Contracts and tokens`,
  errors: msg`Errors`,
  builds: msg`Builds`,
  missions: msg`Missions`,
  scoring: msg`Scoring`,
  seasons: msg`Seasons`,
  rewards: msg`Payouts`,
  fairness: msg`Fairness`,
  announcements: msg`Announcements`,
  notifications: msg`E-mail`,
  integrations: msg`Chat and trackers`,
  widget: msg`Widget`,
  keys: msg`API keys`,
  webhooks: msg`Webhooks`,
  audit: msg`Audit log`,
  about: msg`About`,
}

interface SettingsGroup {
  name: string
  label: MessageDescriptor
  Icon: LucideIcon
  pages: readonly [SettingsPageName, ...SettingsPageName[]]
}

export const SETTINGS_GROUPS: SettingsGroup[] = [
  {
    name: 'programme',
    label: msg`Programme`,
    Icon: Flag,
    pages: ['general', 'areas', 'response', 'access', 'legal'],
  },
  { name: 'people', label: msg`People`, Icon: Users, pages: ['people', 'points'] },
  { name: 'chains', label: msg`Chains`, Icon: Network, pages: ['networks', 'contracts', 'errors'] },
  { name: 'testing', label: msg`Testing`, Icon: FlaskConical, pages: ['builds', 'missions'] },
  { name: 'rewards', label: msg`Rewards`, Icon: Gem, pages: ['scoring', 'seasons', 'rewards', 'fairness'] },
  {
    name: 'connections',
    label: msg`Connections`,
    Icon: Plug,
    pages: ['announcements', 'notifications', 'integrations', 'widget', 'keys', 'webhooks'],
  },
  { name: 'system', label: msg`System`, Icon: Server, pages: ['audit', 'about'] },
]
