import { expect, test } from 'vitest'
import { HEIGHT_OF_BOX, layOut } from '#/features/review/fairness/graph-layout'
import type { Graph } from '#/entities/fairness/case-schema'
import { riskCase } from '#test/fixtures/fairness'

const overlaps = ({ nodes }: ReturnType<typeof layOut>) =>
  nodes.flatMap(one =>
    nodes.filter(
      other => other.id > one.id && other.kind === one.kind && Math.abs(other.y - one.y) < HEIGHT_OF_BOX,
    ),
  )

const graph = riskCase(12).graph as Graph

test('nothing overlaps, and every line has both ends', () => {
  const laid = layOut(graph)
  expect(overlaps(laid)).toEqual([])
  expect(laid.edges).toHaveLength(graph.edges.length)
  for (const { a, b } of laid.edges) expect(a.x + a.width).toBeLessThan(b.x)
  for (const { y } of laid.nodes) expect(y + HEIGHT_OF_BOX / 2).toBeLessThan(laid.height)
})

test('a wallet stands beside its account', () => {
  const { nodes } = layOut(graph)
  const at = (id: string) => nodes.find(node => node.id === id)?.y
  for (const { from, to } of graph.edges.filter(each => each.from.startsWith('wallet:')))
    expect(at(from)).toBe(at(to))
})

test('an account with several wallets stands amid them, and a line to nowhere is left out', () => {
  const node = (id: string, kind: 'user' | 'wallet' | 'funder') => ({
    id,
    kind,
    label: id,
    note: null,
    hot: false,
  })
  const laid = layOut({
    nodes: [
      node('user:a', 'user'),
      node('user:b', 'user'),
      node('wallet:1', 'wallet'),
      node('wallet:2', 'wallet'),
      node('wallet:3', 'wallet'),
      node('wallet:lost', 'wallet'),
    ],
    edges: [
      { from: 'wallet:1', to: 'user:a', hot: false },
      { from: 'user:a', to: 'wallet:2', hot: false },
      { from: 'wallet:3', to: 'user:b', hot: false },
      { from: 'funder:gone', to: 'wallet:3', hot: true },
    ],
  })
  const at = (id: string) => laid.nodes.find(each => each.id === id)?.y ?? 0
  expect(at('user:a')).toBe((at('wallet:1') + at('wallet:2')) / 2)
  expect(overlaps(laid)).toEqual([])
  expect(laid.edges).toHaveLength(3)
})

test('a hundred accounts with one funder are laid out in a moment', () => {
  const names = Array.from({ length: 100 }, (_, order) => String(order))
  const laid = layOut({
    nodes: [
      { id: 'funder:f', kind: 'funder', label: 'f', note: null, hot: true },
      ...names.map(name => ({
        id: `wallet:${name}`,
        kind: 'wallet' as const,
        label: name,
        note: null,
        hot: false,
      })),
      ...names.map(name => ({
        id: `user:${name}`,
        kind: 'user' as const,
        label: name,
        note: null,
        hot: false,
      })),
    ],
    edges: names.flatMap(name => [
      { from: 'funder:f', to: `wallet:${name}`, hot: true },
      { from: `wallet:${name}`, to: `user:${name}`, hot: false },
    ]),
  })
  expect(overlaps(laid)).toEqual([])
})

test('columns without anything in them take no room', () => {
  const node = (id: string, kind: 'user' | 'device') => ({ id, kind, label: id, note: null, hot: false })
  const laid = layOut({
    nodes: [node('user:a', 'user'), node('user:b', 'user'), node('device:d', 'device')],
    edges: [{ from: 'user:a', to: 'device:d', hot: true }],
  })
  expect(laid.columns.map(({ kind }) => kind)).toEqual(['user', 'device'])
  expect(Math.min(...laid.nodes.map(({ x }) => x))).toBe(8)
})
