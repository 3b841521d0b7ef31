// What administrators announce, and what goes out to other programs.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(
  () =>
    Promise.all([
      import('#/features/announcements/Announcements'),
      import('#/features/integrations/keys/ApiKeys'),
      import('#/features/integrations/webhooks/Webhooks'),
      import('#/features/integrations/Integrations'),
      import('#/features/integrations/mail/MailTest'),
    ]),
  120_000,
)
beforeEach(() => {
  begin(administrator)
})

const open = (tab: string) => renderRoute(`/admin/settings/${tab}`, { as: administrator })

test('how many people a release reaches is the number that the server counts', async () => {
  const { user } = open('announcements')
  await user.click(await screen.findByRole('button', { name: /^New announcement/ }))
  const dialog = await screen.findByRole('dialog', { name: 'New announcement' })
  expect(await within(dialog).findByText('1,204 people will be notified.')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('radio', { name: 'Release' }))
  expect(await within(dialog).findByText(/^Choose a build/)).toBeInTheDocument()
  const builds = within(dialog).getByRole('combobox', { name: 'Build' })
  await user.selectOptions(builds, within(builds).getAllByRole('option')[1] as HTMLElement)
  await user.type(within(dialog).getByRole('textbox', { name: 'Fixed issues' }), '#377')
  expect(await within(dialog).findByText('48 people will be notified.')).toBeInTheDocument()
  await waitFor(() => expect(asked('announcementPreview')).toMatchObject({ kind: 'release', fixes: [377] }))
})

test('a draft is published after the number of people was seen, and the same number is said', async () => {
  const { user } = open('announcements')
  await user.click(await screen.findByRole('button', { name: 'Publish Office hour on Friday' }))
  const dialog = await screen.findByRole('dialog', { name: /^Publish/ })
  expect(await within(dialog).findByText('1,204 people will be notified.')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(asked('announcementPublish')).toEqual({ id: 'ann-draft' }))
  expect(await screen.findByText('1,204 people will be notified.')).toBeInTheDocument()
})

test('a draft can be given a time at which it goes out by itself', async () => {
  const { user } = open('announcements')
  await user.click(await screen.findByRole('button', { name: 'Publish Office hour on Friday' }))
  const dialog = await screen.findByRole('dialog', { name: /^Publish/ })
  await user.click(within(dialog).getByRole('radio', { name: 'Later' }))
  const button = within(dialog).getByRole('button', { name: 'Schedule' })
  expect(button).toBeDisabled()
  fireEvent.change(within(dialog).getByLabelText('Send at, UTC'), { target: { value: '2030-05-03T16:00' } })
  await user.click(button)
  await waitFor(() =>
    expect(asked('announcementSchedule')).toEqual({ id: 'ann-draft', at: '2030-05-03T16:00:00.000Z' }),
  )
})

test('while people are still being told, the list says how far it is', async () => {
  open('announcements')
  const row = await screen.findByRole('row', { name: /0.4.2 is out/ })
  expect(row).toHaveTextContent('31 of 48 so far')
})

