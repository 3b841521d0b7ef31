/** The numbers of issues in a text such as `#377, 390`: each once, in the order they are written. */
export const numbersIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/\d{1,9}/g)].map(([digits]) => Number(digits))),
]

/** The other way round. */
export const numbersAsText = (numbers: readonly number[]) => numbers.map(number => `#${number}`).join(', ')
