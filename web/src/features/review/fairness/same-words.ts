// Which words two texts have in common, in their order.

export interface Piece {
  text: string
  same: boolean
}

/** Longer texts are compared only so far: more is not needed to decide. */
const MOST = 400

const wordsOf = (text: string) => text.split(/(\s+)/).filter(part => part !== '')
/** A word without the signs around it: 0.5 keeps its point, the end of a sentence does not. */
const bare = (word: string) =>
  word
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.#]/gu, '')
    .replaceAll(/^\.+|\.+$/g, '')
const isWord = (part: string) => part.trim() !== ''

/** Both texts in pieces, those marked that occur in both in the same order. */
export function sameWords(one: string, other: string): [Piece[], Piece[]] {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [left, right] = [a, b].map(parts => parts.filter(isWord).slice(0, MOST)) as [string[], string[]]
  // The longest common run of words, by the usual table.
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const line = table[row]
      if (!line) continue
      line[column] =
        bare(left[row] ?? '') === bare(right[column] ?? '')
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  const [inLeft, inRight] = [new Set<number>(), new Set<number>()]
  let [row, column] = [0, 0]
  while (row < left.length && column < right.length) {
    if (bare(left[row] ?? '') === bare(right[column] ?? '')) {
      inLeft.add(row++)
      inRight.add(column++)
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return [piecesOf(a, inLeft), piecesOf(b, inRight)]
}

/** Neighbours of one kind become one piece; the space between two same words is theirs. */
function piecesOf(parts: string[], same: Set<number>): Piece[] {
  const pieces: Piece[] = []
  let word = 0
  for (const [place, part] of parts.entries()) {
    const isSame = isWord(part)
      ? same.has(word++)
      : same.has(word - 1) && same.has(word) && place < parts.length - 1
    const last = pieces.at(-1)
    if (last?.same === isSame) last.text += part
    else pieces.push({ text: part, same: isSame })
  }
  return pieces
}
