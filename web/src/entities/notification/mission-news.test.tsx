import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NotificationTitle } from '#/entities/notification/NotificationTitle'
import { placeOf } from '#/entities/notification/place'
import { notification } from '#/entities/notification/schema'

const MISSION = { id: 'm1', slug: 'fee-token', title: 'Swap with a fee token' }
const row = (kind: string, data: object) =>
  v.parse(notification, { id: 'n1', kind, bucket: 'news', at: '2026-11-17T10:00:00.000Z', data })

function said(kind: string, data: object) {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <NotificationTitle row={row(kind, data)} />
    </I18nProvider>,
  )
  return container.textContent
}

test.each([
  ['mission', { what: 'opened', points: 20 }, 'A mission is open: “Swap with a fee token”, 20 points'],
  ['mission', { what: 'ending' }, '“Swap with a fee token” ends within a day. You have started it.'],
  ['mission', { what: 'done', amount: 20 }, '“Swap with a fee token” is done, +20 points'],
  ['mission', { what: 'refused' }, '“Swap with a fee token” did not pass'],
  ['submission_returned', { reason: 'Too dark.' }, '“Swap with a fee token” did not pass: Too dark.'],
])('%s with %j is said in words, and leads to its mission', (kind, data, words) => {
  expect(said(kind, { ...data, mission: MISSION })).toBe(words)
  expect(placeOf(row(kind, { ...data, mission: MISSION }))).toBe('/missions/fee-token')
})

test('without a mission it is a row all the same', () => {
  expect(said('mission', {})).toBe('A mission opens, ends soon or is done')
  expect(placeOf(row('mission', {}))).toBe('/missions')
})
