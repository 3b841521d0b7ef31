import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { numberAt } from '#/entities/rule/schema'
import { differencesOf, filterOf } from '#/features/audit/Audit'
import { spread } from '#/features/scoring/DryRunPanel'
import { Invitations } from '#/features/access/Invitations'
import { MemberDrawer } from '#/features/people/MemberDrawer'
import { changesOf } from '#/entities/rule/presets'
import { draftOf, Scoring } from '#/features/scoring/Scoring'
import { SettingsHome } from '#/app/settings/SettingsHome'
import { SettingsPage } from '#/app/settings/SettingsPage'
import { imaginedServer } from '#test/imagined-server'
import { balancedRules } from '#test/fixtures/board'
import { administrator, renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect([Invitations, MemberDrawer, Scoring, SettingsHome, SettingsPage]).toHaveLength(5)

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

test('the response target is named after what it counts: a comment is no decision', async () => {
  renderRoute('/admin/settings/response', server.begin(administrator))
  expect(await screen.findAllByText(/^First decision or question, /)).not.toHaveLength(0)
  expect(screen.queryByText(/^First answer/)).not.toBeInTheDocument()
})

test('one hit is one person', async () => {
  const as = server.begin(administrator)
  server.answer('people', { rows: [], next: null, total: 1 })
  renderRoute('/admin/settings/people', as)
  expect(await screen.findByText('1 person')).toBeInTheDocument()
})

test('limiting a user says what they can still do', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const { user } = renderRoute('/admin/settings/people', server.begin(administrator))
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Limit…' }))
  const dialog = await screen.findByRole('dialog', { name: /^Limit @/ })
  expect(dialog).toHaveTextContent('They cannot report, vote, check fixes or comment elsewhere.')
  expect(dialog).not.toHaveTextContent(/are told|one thing a day/)
})

test('two accounts are linked as one person without a case', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const as = server.begin(administrator)
  server.answer('personLink', {})
  const { user } = renderRoute('/admin/settings/people', as)
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Link…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Link @juno with another account' })
  await user.type(within(dialog).getByLabelText('Username of the other account'), '@kai')
  const send = within(dialog).getByRole('button', { name: 'Link' })
  await waitFor(() => expect(send).toBeEnabled())
  await user.click(send)
  await waitFor(() =>
    expect(server.asked('personLink')).toEqual({ users: ['user-juno', 'user-kai'], reason: 'said_so' }),
  )
})

test('suspending a user can take away everything they wrote', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const as = server.begin(administrator)
  server.answer('userSetStatus', { status: 'suspended', closed: [441, 443], hidden: 12 })
  const { user } = renderRoute('/admin/settings/people', as)
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Suspend…' }))
  const dialog = await screen.findByRole('dialog', { name: /^Suspend @/ })
  await user.type(within(dialog).getByLabelText('Reason'), 'Nothing but advertisements.')
  await user.click(within(dialog).getByRole('checkbox', { name: /^Close all their undecided/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }))
  await waitFor(() =>
    expect(server.asked('userSetStatus')).toEqual({
      user: 'user-juno',
      status: 'suspended',
      reason: 'Nothing but advertisements.',
      closeAll: true,
    }),
  )
})

test('a user is held for a reason that they read', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const as = server.begin(administrator)
  server.answer('personHold', { riskState: 'held', accounts: ['user-juno'] })
  const { user } = renderRoute('/admin/settings/people', as)
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Hold…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Hold @juno' })
  await user.click(within(dialog).getByRole('radio', { name: 'same payout address' }))
  await user.click(within(dialog).getByRole('button', { name: 'Hold' }))
  await waitFor(() =>
    expect(server.asked('personHold')).toEqual({ user: 'user-juno', reason: 'same_payout' }),
  )
})

