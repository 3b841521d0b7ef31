// Addresses as the families of chains spell a key.
import { createHash } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Solana: the key itself. */
export function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = BASE58[Number(value % 58n)] + text
  const zeros = bytes.findIndex(byte => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/** Polkadot: a prefix for the network, the key, and two bytes that catch a slip. */
export function ss58(key: Uint8Array, network = 42): string {
  const body = Buffer.concat([Uint8Array.of(network), key])
  const check = createHash('blake2b512').update('SS58PRE').update(body).digest().subarray(0, 2)
  return base58(Buffer.concat([body, check]))
}

function polymod(values: number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const shifted = ((sum & 0x1ffffff) << 5) ^ value
    return GENERATORS.reduce((all, generator, bit) => ((top >> bit) & 1 ? all ^ generator : all), shifted)
  }, 1)
}

function inFives(bytes: Uint8Array): number[] {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => Number.parseInt(five.padEnd(5, '0'), 2))
}

/** MultiversX: bech32 of the key. */
export function bech32(prefix: string, key: Uint8Array): string {
  const letters = Array.from(prefix, letter => letter.charCodeAt(0))
  const head = [...letters.map(code => code >> 5), 0, ...letters.map(code => code & 31)]
  const data = inFives(key)
  const sum = polymod([...head, ...data, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [5, 4, 3, 2, 1, 0].map(place => (sum >> (5 * place)) & 31)
  return `${prefix}1${[...data, ...check].map(five => BECH32[five]).join('')}`
}