test('a new webhook hears what was chosen, and its secret is shown once', async () => {
  const { user } = open('webhooks')
  await user.click(await screen.findByRole('button', { name: /^Add webhook/ }))
  const dialog = await screen.findByRole('dialog', { name: 'New webhook' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Bot')
  await user.type(within(dialog).getByRole('textbox', { name: 'URL' }), 'https://ci.example/hook')
  await user.click(within(dialog).getByRole('checkbox', { name: 'cluster.grew' }))
  await user.click(within(dialog).getByRole('button', { name: 'Add the webhook' }))
  await waitFor(() =>
    expect(asked('webhookSave')).toEqual({
      name: 'Bot',
      url: 'https://ci.example/hook',
      preset: 'json',
      events: ['issue.*', 'release.published'],
      minSeverity: 'any',
    }),
  )
  const shown = await screen.findByRole('dialog', { name: 'Secret of Bot' })
  expect(within(shown).getByRole('group', { name: 'Secret' })).toHaveTextContent('whsec_once')
  await user.click(within(shown).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('whsec_once')).toBeNull())
})

test('a preset of a chat begins with what a team wants to hear', async () => {
  const { user } = open('webhooks')
  await user.click(await screen.findByRole('button', { name: /^Add webhook/ }))
  const dialog = await screen.findByRole('dialog', { name: 'New webhook' })
  await user.click(within(dialog).getByRole('radio', { name: 'Discord' }))
  for (const family of dialog.querySelectorAll('summary')) await user.click(family)
  expect(within(dialog).getByRole('checkbox', { name: 'issue.fixed' })).not.toBeChecked()
  expect(within(dialog).getByRole('checkbox', { name: 'issue.regressed' })).toBeChecked()
  const least = within(dialog).getByRole('combobox', { name: 'Issues' })
  expect(least).toHaveDisplayValue(/^Only /)
  await user.selectOptions(least, 'S2')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Team')
  await user.type(
    within(dialog).getByRole('textbox', { name: 'URL' }),
    'https://discord.com/api/webhooks/1/a',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Add the webhook' }))
  await waitFor(() => expect(asked('webhookSave')).toMatchObject({ preset: 'discord', minSeverity: 'S2' }))
})

test('a webhook that was switched off says after how many failures, and comes back', async () => {
  const { user } = open('webhooks')
  const row = await screen.findByRole('row', { name: /#beta/ })
  expect(row).toHaveTextContent('off after 50 failures')
  await user.click(within(row).getByRole('button', { name: 'More about #beta' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Switch on' }))
  await waitFor(() => expect(asked('webhookEnable')).toEqual({ id: 'hook-beta' }))
})

test('a delivery that failed is looked at and sent again', async () => {
  const { user } = open('webhooks')
  const log = await screen.findByRole('list', { name: 'Deliveries' })
  await user.click(within(log).getByRole('button', { name: /issue.fixed #390.*503.*2 tries/ }))
  expect(await within(log).findByText('upstream connect error')).toBeInTheDocument()
  await user.click(within(log).getByRole('button', { name: 'Replay now' }))
  await waitFor(() => expect(asked('webhookReplay')).toEqual({ delivery: '1' }))
})

test('a key has scopes, and is shown once', async () => {
  const { user } = open('keys')
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = await screen.findByRole('dialog', { name: 'New key' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'CI')
  await user.click(within(dialog).getByRole('checkbox', { name: /^read / }))
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }))
  await waitFor(() => expect(asked('apiKeyCreate')).toEqual({ name: 'CI', scopes: ['read', 'builds'] }))
  expect(await screen.findByRole('group', { name: 'API key' })).toHaveTextContent('ts_live_once')
})

test('the sender is tested, and says what the mail server said', async () => {
  answer('mailTest', { ok: false, to: 'mia@example.org', detail: '550 no such user' })
  const { user } = open('notifications')
  await user.click(await screen.findByRole('button', { name: /^Send a test/ }))
  expect(await screen.findByText(/550 no such user/)).toBeInTheDocument()
  expect(await screen.findByText('Digest is sent at')).toBeInTheDocument()
})

test('a secret of a chat service is written and never read, and saving it tests it', async () => {
  const { user } = open('integrations')
  const token = await screen.findByLabelText('Bot token')
  expect(token).toHaveValue('')
  expect(token).toHaveAttribute('type', 'password')
  await user.type(token, 'new-token')
  await user.click(screen.getByRole('button', { name: 'Save and test' }))
  await waitFor(() =>
    expect(asked('chatServiceSave')).toEqual({ service: 'discord', settings: { botToken: 'new-token' } }),
  )
  await waitFor(() => expect(asked('chatServiceTest')).toEqual({ service: 'discord' }))
})

test('each integration says whether it works', async () => {
  const { user } = open('integrations')
  const services = await screen.findByRole('list', { name: 'Services' })
  await waitFor(() =>
    expect(within(services).getByRole('button', { name: /Discord/ })).toHaveAccessibleName(
      /Discord\s*connected/,
    ),
  )
  expect(within(services).getByRole('button', { name: /Telegram/ })).toHaveAccessibleName(/not connected/)
  await user.click(within(services).getByRole('button', { name: /GitHub/ }))
  expect(await screen.findByText('example/swap')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Test core' }))
  await waitFor(() => expect(asked('trackerTest')).toEqual({ id: 'tracker-core' }))
})
