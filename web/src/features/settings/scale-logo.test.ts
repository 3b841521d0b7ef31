import { expect, test } from 'vitest'
import { inPieces, placeIn, sidesFor } from '#/features/settings/scale-logo'

test('a picture is not made larger than it is, unless it is tiny', () => {
  expect(sidesFor(2000)).toEqual([512, 256, 192, 128, 64])
  expect(sidesFor(300)).toEqual([256, 192, 128, 64])
  expect(sidesFor(16)).toEqual([64])
})

test('a wide picture is whole and in the middle of its square', () => {
  expect(placeIn(256, { width: 1000, height: 500 })).toEqual({ x: 0, y: 64, width: 256, height: 128 })
  expect(placeIn(128, { width: 10, height: 10 })).toEqual({ x: 0, y: 0, width: 128, height: 128 })
})

test('no piece is longer than one text may be, and together they are the whole', () => {
  const text = 'iVBORw0K'.repeat(10_000)
  const pieces = inPieces(text)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(16_000)
  expect(pieces.join('')).toBe(text)
})
