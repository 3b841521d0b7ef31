import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AcceptDialog from '#/app/AcceptDialog'
import { acceptance } from '#/backend/acceptance'
import { Code, Problem } from '#/backend/problem'
import { Policies } from '#/features/policies/Policies'
import { type PublishedPolicy, settings } from '#/lib/settings'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect([AcceptDialog, Policies]).toHaveLength(2)

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

const PUBLISHED: PublishedPolicy[] = [
  { kind: 'privacy', version: 2, required: 1 },
  { kind: 'terms', version: 1, required: 1 },
]
const missing = (...kinds: string[]) =>
  server.answer('policies', {
    rows: PUBLISHED.map(page => ({ ...page, publishedAt: '2026-11-03T09:00:00.000Z' })),
    missing: kinds,
  })

beforeEach(() => {
  settings.policies = PUBLISHED
})
afterEach(() => {
  delete settings.policies
})

test('a tester accepts what is missing after the sign-in', async () => {
  const as = server.begin(tester)
  missing('privacy', 'terms')
  const { user } = renderRoute('/', as)
  const dialog = within(await screen.findByRole('dialog', { name: 'Before you take part' }))
  expect(dialog.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/legal/terms')
  await user.click(dialog.getByRole('checkbox', { name: 'I have read and accept them' }))
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  await waitFor(() =>
    expect(server.asked('policyAccept')).toEqual({
      accept: [
        { kind: 'privacy', version: 2 },
        { kind: 'terms', version: 1 },
      ],
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a tester who accepts nothing still reads, and is asked again when a change waits for it', async () => {
  const as = server.begin(tester)
  missing('terms')
  const { user } = renderRoute('/', as)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

  const refused = new Problem(Code.validation, 'POLICY_NOT_ACCEPTED: Accept the terms first.')
  const change = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue('voted')
  const done = acceptance.around(change)
  await user.click(await screen.findByRole('checkbox', { name: 'I have read and accept them' }))
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await done).toBe('voted')
  expect(change).toHaveBeenCalledTimes(2)
})

test('a tester who has accepted, and an administrator, are asked nothing', async () => {
  const page = renderRoute('/', server.begin(tester))
  await screen.findByRole('main')
  await waitFor(() => expect(server.asked('policies')).toBeDefined())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  page.leave()
  server.server.run.mockClear()
  renderRoute('/', server.begin(administrator))
  await screen.findByRole('main')
  expect(server.asked('policies')).toBeUndefined()
})

test('a visitor reads a page, and an earlier version says that it is one', async () => {
  server.begin(tester)
  const page = renderRoute('/legal/privacy')
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 2, name: 'Stored data' })).toBeInTheDocument()
  expect(screen.queryByText('This is an earlier version.')).not.toBeInTheDocument()
  await page.user.click(screen.getByRole('link', { name: /^Version 1/ }))
  expect(await screen.findByText('This is an earlier version.')).toBeInTheDocument()
  expect(server.asked('policyPage')).toEqual({ kind: 'privacy', version: 1 })
  page.leave()
  server.answer('policyPage', new Problem(Code.objectNotFound, 'Object not found.'))
  renderRoute('/legal/rules')
  expect(await screen.findByText('This page is not published.')).toBeInTheDocument()
})

test('an administrator publishes a page from a draft', async () => {
  const { user } = renderRoute('/admin/settings/legal', server.begin(administrator))
  const privacy = within(await screen.findByRole('region', { name: 'Privacy' }))
  expect(await privacy.findByText('accepted by 31 of 40 testers')).toBeInTheDocument()
  await user.click(privacy.getByRole('button', { name: 'New version' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Privacy, version 3' }))
  const text = await dialog.findByLabelText('Text, in Markdown')
  expect(text).toHaveValue('## Stored data\n\n- Your username.\n')
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Replace with a draft' }))
  await waitFor(() =>
    expect(text).toHaveValue('This page describes the data.\n\n## Responsible\n\n[Company]\n'),
  )
  await user.type(dialog.getByLabelText('What changed (optional)'), 'A draft')
  await user.click(dialog.getByRole('checkbox', { name: /^Testers must accept/ }))
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(server.asked('policyPublish')).toEqual({
      kind: 'privacy',
      body: 'This page describes the data.\n\n## Responsible\n\n[Company]\n',
      note: 'A draft',
      asks: true,
      version: 2,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('the editor closes when its page is published, also the first version', async () => {
  const as = server.begin(administrator)
  let published = 0
  server.answer('policyPublish', ({ kind }: { kind: string }) => {
    published = 1
    return { kind, version: 1 }
  })
  const row = { version: 1, note: '', asks: true, publishedAt: '2026-11-19T09:00:00.000Z', accepted: 0 }
  server.answer('policyVersions', () => ({ rows: published ? [row] : [], testers: 40 }))
  const { user } = renderRoute('/admin/settings/legal', as)
  const rules = within(await screen.findByRole('region', { name: 'Rules' }))
  await user.click(await rules.findByRole('button', { name: 'Write' }))
  await user.type(await screen.findByLabelText('Text, in Markdown'), 'Be kind.')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await rules.findByText('accepted by 0 of 40 testers')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('the list of acceptances is one file, however many answers it takes', async () => {
  const saved = vi.fn()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = renderRoute('/admin/settings/legal', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [file] = saved.mock.calls.flat() as Blob[]
  const text = (await file?.text()) ?? ''
  expect(text).toContain('"user-rin"')
  expect(text).toContain('"user-kai"')
})