test('points are given by hand, with a reason', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const as = server.begin(administrator)
  server.answer('pointsAdjust', { entry: null })
  const { user } = renderRoute('/admin/settings/people', as)
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Points…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Points of @juno' })
  await user.type(within(dialog).getByLabelText('Points'), '-25')
  await user.type(within(dialog).getByLabelText('Reason'), 'Counted twice by mistake.')
  await user.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  await waitFor(() =>
    expect(server.asked('pointsAdjust')).toEqual({
      user: 'user-juno',
      amount: -25,
      reason: 'Counted twice by mistake.',
      rule: 'manual',
    }),
  )
})

test('points that are too many for one administrator are not said to be written', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const as = server.begin(administrator)
  server.answer('pointsAdjust', { entry: null, pending: { id: 'p1', amount: 20_000, alone: 10_000 } })
  const { user } = renderRoute('/admin/settings/people', as)
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Points…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Points of @juno' })
  await user.type(within(dialog).getByLabelText('Points'), '20000')
  await user.type(within(dialog).getByLabelText('Reason'), 'A prize of the programme.')
  await user.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  expect(await screen.findByText('+20,000 for @juno: waits for a second administrator.')).toBeInTheDocument()
})

test('ending a season says that it ends now, and afterwards that it has ended', async () => {
  const as = server.begin(administrator)
  server.answer('seasonSetState', {})
  const { user } = renderRoute('/admin/settings/seasons', as)
  await user.click(await screen.findByRole('button', { name: 'End…' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('It ends now.')
  await user.click(within(dialog).getByRole('button', { name: 'End now' }))
  await waitFor(() => expect(server.asked('seasonSetState')).toMatchObject({ state: 'review' }))
  expect(await screen.findByText(/has ended\. Its results are being checked/)).toBeInTheDocument()
})

test('a new season begins where the last one ends', async () => {
  const as = server.begin(administrator)
  server.answer('seasons', {
    rows: [
      {
        number: 2,
        name: 'Season 2',
        startsAt: '2030-10-19T00:00:00.000Z',
        endsAt: '2030-11-16T14:03:20.001Z',
        reviewDays: 14,
        state: 'review',
        finalHash: null,
        entries: 1,
        people: 1,
      },
    ],
  })
  const { user } = renderRoute('/admin/settings/seasons', as)
  expect(await screen.findByText(/19 Oct, 00:00 – 16 Nov, 14:03 UTC/)).toHaveTextContent('1 tester · 1 entry')
  await user.click(await screen.findByRole('button', { name: 'New season' }))
  expect(await screen.findByLabelText('Begins, UTC')).toHaveValue('2030-11-16T14:04')
})

test('a changed setting is saved with the version it was read at', async () => {
  const { user } = renderRoute('/admin/settings/general', server.begin(administrator))
  const field = await screen.findByRole('textbox', { name: 'Product' })
  await user.clear(field)
  await user.type(field, 'Swap')
  expect(screen.getByText('1 change is not saved')).toBeInTheDocument()
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(server.asked('settingSet')).toEqual({ key: 'product.name', value: 'Swap', version: 2 }),
  )
})

test('an accent is shown in both themes with its contrast before it is saved', async () => {
  const { user } = renderRoute('/admin/settings/general', server.begin(administrator))
  const code = await screen.findByRole('textbox', { name: 'Colour code' })
  await user.type(code, '#0a00')
  expect(server.asked('brandPreview')).toBeUndefined()
  await user.type(code, '14')
  const dark = await screen.findByRole('region', { name: 'Dark theme' })
  expect(dark).toHaveTextContent('Button 5.7:1')
  expect(dark).toHaveTextContent('The lightness is adjusted for contrast.')
  expect(screen.getByRole('region', { name: 'Light theme' })).not.toHaveTextContent('adjusted')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(server.asked('settingSet')).toEqual({ key: 'brand.accent', value: '#0a0014', version: 0 }),
  )
})

test('an SVG is refused as a logo, and a logo can be removed', async () => {
  const as = server.begin(administrator)
  const value = '0123456789abcdef0123456789abcdef-256'
  const row = { key: 'brand.logo', value, default: '', kind: 'picture', version: 1 }
  server.answer('settings', { rows: [row] })
  const { user } = renderRoute('/admin/settings/general', as)
  expect(await screen.findByRole('img', { name: 'Logo' })).toHaveAttribute('src', `/brand/${value}.png`)
  const input = screen.getByRole('group', { name: 'Logo' }).querySelector('input')
  fireEvent.change(input as HTMLInputElement, {
    target: { files: [new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })] },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('PNG, JPEG or WebP')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(server.asked('settingSet')).toEqual({ key: 'brand.logo', value: '', version: 1 }),
  )
})

