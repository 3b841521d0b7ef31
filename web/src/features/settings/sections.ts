import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export interface KnownSetting {
  key: string
  label: MessageDescriptor
  /** What it may be, where it is one of a few. */
  choices?: { value: string; label: MessageDescriptor }[]
  unit?: MessageDescriptor
}

/** On which page a setting is, and what it is called. */
export const GROUPS: { tab: string; title: MessageDescriptor; settings: KnownSetting[] }[] = [
  {
    tab: 'general',
    title: msg`Names`,
    settings: [
      { key: 'product.name', label: msg`Product` },
      { key: 'product.shortName', label: msg`Short name` },
      { key: 'product.url', label: msg`Product URL` },
    ],
  },
  {
    tab: 'general',
    title: msg`Brand`,
    settings: [
      { key: 'brand.logo', label: msg`Logo` },
      { key: 'brand.accent', label: msg`Accent colour` },
      { key: 'mail.senderName', label: msg`Sender of e-mails` },
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
    tab: 'areas',
    title: msg`Names of areas and severities`,
    settings: [
      { key: 'areas', label: msg`Areas` },
      { key: 'severity.words', label: msg`Severities` },
    ],
  },
  {
    tab: 'response',
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
    tab: 'response',
    title: msg`Reports`,
    settings: [
      { key: 'issue.needsInfoDays', label: msg`Close unanswered questions after`, unit: msg`days` },
      { key: 'issue.reopenDays', label: msg`Reports can be reopened for`, unit: msg`days` },
      { key: 'issue.undoSeconds', label: msg`Time to undo a decision`, unit: msg`seconds` },
      { key: 'fixcheck.days', label: msg`Verify a fix automatically after`, unit: msg`days` },
      { key: 'fixcheck.quorum', label: msg`Checks that verify a fix`, unit: msg`testers` },
      {
        key: 'fixcheck.ask',
        label: msg`Testers without proof who are asked to check a fix`,
        unit: msg`testers`,
      },
      { key: 'dup.trigram', label: msg`Similar titles`, unit: msg`per cent` },
      { key: 'dup.max', label: msg`Similar reports shown`, unit: msg`reports` },
    ],
  },
  {
    tab: 'access',
    title: msg`Who can join`,
    settings: [
      {
        key: 'access.mode',
        label: msg`New accounts`,
        choices: [
          { value: 'open', label: msg`Everyone` },
          { value: 'invite', label: msg`With an invitation` },
          { value: 'wallets', label: msg`Wallet list` },
        ],
      },
      {
        key: 'access.premoderate',
        label: msg`Review new reports before other testers see them`,
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
      { key: 'evidence.shareTestnet', label: msg`Show hashes of test networks to other testers` },
      { key: 'evidence.shareMainnet', label: msg`Show hashes of real networks to other testers` },
      {
        key: 'evidence.quoteDeviationBps',
        label: msg`Quote shortfall that counts as a failure`,
        unit: msg`bps`,
      },
      { key: 'evidence.priceImpactBps', label: msg`High price impact`, unit: msg`bps` },
      {
        key: 'failures.askExpected',
        label: msg`Also ask testers about failures that are meant to happen`,
      },
    ],
  },
  {
    tab: 'seasons',
    title: msg`Review`,
    settings: [{ key: 'season.reviewDays', label: msg`Time to check results`, unit: msg`days` }],
  },
  {
    tab: 'fairness',
    title: msg`Cases and appeals`,
    settings: [
      { key: 'risk.watchScore', label: msg`A case opens at`, unit: msg`points of the score` },
      { key: 'appeal.days', label: msg`Appeal period`, unit: msg`days` },
      { key: 'appeal.open', label: msg`Open appeals of one person`, unit: msg`at a time` },
    ],
  },
  {
    tab: 'notifications',
    title: msg`E-mail`,
    settings: [
      {
        key: 'notify.digestHour',
        label: msg`Digest is sent at`,
        unit: msg`o’clock, in each user’s time zone`,
      },
      { key: 'notify.mailPerDay', label: msg`Immediate e-mails to one person`, unit: msg`per day` },
    ],
  },
  {
    tab: 'notifications',
    title: msg`Retention`,
    settings: [
      { key: 'retention.notificationsDays', label: msg`Read notifications`, unit: msg`days` },
      { key: 'retention.deliveriesDays', label: msg`Delivery logs`, unit: msg`days` },
    ],
  },
]
