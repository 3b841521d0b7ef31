// Whether an amount belongs to a published root, computed here from nothing but what is handed in.
import type { Hex } from 'viem'
import { concat, encodeAbiParameters, encodePacked, keccak256 } from 'viem/utils'

export type TreeForm = 'standard_tree' | 'indexed'

export interface Leaf {
  format: TreeForm
  index: number
  address: string
  /** In the smallest unit of the token, digits alone. */
  amount: string
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const HASH = /^0x[0-9a-f]{64}$/i
const AMOUNT = /^(0|[1-9]\d{0,77})$/
const LIMIT = 1n << 256n

const isLeaf = ({ index, address, amount }: Leaf) =>
  ADDRESS.test(address) &&
  AMOUNT.test(amount) &&
  BigInt(amount) < LIMIT &&
  Number.isSafeInteger(index) &&
  index >= 0

/** The hash of a leaf; `null` for what is none, which an encoder might pad or cut instead of refusing. */
export function leafHash(leaf: Leaf): Hex | null {
  if (!isLeaf(leaf)) return null
  const address = leaf.address.toLowerCase() as Hex
  const amount = BigInt(leaf.amount)
  if (leaf.format === 'indexed')
    return keccak256(encodePacked(['uint256', 'address', 'uint256'], [BigInt(leaf.index), address, amount]))
  // Hashed twice: the 64 bytes of one hash could be taken for a pair of nodes.
  return keccak256(
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address, amount])),
  )
}

// Hashes in lower case compare like their bytes.
const node = (one: Hex, other: Hex): Hex => keccak256(concat(one < other ? [one, other] : [other, one]))

/** The root that a leaf and its proof lead to; `null` if something in them is malformed. */
export function rootOf(leaf: Leaf, proof: string[]): Hex | null {
  const start = leafHash(leaf)
  if (start === null || !proof.every(hash => HASH.test(hash))) return null
  return proof.map(hash => hash.toLowerCase() as Hex).reduce(node, start)
}

/** Whether a leaf with its proof leads to exactly this root. */
export function isProven(leaf: Leaf, proof: string[], root: string): boolean {
  return HASH.test(root) && rootOf(leaf, proof) === root.toLowerCase()
}
