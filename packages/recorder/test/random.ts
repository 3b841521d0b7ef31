// Random values from a seed, so that a failure can be run again.

export interface Random {
  /** A whole number from 0, below `end`. */
  below(end: number): number
  from<Value>(values: readonly Value[]): Value
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { below, from: values => values[below(values.length)] as never }
}
