import * as v from 'valibot'
import { maybe, moment } from '#/backend/shapes'

export const SERVICES = ['discord', 'telegram'] as const
export type Service = (typeof SERVICES)[number]

/** What the services call themselves, in every language. */
export const SERVICE_NAME: Record<Service, string> = { discord: 'Discord', telegram: 'Telegram' }

const link = v.object({
  service: v.picklist(SERVICES),
  /** Whether the administrators have set the service up. */
  available: v.optional(v.boolean(), true),
  /** `pending`: the service has told who it is, and the person has to agree here. */
  state: v.optional(v.string(), 'none'),
  name: maybe(v.string()),
  linkedAt: maybe(moment),
  problem: maybe(v.string()),
})
export type AccountLink = v.InferOutput<typeof link>
export const links = v.object({ rows: v.array(link) })

/** Where linking goes on: a page of the service, or its app. */
export const started = v.object({
  url: maybe(v.string()),
  deepLink: maybe(v.string()),
  /** What to type at the service instead: `/link code:…`. */
  code: maybe(v.string()),
  expiresAt: maybe(moment),
})
/** `broken`: linked, and the service lets nothing through; `problem` says why. */
export const finished = v.object({
  state: v.optional(v.string(), 'linked'),
  name: maybe(v.string()),
  problem: maybe(v.string()),
})
