import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACTION_WORDS, splitAction } from '#/features/audit/actions'

interface Described {
  post: { operationId: string; 'x-caller': string; 'x-effect': string }
}

const { paths } = JSON.parse(
  readFileSync(new URL('../../../../docs/functions.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Described> }

test('every command of an administrator has plain words', () => {
  const commands = Object.values(paths)
    .filter(({ post }) => post['x-caller'] === 'administrator' && post['x-effect'] !== 'reads')
    .map(({ post }) => post.operationId)
  // It only shows what a link would change, and leaves no entry.
  const silent = new Set(['personLinkPreview'])
  expect(commands.length).toBeGreaterThan(90)
  expect(commands.filter(name => !(name in ACTION_WORDS) && !silent.has(name))).toEqual([])
})

test('a command without words is taken apart', () => {
  expect(splitAction('rewardVoid')).toBe('reward void')
})
