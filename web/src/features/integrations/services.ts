import { TRACKER_KINDS } from '#/entities/tracker/schema'

export const SERVICES = ['discord', 'telegram', 'slack', ...TRACKER_KINDS] as const
export type Service = (typeof SERVICES)[number]

/** What they call themselves, in every language. */
export const SERVICE_NAME: Record<Service, string> = {
  discord: 'Discord',
  telegram: 'Telegram',
  slack: 'Slack',
  github: 'GitHub',
  linear: 'Linear',
  jira: 'Jira',
}
