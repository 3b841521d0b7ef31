import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { streakSeed, StreakTile } from '#/entities/person/StreakTile'

test('a name always has the same tile, and another name another', () => {
  const draw = (name: string) => render(<StreakTile name={name} />).container.innerHTML
  expect(draw('rin')).toBe(draw('rin'))
  expect(draw('rin')).not.toBe(draw('rim'))
  expect(streakSeed('')).toBe(streakSeed(''))
})
