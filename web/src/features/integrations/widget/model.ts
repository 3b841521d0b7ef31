import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

export const widgetKey = v.object({
  id: v.string(),
  /** Pages show it to everyone. */
  key: v.string(),
  name: v.string(),
  origins: v.array(v.string()),
  isOn: v.boolean(),
  /** Whether pages record wallet calls. */
  records: v.boolean(),
  /** Whether pages send reports without a sign-in. */
  unsigned: v.boolean(),
  createdAt: moment,
  lastUsedAt: maybe(moment),
  lastOrigin: maybe(v.string()),
  /** Testers who are signed in on a page. */
  devices: count,
})
export type WidgetKey = v.InferOutput<typeof widgetKey>

export const widgetKeys = v.object({
  rows: v.array(widgetKey),
  /** The address that pages send reports to. */
  server: v.string(),
})

/** The version of the widget that comes with the server. */
export const release = v.object({ version: v.string(), start: v.string(), integrity: v.string() })
