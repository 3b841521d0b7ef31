import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe } from '#/backend/shapes'
import { bucket } from '#/entities/notification/schema'

export const PRESETS = ['quiet', 'normal', 'everything'] as const
export type Preset = (typeof PRESETS)[number]
export const MAIL_CHOICES = ['now', 'digest', 'off'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]
export type Channel = 'app' | 'mail' | 'push' | 'chat'

const kindChoice = v.object({
  kind: v.string(),
  bucket,
  app: v.boolean(),
  mail: v.picklist(MAIL_CHOICES),
  push: v.boolean(),
  chat: v.boolean(),
  /** Channels in which it cannot be switched off. */
  locked: v.optional(v.array(v.string()), []),
  /** Whether it is otherwise than the preset has it. */
  changed: v.optional(v.boolean(), false),
})
export type KindRow = v.InferOutput<typeof kindChoice>
/** What is chosen for one kind. */
export type KindChoice = Pick<KindRow, 'kind' | Channel>

export const mailState = v.object({
  address: maybe(v.string()),
  verified: v.optional(v.boolean(), false),
  /** `ok`, or why nothing is sent there. */
  state: v.optional(v.string(), 'ok'),
})
export type MailState = v.InferOutput<typeof mailState>

/** From when to when nothing but the app says anything, as `22:00`. */
const quiet = v.object({ from: v.string(), to: v.string() })
export type QuietHours = v.InferOutput<typeof quiet>

export const preferences = v.object({
  /** What was chosen last; single kinds may be otherwise since. */
  preset: v.fallback(maybe(v.picklist(PRESETS)), null),
  kinds: v.array(kindChoice),
  quiet: maybe(quiet),
  digestHour: count,
  timeZone: v.optional(v.string(), 'UTC'),
  mail: v.optional(mailState, {}),
  channels: v.optional(
    v.object({
      push: v.optional(v.boolean(), false),
      discord: v.optional(v.boolean(), false),
      telegram: v.optional(v.boolean(), false),
    }),
    {},
  ),
})
export type Preferences = v.InferOutput<typeof preferences>

export const preferencesQuery = queryOptions({
  queryKey: ['notify preferences'],
  queryFn: () => call('notifyPreferencesGet', {}, preferences),
  // A form stands on it.
  refetchOnWindowFocus: false,
})

/** What may be changed; what is left out stays. */
export interface PreferencesChange {
  preset?: Preset
  kinds?: KindChoice[]
  quiet?: QuietHours | null
  digestHour?: number
}

/** The preset that the choices are, if they are one. */
export const presetOf = ({ preset, kinds }: Preferences): Preset | null =>
  kinds.some(({ changed }) => changed) ? null : preset