test('what is typed while a change is saved is kept, and is the next change', async () => {
  const as = server.begin(administrator)
  const saved = Promise.withResolvers<object>()
  server.answer('settingSet', () => saved.promise)
  const { user } = renderRoute('/admin/settings/general', as)
  const field = await screen.findByRole('textbox', { name: 'Product' })
  // From here on the list of all settings does not come.
  server.answer('settings', () => new Promise(() => {}))
  await user.clear(field)
  await user.type(field, 'Swap')
  await user.keyboard('{Control>}s{/Control}')
  await user.type(field, 'ette')
  saved.resolve({ key: 'product.name', value: 'Swap', version: 3 })
  await screen.findByText('1 saved.')
  expect(field).toHaveValue('Swapette')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(server.asked('settingSet')).toEqual({ key: 'product.name', value: 'Swapette', version: 3 }),
  )
})

test('a refused setting keeps what was typed, and says why beside it', async () => {
  const as = server.begin(administrator)
  server.answer(
    'settingSet',
    new Problem(142, 'SETTING_MOVED_ON: The version you sent is not the current one.'),
  )
  const { user } = renderRoute('/admin/settings/response', as)
  const field = await screen.findByRole('textbox', { name: 'Decision' })
  await user.clear(field)
  await user.type(field, '9')
  await user.click(screen.getByRole('button', { name: /Save/ }))
  expect(await screen.findByText('The version you sent is not the current one.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Decision' })).toHaveValue('9')
})

