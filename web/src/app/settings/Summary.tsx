import type { ComponentType } from 'react'
import type { SettingsPageName } from '#/app/settings/pages'
import * as chains from '#/app/settings/summaries/chains'
import * as connections from '#/app/settings/summaries/connections'
import * as programme from '#/app/settings/summaries/programme'
import * as rewards from '#/app/settings/summaries/rewards'
import * as system from '#/app/settings/summaries/system'

const LINE: Record<SettingsPageName, ComponentType> = {
  general: programme.General,
  areas: programme.Areas,
  response: programme.Response,
  access: programme.Access,
  legal: programme.Legal,
  people: programme.People,
  points: rewards.ManualPoints,
  networks: chains.Networks,
  contracts: chains.Contracts,
  errors: chains.Errors,
  builds: chains.Builds,
  missions: chains.Missions,
  scoring: rewards.Scoring,
  seasons: rewards.Seasons,
  rewards: rewards.Payouts,
  fairness: rewards.Fairness,
  announcements: connections.Announcements,
  notifications: connections.Mail,
  integrations: connections.ChatAndTrackers,
  widget: connections.Widget,
  keys: connections.ApiKeys,
  webhooks: connections.Webhooks,
  audit: system.Audit,
  about: system.About,
}

/** The present value of a page in a few words; nothing until it is known. */
export function Summary({ page }: { page: SettingsPageName }) {
  const Line = LINE[page]
  return <Line />
}
