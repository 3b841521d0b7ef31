// The words for the rule sets to begin with. Their numbers come from the server with the rules.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { RULE_LINES } from '#/entities/rule/lines'
import { numberAt, type RulePreset, type Rules } from '#/entities/rule/schema'

/** What a preset is called, and whom it suits. */
export const PRESET_WORDS: Partial<Record<string, { label: MessageDescriptor; purpose: MessageDescriptor }>> =
  {
    usability: {
      label: msg`Usability`,
      purpose: msg`Ideas and friction pay more. For early versions.`,
    },
    balanced: {
      label: msg`Balanced`,
      purpose: msg`Pays for bugs, ideas and fix checks. The default.`,
    },
    bug_hunt: {
      label: msg`Bug hunt`,
      purpose: msg`Most points go to severe bugs. For the weeks before a release.`,
    },
  }

/** The paths whose number differs. */
export const changesOf = (current: Rules, draft: Rules): string[] =>
  RULE_LINES.map(({ path }) => path).filter(path => numberAt(current, path) !== numberAt(draft, path))

/** The preset with the fewest other numbers, and how many those are. */
export function nearestPreset(
  presets: RulePreset[],
  rules: Rules,
): { preset: RulePreset; differing: number } | undefined {
  const [nearest] = presets
    .map(preset => ({ preset, differing: changesOf(preset.rules, rules).length }))
    .toSorted((one, other) => one.differing - other.differing)
  return nearest
}