test('leaving unsaved settings needs a confirmation', async () => {
  const { user, router } = renderRoute('/admin/settings/general', server.begin(administrator))
  await user.type(await screen.findByRole('textbox', { name: 'Product' }), '!')
  await user.click(screen.getByRole('link', { name: 'Testing' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/admin/settings/general')
  await user.click(screen.getByRole('link', { name: 'Testing' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/builds'))
})

test('the link of an invitation is shown once it is made', async () => {
  const { user } = renderRoute('/admin/settings/access', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: 'New invitation' }))
  await user.type(screen.getByLabelText('Label'), 'Forum')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByLabelText('Link of the invitation')).toHaveTextContent(
    '/sign-up?code=Q7RM-2XKD-9FTC',
  )
  expect(server.asked('invitationCreate')).toEqual({ label: 'Forum', maxUses: 25, startTrust: 0 })
})

test('an administrator is made by typing the name', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const { user } = renderRoute('/admin/settings/people', server.begin(administrator))
  await user.click(await screen.findByRole('row', { name: /^juno/ }))
  await user.click(await screen.findByRole('button', { name: 'Make administrator…' }))
  const confirm = screen.getByRole('button', { name: 'Make administrator' })
  expect(confirm).toBeDisabled()
  await user.type(screen.getByLabelText(/to confirm/), 'juno')
  await user.click(confirm)
  await waitFor(() =>
    expect(server.asked('userSetAdmin')).toEqual({ user: 'user-juno', isAdmin: true, confirm: 'juno' }),
  )
})

test('a draft of the rules goes on from the last that were published, and is tried before', async () => {
  const { user } = renderRoute('/admin/settings/scoring', server.begin(administrator))
  expect(await screen.findByText('Version 2 begins on 17 Nov.')).toBeInTheDocument()
  const field = await screen.findByLabelText(/Confirmed, Major, bug\.S2/)
  await user.clear(field)
  await user.type(field, '200')
  expect(await screen.findByText('−3.8%')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Note to testers'), 'Majors pay more.')
  await user.click(screen.getByRole('button', { name: 'Publish v3' }))
  await waitFor(() => expect(server.asked('ruleSetPublish')).toMatchObject({ note: 'Majors pay more.' }))
  const { rules } = server.asked('ruleSetPublish') as { rules: typeof balancedRules }
  expect(rules.bug).toMatchObject({ S2: 200, S4: 5 })
})

test('the list of settings pages asks for their values in one call, and the counts of what waits in another', async () => {
  const as = server.begin(administrator)
  imagined.current?.server.run.mockClear()
  renderRoute('/admin/settings', as)
  const line = (page: string) => screen.getByRole('link', { name: new RegExp(`^${page}`) })
  await waitFor(() => expect(line('Networks')).toHaveTextContent('Base has a node that is behind or down'))
  expect(line('Scoring')).toHaveTextContent('Balanced · rules v1')
  expect(line('Access')).toHaveTextContent('invitation only · 2 links open')
  expect(line('Fairness')).toHaveTextContent('2 open')
  const calls = imagined.current?.server.run.mock.calls.map(([name]) => name) ?? []
  expect(calls.filter(name => name === 'settingsSummary')).toHaveLength(1)
  expect(calls.filter(name => name === 'reviewCounts')).toHaveLength(1)
  // The rest is the shell's own: the programme, the inbox, missions and the season.
  const own = calls.filter(name => !['programme', 'notificationList', 'missionList'].includes(name))
  expect(own.toSorted()).toEqual(['reviewCounts', 'seasons', 'settingsSummary'])
})

test('to a tester no tab of the settings exists', async () => {
  renderRoute('/admin/settings/people', server.begin(tester))
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
  expect(server.asked('people')).toBeUndefined()
})

test('what is typed becomes a draft; what is no number is pointed out', () => {
  const { draft, wrong } = draftOf(balancedRules, {
    'bug.S2': '180',
    'quality.A': '1.3',
    helpful: 'x',
    spamPenalty: 'x',
  })
  expect(changesOf(balancedRules, draft)).toEqual(['bug.S2', 'quality.A'])
  expect(numberAt(draft, 'quality.A')).toBe(13_000)
  expect(wrong).toEqual(['spamPenalty'])
})

test('the plot of a dry run has a bar for every change, also where no tester moved so far', () => {
  const bars = spread([
    { change: -2, count: 1 },
    { change: 0, count: 4 },
  ])
  expect(bars.map(({ change }) => change)).toEqual([-2, -1, 0, 1, 2])
  expect(bars.map(({ count }) => count)).toEqual([1, 0, 4, 0, 0])
})

test('the audit tells field by field what differs, and whole days are asked for', () => {
  expect(differencesOf({ is: 14, same: 1 }, { is: 7, same: 1 })).toEqual([
    { key: 'is', before: '14', after: '7' },
  ])
  expect(filterOf({ actor: '@mia ', action: '', target: ' #12', from: '2026-11-01', to: '' })).toEqual({
    actor: 'mia',
    target: '#12',
    from: '2026-11-01T00:00:00.000Z',
  })
})

test('the audit log is filtered by an administrator who is chosen, not typed', async () => {
  const { user } = renderRoute('/admin/settings/audit', server.begin(administrator))
  await user.selectOptions(
    await screen.findByLabelText('Who'),
    await screen.findByRole('option', { name: '@ada' }),
  )
  await user.selectOptions(screen.getByLabelText('Action'), 'Set severity')
  await waitFor(() =>
    expect(server.asked('audit')).toMatchObject({ actor: 'ada', action: 'issueSetSeverity' }),
  )
})
