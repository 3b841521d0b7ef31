import { describe, expect, test } from 'vitest'
import { isProven, type Leaf, leafHash, rootOf } from '#/features/leaderboard/payout/proof'
// Made with OpenZeppelin's library, and accepted by its contract on a chain.
import trees from '#test/fixtures/merkle-trees.json'

const FORMS = ['standard_tree', 'indexed'] as const

/** The leaves of every tree with their proofs and roots; of the largest, two indexed leaves have one. */
const known = trees.flatMap(({ name, values, standard, indexed }) =>
  FORMS.flatMap(format =>
    values.flatMap(([address = '', amount = ''], index) => {
      const tree = format === 'indexed' ? indexed : standard
      const leaf: Leaf = { format, index, address, amount }
      const proof = tree.proofs[index]
      const each = { case: `${name}, ${format}, ${index}`, leaf, hash: tree.leaves[index], root: tree.root }
      return proof ? [{ ...each, proof }] : []
    }),
  ),
)

test.each(known)('$case: the leaf and its proof lead to the root', ({ leaf, hash, proof, root }) => {
  expect(leafHash(leaf)).toBe(hash)
  expect(rootOf(leaf, proof)).toBe(root)
  expect(isProven(leaf, proof, root)).toBe(true)
})

test.each(known)('$case: the spelling of an address changes nothing', ({ leaf, proof, root }) => {
  const upper = `0x${leaf.address.slice(2).toUpperCase()}`
  expect(isProven({ ...leaf, address: upper }, proof, root)).toBe(true)
  expect(
    isProven(
      leaf,
      proof.map(hash => `0x${hash.slice(2).toUpperCase()}`),
      root,
    ),
  ).toBe(true)
})

/** The same hash with its last digit turned. */
const turned = (hash: string) => hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0')

describe.each(known)('$case is refused', ({ leaf, proof, root }) => {
  test('with another amount', () => {
    const more = BigInt(leaf.amount) === (1n << 256n) - 1n ? '1' : String(BigInt(leaf.amount) + 1n)
    expect(isProven({ ...leaf, amount: more }, proof, root)).toBe(false)
  })
  test('with another address', () =>
    expect(isProven({ ...leaf, address: turned(leaf.address) }, proof, root)).toBe(false))
  test('with a hash changed, left out or added', () => {
    for (const place of proof.keys()) {
      const changed = proof.with(place, turned(proof[place] ?? ''))
      expect(isProven(leaf, changed, root)).toBe(false)
      expect(isProven(leaf, proof.toSpliced(place, 1), root)).toBe(false)
    }
    expect(isProven(leaf, [...proof, root], root)).toBe(false)
  })
  test('against another root', () => expect(isProven(leaf, proof, turned(root))).toBe(false))
})

test('the place of an indexed leaf is part of it, that of a standard one is not', () => {
  const two = known.find(each => each.case === 'two, indexed, 0')
  const standard = known.find(each => each.case === 'two, standard_tree, 0')
  if (!two || !standard) throw new Error('There is no such tree.')
  expect(isProven({ ...two.leaf, index: 1 }, two.proof, two.root)).toBe(false)
  expect(isProven({ ...standard.leaf, index: 7 }, standard.proof, standard.root)).toBe(true)
})

const one = known[0]
const MALFORMED: Partial<Leaf>[] = [
  // The encoder pads this one with zeros, and would say yes to a leaf that does not exist.
  { address: '0x1234' },
  { address: 'rin.eth' },
  { amount: '' },
  { amount: '-1' },
  { amount: '5.5' },
  { amount: '1e21' },
  { amount: '0x1' },
  { amount: '01' },
  { amount: String(1n << 256n) },
  { index: -1 },
  { index: 0.5 },
]
test.each(MALFORMED)('%o is no leaf', change => {
  if (!one) throw new Error('There is no tree.')
  expect(leafHash({ ...one.leaf, ...change })).toBeNull()
  expect(isProven({ ...one.leaf, ...change }, one.proof, one.root)).toBe(false)
})

test.each(['', '0x', '0x12', `${'ab'.repeat(32)}`])('"%s" is no hash of a proof, and no root', word => {
  if (!one) throw new Error('There is no tree.')
  expect(rootOf(one.leaf, [word])).toBeNull()
  expect(isProven(one.leaf, one.proof, word)).toBe(false)
})

test('a tree built as Uniswap builds it has another root, and our proof does not fit it', () => {
  const five = trees.find(({ name }) => name === 'five')
  const leaf = known.find(each => each.case === 'five, indexed, 0')
  if (!five || !leaf) throw new Error('There is no such tree.')
  expect(five.indexed.uniswap).not.toBe(five.indexed.root)
  expect(isProven(leaf.leaf, leaf.proof, five.indexed.uniswap)).toBe(false)
})
