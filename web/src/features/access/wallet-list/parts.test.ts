import { expect, test } from 'vitest'
import { NOTHING, partsOf, withPart } from '#/features/access/wallet-list/parts'

test('a text becomes lines, of a table the first column, each with its number', () => {
  expect(partsOf('0xa\r\n\n 0xb ; 5\n"0xc",7')).toEqual([{ from: 0, lines: ['0xa', '', '0xb', '"0xc"'] }])
  expect(partsOf(' \n\n')).toEqual([])
})

test('a long text becomes several calls, none longer than the server takes', () => {
  const address = `0x${'a'.repeat(40)}`
  const parts = partsOf(Array.from({ length: 25_000 }, () => address).join('\n'))
  expect(parts.map(({ from, lines }) => [from, lines.length])).toEqual([
    [0, 10_000],
    [10_000, 10_000],
    [20_000, 5000],
  ])
  const wide = partsOf(Array.from({ length: 9000 }, () => 'x'.repeat(5000)).join('\n'))
  expect(wide.every(({ lines }) => lines.join('').length <= 500_000)).toBe(true)
  expect(wide.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(9000)
})

test('what is wrong keeps its number in the whole text', () => {
  const said = { added: 2, known: 1, wrong: 1, problems: [{ line: 3, text: 'rin.eth' }] }
  const sum = withPart(withPart(NOTHING, { from: 0, lines: [] }, said), { from: 10_000, lines: [] }, said)
  expect(sum).toMatchObject({ added: 4, known: 2, wrong: 2 })
  expect(sum.problems.map(({ line }) => line)).toEqual([3, 10_003])
})
