import { screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { ownFairness } from '#/entities/fairness/schema'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

beforeAll(() => import('#/features/leaderboard/Leaderboard'), 120_000)

const LINK = {
  since: '2026-11-17T00:00:00.000Z',
  kinds: ['same_funder_device'],
  accounts: 2,
  others: ['mox_a'],
  appealUntil: '2026-12-01T00:00:00.000Z',
  mayAppeal: true,
  subjectId: 'link-1',
}
const APPEAL = {
  id: 'a1',
  subjectType: 'risk',
  subjectId: 'link-1',
  subject: { label: 'F-12', number: null },
  body: 'My brother and I share a computer at home.',
  state: 'open',
  openedAt: '2026-11-18T00:00:00.000Z',
  due: '2026-11-21T00:00:00.000Z',
  answer: null,
  decidedAt: null,
}

function open(mine: object) {
  const as = server.begin(tester)
  server.answer('myFairness', { link: null, questions: [], appeals: [], ...mine })
  return renderRoute('/leaderboard', as)
}

test('who is linked reads the kind of the reason, and appeals', async () => {
  const { user } = open({ link: LINK })
  expect(await screen.findByText('Your account is linked to another account.')).toBeInTheDocument()
  expect(screen.getByText(/same funding wallet and device/)).toHaveTextContent('You may appeal until 1 Dec.')
  server.answer('appealOpen', { appeal: APPEAL })
  await user.click(screen.getByRole('button', { name: 'Appeal' }))
  const dialog = await screen.findByRole('dialog', { name: 'Appeal' })
  await user.type(within(dialog).getByLabelText('Why the decision is wrong'), APPEAL.body)
  await user.click(within(dialog).getByRole('button', { name: 'Send appeal' }))
  await waitFor(() =>
    expect(server.asked('appealOpen')).toEqual({
      subjectType: 'risk',
      subjectId: 'link-1',
      body: APPEAL.body,
    }),
  )
})

test('who is held reads why, what it means, and appeals', async () => {
  const { user } = open({ hold: { ...LINK, kinds: ['same_payout'], subjectId: 'hold-1' } })
  expect(await screen.findByText('Your account is being checked.')).toBeInTheDocument()
  expect(screen.getByText(/same payout address/)).toHaveTextContent('your points stay yours.')
  server.answer('appealOpen', { appeal: { ...APPEAL, subjectId: 'hold-1' } })
  await user.click(screen.getByRole('button', { name: 'Appeal' }))
  const dialog = await screen.findByRole('dialog', { name: 'Appeal' })
  await user.type(within(dialog).getByLabelText('Why the decision is wrong'), APPEAL.body)
  await user.click(within(dialog).getByRole('button', { name: 'Send appeal' }))
  await waitFor(() => expect(server.asked('appealOpen')).toMatchObject({ subjectId: 'hold-1' }))
})

test('an appeal that is open is said, with the day of the answer; there is no second one', async () => {
  const { user } = open({ link: LINK, appeals: [APPEAL] })
  expect(await screen.findByText('Your appeal is being read.')).toBeInTheDocument()
  expect(screen.getByText(/An answer comes by 21 Nov\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Appeal' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'See what I wrote' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(APPEAL.body)
  server.answer('appealWithdraw', { appeal: { ...APPEAL, state: 'withdrawn' } })
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw appeal' }))
  await waitFor(() => expect(server.asked('appealWithdraw')).toEqual({ id: 'a1' }))
})

test('a question is answered once', async () => {
  const { user } = open({
    questions: [
      {
        id: 'q1',
        askedAt: '2026-11-17T00:00:00.000Z',
        due: '2026-11-24T00:00:00.000Z',
        kinds: ['shared_funder', 'shared_device'],
        answeredAt: null,
      },
    ],
  })
  expect(await screen.findByText('An administrator asks about your account.')).toBeInTheDocument()
  expect(
    screen.getByText(/paid by one wallet and one device\. Nothing has changed for you/),
  ).toBeInTheDocument()
  server.answer('riskAnswer', { answeredAt: '2026-11-18T00:00:00.000Z' })
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  await user.type(await screen.findByLabelText('Your explanation'), 'We share one computer at home.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(server.asked('riskAnswer')).toEqual({ id: 'q1', body: 'We share one computer at home.' }),
  )
})

test('facts that no tester may see are not read, and unknown kinds refused', () => {
  const parsed = v.parse(ownFairness, { link: { ...LINK, funder: '0x12' }, questions: [], appeals: [] })
  expect(parsed.link).not.toHaveProperty('funder')
  expect(
    v.safeParse(ownFairness, { link: { ...LINK, kinds: ['0xb8e2'] }, questions: [], appeals: [] }).success,
  ).toBe(false)
})
