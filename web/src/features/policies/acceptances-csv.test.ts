import { expect, test } from 'vitest'
import { acceptancesCsv } from '#/features/policies/acceptances-csv'

test('a line says who accepted which version when, and a name is never a formula', () => {
  const row = {
    user: 'u1',
    username: '=rin',
    email: null,
    kind: 'privacy',
    version: 2,
    acceptedAt: '2026-11-19T10:00:00.000Z',
  }
  expect(acceptancesCsv([row]).split('\r\n')).toEqual([
    '"user","username","email","page","version","acceptedAt"',
    '"u1","\'=rin","","privacy","2","2026-11-19T10:00:00.000Z"',
  ])
})
