// Rule sets to begin with, as the server has them (`feedback-rules`, `rule_set/preset.rs`).
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { RULE_LINES } from '#/entities/rule/lines'
import { numberAt, type Rules } from '#/entities/rule/schema'

const balanced: Rules = {
  bug: { S1: 400, S2: 150, S3: 50, S4: 15 },
  bugS4PerDay: 3,
  friction: { points: 20, perDay: 3 },
  ideaAccepted: 30,
  ideaPerWeek: 2,
  ideaShipped: 70,
  quality: { A: 12_500, B: 10_000, C: 6000 },
  coFinderShares: [2000, 1000, 500, 250, 125],
  coverage: { points: 5, perDay: 4 },
  coveragePerIssue: 6,
  fixCheck: { points: 10, perDay: 5 },
  fixCheckPersons: 3,
  regressionBps: 4000,
  duplicate: { points: 3, perDay: 10 },
  helpful: { points: 5, perDay: 3 },
  missionBlockedBps: 5000,
  spamPenalty: 20,
  abuseMost: 500,
  settleDays: 7,
  trust: { knownAccepted: 1, reliableAccepted: 5, reliableBps: 6000, expertAccepted: 20, expertBps: 7500 },
}

export interface RulePreset {
  key: string
  label: MessageDescriptor
  /** Whom it suits. */
  purpose: MessageDescriptor
  rules: Rules
}

export const RULE_PRESETS: RulePreset[] = [
  {
    key: 'usability',
    label: msg`Usability`,
    purpose: msg`Ideas and friction pay more. For early versions.`,
    rules: {
      ...balanced,
      bug: { S1: 300, S2: 100, S3: 50, S4: 20 },
      friction: { points: 50, perDay: 5 },
      ideaAccepted: 40,
      ideaPerWeek: 3,
      ideaShipped: 100,
      helpful: { points: 8, perDay: 5 },
    },
  },
  {
    key: 'balanced',
    label: msg`Balanced`,
    purpose: msg`Pays for bugs, ideas and fix checks. The default.`,
    rules: balanced,
  },
  {
    key: 'bug_hunt',
    label: msg`Bug hunt`,
    purpose: msg`Most points go to severe bugs. For the weeks before a release.`,
    rules: {
      ...balanced,
      bug: { S1: 600, S2: 200, S3: 60, S4: 10 },
      friction: { points: 10, perDay: 2 },
      ideaAccepted: 10,
      ideaShipped: 30,
      regressionBps: 5000,
      fixCheck: { points: 15, perDay: 8 },
    },
  },
]

/** The paths whose number differs. */
export const changesOf = (current: Rules, draft: Rules): string[] =>
  RULE_LINES.map(({ path }) => path).filter(path => numberAt(current, path) !== numberAt(draft, path))

/** The preset with the fewest other numbers, and how many those are. */
export function nearestPreset(rules: Rules): { preset: RulePreset; differing: number } {
  const [nearest] = RULE_PRESETS.map(preset => ({
    preset,
    differing: changesOf(preset.rules, rules).length,
  })).toSorted((one, other) => one.differing - other.differing)
  return nearest as { preset: RulePreset; differing: number }
}
