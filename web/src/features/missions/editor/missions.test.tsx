import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mission } from '#test/fixtures/missions'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(() => import('#/features/missions/editor/Missions'), 120_000)
beforeEach(() => {
  server.run.mockClear()
  begin(administrator)
})

const open = (at = '') => renderRoute(`/admin/settings/missions${at}`, { as: administrator })
const calls = (name: string) =>
  server.run.mock.calls.filter(([called]) => called === name).map(([, params]) => params)

test('missions are listed with their state, places and what waits, and duplicated in their editor', async () => {
  const { user, router } = open()
  const table = await screen.findByRole('group', { name: 'Missions' })
  expect(within(table).getByRole('row', { name: /fee-on-transfer.*live.*139 of 200/ })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'To review 3' })).toBeInTheDocument()
  await user.click(within(table).getByRole('link', { name: 'Swap with a fee-on-transfer token' }))
  await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
  await waitFor(() =>
    expect(asked('missionSave')).toMatchObject({
      title: 'Copy of Swap with a fee-on-transfer token',
      opensAt: null,
      points: 20,
    }),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/missions/mnew'))
})

test('no mission yet is one sentence and a way on', async () => {
  answer('missionAdminList', { rows: [], next: null, counts: {}, waiting: 0 })
  open()
  expect(await screen.findByRole('heading', { name: 'No mission yet.' })).toBeInTheDocument()
})

test('a mission is written with a check that is a sentence, and saved as the server takes it', async () => {
  const { user, router } = open('/new')
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Swap on Base')
  await user.type(screen.getByRole('textbox', { name: 'What to do' }), 'Swap something')
  await user.click(screen.getByRole('radio', { name: 'transaction' }))
  const check = screen.getByRole('group', { name: 'Check' })
  expect(screen.getByText('Choose a network.')).toBeInTheDocument()
  const choose = (slot: string, option: string) =>
    user.selectOptions(within(check).getByRole('combobox', { name: slot }), option)
  await choose('Network', 'Base Sepolia')
  await waitFor(() =>
    expect(
      within(within(check).getByRole('combobox', { name: 'Token that goes in' })).getAllByRole('option')
        .length,
    ).toBeGreaterThan(2),
  )
  await choose('Token that goes in', 'ETH')
  await user.type(within(check).getByRole('textbox', { name: 'At least' }), '0.5')
  await choose('Result', 'succeeds or reverts')
  const preview = screen.getByRole('complementary', { name: 'Preview' })
  expect(preview).toHaveTextContent(
    /Checked automatically: .*on Base Sepolia, to our router, ETH in, at least 0\.5 ETH/,
  )
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() =>
    expect(asked('missionSave')).toMatchObject({
      title: 'Swap on Base',
      steps: [
        {
          type: 'tx',
          text: 'Swap something',
          check: {
            network: 'net-base',
            toRole: 'router',
            event: 'swap',
            tokenIn: 'native',
            minAmount: '500000000000000000',
            status: 'any',
            ownerMatch: 'yes',
          },
        },
      ],
    }),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/missions/mnew'))
  // Nothing is tried that is not whole.
  for (const tried of calls('missionTryCheck')) expect(tried).toHaveProperty('check.network', 'net-base')
})

test('what is missing is marked, and nothing is sent', async () => {
  const { user } = open('/new')
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'short')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(screen.getByText('8 to 100 characters.')).toBeInTheDocument()
  expect(screen.getByText('unfinished')).toBeInTheDocument()
  expect(calls('missionSave')).toEqual([])
})

test('a check is tried on what was seen, and on the own wallet', async () => {
  answer('missionGet', { mission: mission({ state: 'draft' }) })
  const { user } = open('/mfee')
  await user.click(await screen.findByRole('button', { name: /Swap 10 USDC or more/ }))
  const trial = await screen.findByRole('region', { name: 'Try the check' })
  expect(await within(trial).findByText('3 pass')).toBeInTheDocument()
  expect(trial).toHaveTextContent('of 412 transactions')
  expect(trial).toHaveTextContent('9 × Too little went in.')
  await user.click(within(trial).getByRole('radio', { name: 'Test on my wallet' }))
  expect(await within(trial).findByText(/None of your transactions/)).toBeInTheDocument()
  expect(asked('missionTryCheck')).toMatchObject({ mine: true, days: 7, check: { network: 'net-base' } })
  expect(asked('missionTryCheck')).not.toHaveProperty('check.names')
})

test('from the moment it is live only texts, places and the end can change', async () => {
  const { user } = open('/mfee')
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeEnabled()
  expect(screen.getByRole('textbox', { name: 'Reward' })).toBeDisabled()
  expect(screen.getByRole('textbox', { name: 'Places' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: /Add step/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Extend…' }))
  const dialog = screen.getByRole('dialog', { name: 'A later end' })
  expect(within(dialog).getByRole('button', { name: 'Extend' })).toBeDisabled()
})

test('ending a mission says what happens before it does', async () => {
  const { user } = open('/mfee')
  await user.click(await screen.findByRole('button', { name: 'End…' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('Unsubmitted work expires.')
  expect(calls('missionSetState')).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'The build is gone.')
  await user.click(within(dialog).getByRole('button', { name: 'End the mission' }))
  await waitFor(() =>
    expect(calls('missionSetState')).toEqual([
      { mission: 'mfee', state: 'ended', reason: 'The build is gone.' },
    ]),
  )
})

test('steps are added by a key, moved and removed', async () => {
  const { user } = open('/mdraft')
  await screen.findByRole('list', { name: 'Steps of the mission' })
  await user.keyboard('a')
  const lines = () =>
    within(screen.getByRole('list', { name: 'Steps of the mission' }))
      .getAllByRole('listitem')
      .map(line => line.textContent ?? '')
  expect(lines()).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Move step 5 up' }))
  expect(lines()[3]).toContain('A new step')
  await user.click(screen.getByRole('button', { name: 'Remove step 4' }))
  expect(lines()).toHaveLength(4)
})

test('submissions of a mission are read with their answers, and an approval is revoked with a reason', async () => {
  const { user } = open(`/${mission({}).id}`)
  expect(await screen.findByRole('heading', { name: 'How clear was it?' })).toBeInTheDocument()
  const revoke = screen.getByRole('button', { name: 'Revoke…' })
  await user.click(revoke)
  const dialog = await screen.findByRole('dialog', { name: 'Revoke the approval' })
  const send = within(dialog).getByRole('button', { name: 'Revoke' })
  expect(send).toBeDisabled()
  await user.type(
    within(dialog).getByRole('textbox', { name: 'Reason, shown to the tester' }),
    'The answers were copied.',
  )
  await user.click(send)
  await waitFor(() =>
    expect(asked('submissionRevoke')).toEqual({ submission: 'sub-a', reason: 'The answers were copied.' }),
  )
})
