import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nearestPreset, RULE_PRESETS } from '#/entities/rule/presets'

const server = readFileSync(
  new URL('../../../../crates/feedback/rules/src/rule_set/preset.rs', import.meta.url),
  'utf8',
)

const rulesOf = (key: string) => {
  const preset = RULE_PRESETS.find(each => each.key === key)
  if (!preset) throw new Error(`There is no preset ${key}.`)
  return preset.rules
}

test.each([
  ['bug_hunt', /Preset::BugHunt => Rules \{(.*?)\.\.balanced/s],
  ['usability', /Preset::Usability => Rules \{(.*?)\.\.balanced/s],
  ['balanced', /fn balanced\(\) -> Rules \{\s*Rules \{(.*?)\n {4}\}\n\}/s],
])('%s has the numbers of the server', (key, block) => {
  const rules = rulesOf(key)
  const text = block.exec(server)?.[1] ?? ''
  const numberOf = (field: string) =>
    Number(new RegExp(`\\b${field}: ([\\d_]+)`).exec(text)?.[1]?.replaceAll('_', ''))
  const { S1: s1, S2: s2, S3: s3, S4: s4 } = rules.bug
  expect(text).toContain(`BugPoints { s1: ${s1}, s2: ${s2}, s3: ${s3}, s4: ${s4} }`)
  expect(text).toContain(
    `friction: Small { points: ${rules.friction.points}, per_day: ${rules.friction.perDay} }`,
  )
  expect(numberOf('idea_accepted')).toBe(rules.ideaAccepted)
  expect(numberOf('idea_shipped')).toBe(rules.ideaShipped)
})

test('rules are named after the preset they differ least from', () => {
  const balanced = rulesOf('balanced')
  expect(nearestPreset(balanced)).toMatchObject({ preset: { key: 'balanced' }, differing: 0 })
  const changed = { ...balanced, ideaShipped: 71, bug: { ...balanced.bug, S4: 5 } }
  expect(nearestPreset(changed)).toMatchObject({ preset: { key: 'balanced' }, differing: 2 })
})
