// The rule set: every number that points hang on.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

const small = v.object({ points: count, perDay: count })

export const rules = v.object({
  bug: v.object({ S1: count, S2: count, S3: count, S4: count }),
  bugS4PerDay: count,
  friction: small,
  ideaAccepted: count,
  ideaPerWeek: count,
  ideaShipped: count,
  quality: v.object({ A: count, B: count, C: count }),
  coFinderShares: v.array(count),
  fixCheck: small,
  fixCheckPersons: count,
  regressionBps: count,
  thanks: small,
  missionBlockedBps: count,
  spamPenalty: count,
  abuseMost: count,
  settleDays: count,
  trust: v.object({
    knownAccepted: count,
    reliableAccepted: count,
    reliableBps: count,
    expertAccepted: count,
    expertBps: count,
  }),
})
export type Rules = v.InferOutput<typeof rules>

export const ruleSet = v.object({
  version: count,
  rules,
  effectiveFrom: moment,
  note: v.optional(v.string(), ''),
})
export type RuleSet = v.InferOutput<typeof ruleSet>

const change = v.object({ key: v.string(), before: maybe(v.number()), after: maybe(v.number()) })
export type RuleChange = v.InferOutput<typeof change>

const history = v.object({
  version: count,
  effectiveFrom: moment,
  note: v.optional(v.string(), ''),
  publishedBy: maybe(person),
  diff: v.optional(v.array(change), []),
})
export type RuleHistory = v.InferOutput<typeof history>

const rulePreset = v.object({ key: v.string(), rules })
export type RulePreset = v.InferOutput<typeof rulePreset>

/** The rules that hold, those that were published last, and how they became so. */
export const ruleBook = v.pipe(
  v.object({
    current: ruleSet,
    latest: maybe(ruleSet),
    history: v.array(history),
    presets: v.array(rulePreset),
  }),
  v.transform(({ current, latest, ...rest }) => ({ ...rest, current, latest: latest ?? current })),
)

/** The number at a path; places of a list count from one. `null` if there is none. */
export function numberAt(set: Rules, path: string): number | null {
  let value: unknown = set
  for (const part of path.split(/\./)) {
    if (Array.isArray(value)) value = value[Number(part) - 1]
    else if (typeof value === 'object' && value !== null) value = (value as Record<string, unknown>)[part]
    else return null
  }
  return typeof value === 'number' ? value : null
}

/** The rules with another number at a path. A share of nothing ends the list there. */
export function withNumber(set: Rules, path: string, number: number): Rules {
  const changed = structuredClone(set)
  const [first = '', second] = path.split(/\./)
  if (first === 'coFinderShares') {
    const shares = [...changed.coFinderShares]
    const place = Number(second) - 1
    for (let before = shares.length; before < place; before += 1) shares[before] = number
    shares[place] = number
    const end = shares.indexOf(0)
    changed.coFinderShares = end < 0 ? shares : shares.slice(0, end)
    return changed
  }
  const top = changed as unknown as Record<string, unknown>
  if (second) (top[first] as Record<string, number>)[second] = number
  else top[first] = number
  return changed
}
