// Every word that a visitor reads comes from the catalogue.
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { sources } from './source.ts'

interface Node {
  type: string
  [key: string]: unknown
}

// Attributes whose text is for machines.
const MACHINE =
  /^(className|d|viewBox|preserveAspectRatio|transform|fill|stroke|to|href|id|htmlFor|form|name|type|role|key|rel|target|src|align|side|autoComplete|autoCapitalize|data-.*|stroke.*|aria-(keyshortcuts|live|haspopup|autocomplete|current|labelledby|controls|describedby)|kind|tone|size|shape|width|height|position|theme|activationMode|scope|method|textAnchor|colour|mark|color|dateTime|inputMode|spellCheck|loading|decoding|accept|enterKeyHint|dir|value|tab|page|pattern|sign|step)$/
const LETTERS = /\p{L}{2,}/u

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
/** Whether a node is text that a user could read. */
const isText = (node: unknown): node is Node =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' && LETTERS.test(node['value'])
const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? '') : '')

/** Text in JSX that does not come from the catalogue. */
function loose(node: Node, inTrans: boolean, found: string[]): string[] {
  if (node.type === 'JSXElement') {
    const opening = node['openingElement'] as Node
    if (/^(Trans|Plural)$/.test(nameOf(opening['name']))) inTrans = true
  }
  if (node.type === 'JSXText' && !inTrans && LETTERS.test(String(node['value'])))
    found.push(String(node['value']).trim())
  if (node.type === 'JSXAttribute' && !inTrans && !MACHINE.test(nameOf(node['name']))) {
    const value = node['value']
    if (isText(value)) found.push(String(value['value']))
  }
  if (node.type === 'JSXExpressionContainer' && !inTrans) {
    const expression = node['expression']
    if (isText(expression)) found.push(String(expression['value']))
  }
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) value.filter(isNode).forEach(child => loose(child, inTrans, found))
    else if (isNode(value)) loose(value, inTrans, found)
  }
  return found
}

const looseIn = (path: string, text: string) =>
  loose(parseSync(path, text).program as unknown as Node, false, [])

const pages = sources('src', ['.tsx']).filter(
  ({ path }) => !path.includes('.test.') && !path.startsWith('src/styleguide/'),
)

test.each(pages)('$path has no words of its own', ({ path, text }) => {
  // The name of a key is the same in every language.
  expect(looseIn(path, text).filter(word => word !== 'Esc')).toEqual([])
})

test.each([
  '<p>Hello there</p>',
  '<img alt="A stone" />',
  '<Field label="User name" />',
  "<p>{'Hello there'}</p>",
])('%s would be noticed', jsx => {
  expect(looseIn('x.tsx', `export const x = ${jsx}`)).toHaveLength(1)
})

test('what is in the catalogue is not', () => {
  expect(
    looseIn(
      'x.tsx',
      'export const x = <p className="flex items-center"><Trans>Hello <b>there</b></Trans></p>',
    ),
  ).toEqual([])
})
