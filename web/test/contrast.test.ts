// The contrast of every pair that look.md promises, computed from the tokens themselves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = ['tokens.css', 'tokens-member.css', 'tokens-data.css']
  .map(name => readFileSync(join(import.meta.dirname, '../src/ui', name), 'utf8'))
  .join('\n')

/** The colours that hold under `selector`. */
function theme(selector: RegExp): Map<string, string> {
  const blocks = [...css.matchAll(new RegExp(`${selector.source}\\s*\\{([^}]*)\\}`, 'g'))].map(
    match => match[1] as string,
  )
  return new Map(
    [...blocks.join('\n').matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(match => [
      match[1] as string,
      match[2] as string,
    ]),
  )
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SURFACES = [
  '--bg-sunken',
  '--bg-canvas',
  '--bg-panel',
  '--bg-raised',
  '--bg-overlay',
  '--bg-hover',
  '--bg-active',
]
const TEXTS = [
  '--ink',
  '--ink-2',
  '--ink-3',
  '--gold-text',
  '--link',
  '--success',
  '--warning',
  '--danger',
  '--status-in-progress',
  '--sev-4',
  '--verdict-setup',
]
const PAIRS = [
  ['--gold-text', '--gold-wash'],
  ['--ink', '--gold-wash'],
  ['--ink-2', '--gold-wash'],
  ['--ink-3', '--gold-wash'],
  ['--gold-on-fill', '--gold-fill'],
  ['--gold-on-fill', '--gold-fill-hover'],
  ['--ink-inverse', '--bg-inverse'],
  ['--danger-on-fill', '--danger-fill'],
  ['--link', '--link-wash'],
  ['--success', '--success-wash'],
  ['--warning', '--warning-wash'],
  ['--danger', '--danger-wash'],
  ['--sev-2', '--sev-2-wash'],
  ['--sev-4', '--sev-4-wash'],
  ['--verdict-expected', '--verdict-expected-wash'],
  ['--verdict-setup', '--verdict-setup-wash'],
  ['--verdict-suspect', '--verdict-suspect-wash'],
  ['--verdict-unknown', '--verdict-unknown-wash'],
] as const
const MARKS = ['--line-control', '--focus', '--gold'] as const

describe.each([
  ['dark', theme(/:root,\s*\[data-theme="dark"\]/)],
  ['light', theme(/(?<!,\s*)\[data-theme="light"\]/)],
  ['light by the system', theme(/:root:not\(\[data-theme\]\)/)],
])('%s', (_, tokens) => {
  const colour = (name: string) => tokens.get(name) ?? expect.fail(`${name} is missing`)

  test.each(TEXTS)('%s can be read on every surface', name => {
    for (const surface of SURFACES)
      expect(contrast(colour(name), colour(surface)), surface).toBeGreaterThanOrEqual(4.5)
  })

  test.each(PAIRS)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(MARKS)('%s can be seen', name => {
    for (const surface of ['--bg-canvas', '--bg-panel'])
      expect(contrast(colour(name), colour(surface))).toBeGreaterThanOrEqual(3)
  })
})

test('both ways to the light theme lead to the same', () => {
  expect([...theme(/:root:not\(\[data-theme\]\)/)]).toEqual([...theme(/(?<!,\s*)\[data-theme="light"\]/)])
})
