import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
const logOut = vi.fn(async () => undefined)
vi.mock('#/backend/parse-client', () => ({ connectTo: () => ({ ...server, logOut }) }))

const saved: { name: string; text: Promise<string> }[] = []

beforeEach(() => {
  begin(tester)
  logOut.mockClear()
  answer('accountDeletion', { dueAt: null, texts: null })
  saved.length = 0
  let blob = new Blob()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (made: Blob) => {
        blob = made
        return 'blob:own'
      },
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blob.text() })
  })
})

const open = () => renderRoute('/u/rin?tab=data', { as: tester })

test('the parts of the download become one file', async () => {
  answer('accountData', ({ cursor }: { cursor?: string }) =>
    cursor === undefined
      ? {
          data: { account: [{ username: 'rin' }], reports: [{ title: 'The map freezes' }] },
          done: 1,
          of: 3,
          next: 'reports~1',
        }
      : { data: { reports: [{ title: 'The price changes' }], votes: [] }, done: 3, of: 3, next: null },
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(/^Saved to your/)).toBeInTheDocument()
  expect(asked('accountData')).toEqual({ cursor: 'reports~1' })
  expect(saved.map(({ name }) => name)).toEqual(['touchstone-rin.json'])
  const file = JSON.parse((await saved[0]?.text) ?? '')
  expect(file).toMatchObject({
    username: 'rin',
    account: { username: 'rin' },
    reports: [{ title: 'The map freezes' }, { title: 'The price changes' }],
    votes: [],
  })
})

test('a download that fails says so and can be tried again', async () => {
  answer('accountData', new Problem(Code.connectionFailed, 'The server does not answer.'))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByRole('heading', { name: 'The download did not finish.' })).toBeInTheDocument()
  expect(saved).toEqual([])
  answer('accountData', { data: { account: [] }, done: 1, of: 1, next: null })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(saved).toHaveLength(1))
})

const DUE = { dueAt: '2026-11-20T10:00:00.000Z', texts: 'erase' }
const KEPT = { dueAt: null, texts: null }

test('an account is to be deleted by its typed name, by keys alone, and is kept by a press', async () => {
  answer('accountDelete', DUE)
  answer('accountDeletionCancel', KEPT)
  const { user } = open()
  ;(await screen.findByRole('button', { name: 'Delete account…' })).focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Delete @rin?' })
  expect(within(dialog).getByRole('radio', { name: /^Keep it/ })).toHaveFocus()
  await user.click(within(dialog).getByRole('radio', { name: /^Erase it/ }))
  const name = within(dialog).getByRole('textbox', { name: 'Type your name, rin' })
  await user.type(name, 'rim')
  await user.keyboard('{Tab}{Tab}{Enter}')
  expect(name).toHaveAccessibleDescription('Type your name exactly: rin')
  expect(asked('accountDelete')).toBeUndefined()
  await user.clear(name)
  await user.type(name, 'rin')
  await user.keyboard('{Tab}{Tab}{Enter}')
  await waitFor(() => expect(asked('accountDelete')).toEqual({ username: 'rin', texts: 'erase' }))
  expect(await screen.findByText(/^Your account will be deleted on/)).toBeInTheDocument()
  expect(logOut).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))
  expect(await screen.findByRole('button', { name: 'Delete account…' })).toBeInTheDocument()
})

test('a refusal stays in the dialog', async () => {
  answer(
    'accountDelete',
    new Problem(Code.validation, 'READ_ONLY: The programme is read-only at the moment.'),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Type your name, rin' }), 'rin')
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByText(/read-only at the moment/)).toBeInTheDocument()
  expect(logOut).not.toHaveBeenCalled()
})

test('an administrator reads why not, and what to do', async () => {
  begin(administrator)
  renderRoute(`/u/${administrator.username}?tab=data`, { as: administrator })
  expect(await screen.findByText(/Administrators cannot delete their account/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Delete account…' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeInTheDocument()
})

test('the page of a deleted account says that it is deleted', async () => {
  answer('profile', new Problem(Code.objectNotFound, 'Object not found.'))
  renderRoute('/u/deleted-4f2a91c0', { as: tester })
  expect(await screen.findByRole('heading', { name: 'This account was deleted.' })).toBeInTheDocument()
})
