// Part of the table of routes, which every visitor loads: keep it small.

/** The parts of a settings page's view that are in its address. */
const KEYS = [
  'q',
  'sort',
  'show',
  'person',
  'actor',
  'action',
  'from',
  'to',
  'service',
  'network',
  'season',
  'step',
  'webhook',
  'key',
] as const

export type SettingsAddress = { [Key in (typeof KEYS)[number]]?: string }

/** What of an address is known; which values a key can have is the page's to say. */
export function readSettings(search: Record<string, unknown>): SettingsAddress {
  return Object.fromEntries(
    KEYS.flatMap(key => {
      const value = search[key]
      return typeof value === 'string' && value !== '' ? [[key, value.slice(0, 200)]] : []
    }),
  )
}
