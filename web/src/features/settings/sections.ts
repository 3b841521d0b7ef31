import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const TABS = [
  'general',
  'access',
  'people',
  'networks',
  'contracts',
  'builds',
  'errors',
  'scoring',
  'seasons',
  'missions',
  'rewards',
  'fairness',
  'announcements',
  'notifications',
  'webhooks',
  'integrations',
  'audit',
  'about',
] as const
export type Tab = (typeof TABS)[number]

export const TAB_WORDS: Record<Tab, MessageDescriptor> = {
  general: msg`General`,
  access: msg`Access`,
  people: msg`People`,
  networks: msg`Networks`,
  contracts: msg`Contracts & tokens`,
  builds: msg`Builds`,
  errors: msg`Errors`,
  scoring: msg`Scoring`,
  seasons: msg`Seasons`,
  missions: msg`Missions`,
  rewards: msg`Rewards`,
  fairness: msg`Fairness`,
  announcements: msg`Announcements`,
  notifications: msg`Notifications`,
  webhooks: msg`Webhooks & API`,
  integrations: msg`Integrations`,
  audit: msg`Audit`,
  about: msg`About`,
}

export interface KnownSetting {
  key: string
  label: MessageDescriptor
  /** What it may be, where it is one of a few. */
  choices?: { value: string; label: MessageDescriptor }[]
  unit?: MessageDescriptor
}

/** Which settings stand where, and what people call them. */
export const GROUPS: { tab: Tab; title: MessageDescriptor; settings: KnownSetting[] }[] = [
  {
    tab: 'general',
    title: msg`Names`,
    settings: [
      { key: 'product.name', label: msg`Product` },
      { key: 'product.shortName', label: msg`Short name` },
    ],
  },
  {
    tab: 'general',
    title: msg`Programme`,
    settings: [
      { key: 'programme.readOnly', label: msg`Read only` },
      { key: 'programme.timeZone', label: msg`Time zone` },
      { key: 'security.contact', label: msg`Security contact` },
    ],
  },
  {
    tab: 'general',
    title: msg`Words`,
    settings: [
      { key: 'areas', label: msg`Areas` },
      { key: 'severity.words', label: msg`Severities` },
    ],
  },
  {
    tab: 'general',
    title: msg`Response target`,
    settings: [
      {
        key: 'promise.firstResponseS1h',
        label: msg`First decision or question, claimed critical`,
        unit: msg`hours`,
      },
      { key: 'promise.firstResponseH', label: msg`First decision or question, all others`, unit: msg`hours` },
      { key: 'promise.decisionDays', label: msg`Decision`, unit: msg`days` },
    ],
  },
  {
    tab: 'general',
    title: msg`Reports`,
    settings: [
      { key: 'issue.needsInfoDays', label: msg`Questions stay open`, unit: msg`days` },
      { key: 'issue.reopenDays', label: msg`Reopening`, unit: msg`days` },
      { key: 'issue.undoSeconds', label: msg`Undo in triage`, unit: msg`seconds` },
      { key: 'fixcheck.days', label: msg`Undoubted fix is verified after`, unit: msg`days` },
      { key: 'fixcheck.quorum', label: msg`Checks that verify a fix`, unit: msg`testers` },
      {
        key: 'fixcheck.ask',
        label: msg`Others asked to check a fix, beside those with proof`,
        unit: msg`testers`,
      },
      { key: 'dup.trigram', label: msg`Similar titles`, unit: msg`per cent` },
      { key: 'dup.max', label: msg`Similar reports shown`, unit: msg`reports` },
    ],
  },
  {
    tab: 'access',
    title: msg`Who may come in`,
    settings: [
      {
        key: 'access.mode',
        label: msg`New accounts`,
        choices: [
          { value: 'open', label: msg`Anybody` },
          { value: 'invite', label: msg`With an invitation` },
          { value: 'wallets', label: msg`Wallet list` },
        ],
      },
      {
        key: 'access.premoderate',
        label: msg`New reports wait for an administrator`,
        choices: [
          { value: 'never', label: msg`Never` },
          { value: 'trust0', label: msg`Of new testers` },
          { value: 'always', label: msg`Always` },
        ],
      },
    ],
  },
  {
    tab: 'networks',
    title: msg`Proofs`,
    settings: [
      { key: 'evidence.shareTestnet', label: msg`Others see hashes of test networks` },
      { key: 'evidence.shareMainnet', label: msg`Others see hashes of real networks` },
      { key: 'evidence.quoteDeviationBps', label: msg`Shortfall from the quote that counts`, unit: msg`bps` },
      { key: 'evidence.priceImpactBps', label: msg`High price impact`, unit: msg`bps` },
    ],
  },
  {
    tab: 'seasons',
    title: msg`Review`,
    settings: [{ key: 'season.reviewDays', label: msg`Results are checked for`, unit: msg`days` }],
  },
  {
    tab: 'fairness',
    title: msg`When a case opens, and how long somebody may object`,
    settings: [
      { key: 'risk.watchScore', label: msg`A case opens at`, unit: msg`points of the score` },
      { key: 'appeal.days', label: msg`A decision may be appealed for`, unit: msg`days` },
      { key: 'appeal.open', label: msg`Open appeals of one person`, unit: msg`at a time` },
    ],
  },
  {
    tab: 'notifications',
    title: msg`Mail`,
    settings: [
      {
        key: 'notify.digestHour',
        label: msg`The digest comes at`,
        unit: msg`o’clock, each reader’s own time`,
      },
      { key: 'notify.mailPerDay', label: msg`Mails to one person at once`, unit: msg`per day` },
    ],
  },
  {
    tab: 'notifications',
    title: msg`Kept for`,
    settings: [
      { key: 'retention.notificationsDays', label: msg`Read notifications`, unit: msg`days` },
      { key: 'retention.deliveriesDays', label: msg`Delivery logs`, unit: msg`days` },
    ],
  },
]
