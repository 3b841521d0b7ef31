import { expect, test } from 'vitest'
import { keepOrder, keepOrderUntil, isInOrder } from '#/lib/stable-order'

const keyOf = ({ name }: { name: string }) => name
const row = (name: string, points = 0) => ({ name, points })
const shown = (...names: string[]) =>
  keepOrder(
    [],
    names.map(name => row(name)),
    keyOf,
  )
const names = (rows: { row: { name: string }; isOld: boolean }[]) =>
  rows.map(({ row: { name }, isOld }) => (isOld ? `(${name})` : name)).join(' ')

test('rows keep their places and take up what is said of them', () => {
  const next = keepOrder(shown('kai', 'rin', 'mia'), [row('rin', 9), row('kai', 7), row('mia', 1)], keyOf)
  expect(next.map(({ row: { name, points } }) => `${name} ${points}`)).toEqual(['kai 7', 'rin 9', 'mia 1'])
})

test('who is gone stays in place, and who is new comes last', () => {
  expect(names(keepOrder(shown('kai', 'rin'), [row('neo'), row('rin')], keyOf))).toBe('(kai) rin neo')
})

test('everything up to the one in hand stays, and the rest is in its order', () => {
  const told = ['s1', 'b', 'd', 'c', 'a'].map(name => row(name))
  expect(names(keepOrderUntil(shown('a', 'b', 'c', 'd'), told, keyOf, 'b'))).toBe('a b s1 d c')
})

test('the one in hand stays when it is gone; those that were passed do not', () => {
  expect(names(keepOrderUntil(shown('a', 'b', 'c'), [row('c')], keyOf, 'b'))).toBe('(b) c')
  expect(names(keepOrderUntil(shown('a', 'b'), [row('c')], keyOf, null))).toBe('c')
})

test('another order is noticed, and so is another length', () => {
  const told = [row('kai'), row('rin')]
  expect(isInOrder(shown('kai', 'rin'), told, keyOf)).toBe(true)
  expect(isInOrder(shown('rin', 'kai'), told, keyOf)).toBe(false)
  expect(isInOrder(shown('kai'), told, keyOf)).toBe(false)
})
