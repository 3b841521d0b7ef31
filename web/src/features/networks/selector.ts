import { toFunctionSelector } from 'viem/utils'

/** `TooLittle(uint256 least, uint got)`: a name, and types in brackets. */
const SHAPE = /^\s*(?:error\s+)?([A-Za-z_$][\w$]*\s*\(.*\))\s*;?\s*$/

/** The four bytes an error's signature hashes to; nothing while it is not a signature. */
export function selectorOf(signature: string): string | null {
  const written = SHAPE.exec(signature)?.[1]
  if (!written) return null
  // Both names of a type are one type.
  const whole = written.replaceAll(/\b(u?int)(?=[\s,)[\]]|$)/g, '$1256')
  try {
    return toFunctionSelector(`function ${whole}`)
  } catch {
    return null
  }
}
