import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { recorded } from '#test/fixtures/widget'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/review/unsigned/UnsignedReview'), 120_000)

const waiting = {
  rows: [
    {
      id: 'u1',
      key: 'Swap page',
      origin: 'https://swap.example.org',
      createdAt: '2026-11-15T09:00:00.000Z',
      keptUntil: '2026-12-15T09:00:00.000Z',
      report: {
        kind: 'bug',
        title: 'The swap fails <b>always</b>',
        text: 'I pressed Swap.',
        area: 'swap',
        build: 'web 0.5.1',
        evidence: { hash: null, error: { message: 'execution reverted' } },
        context: recorded().context,
      },
    },
  ],
}

function open() {
  const as = server.begin(administrator)
  server.answer('unsignedReports', waiting)
  server.answer('unsignedReportDecide', ({ accept }: { accept?: boolean }) => ({
    number: accept ? 418 : null,
  }))
  return renderRoute('/review/unsigned', as)
}

test('a report without a sign-in is read as text and accepted', async () => {
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'The swap fails <b>always</b>' })).toBeInTheDocument()
  expect(screen.getByText('execution reverted')).toBeInTheDocument()
  expect(screen.getByText(/3 wallet calls, 2 console lines/)).toBeInTheDocument()
  await user.keyboard('1')
  await waitFor(() => expect(server.asked('unsignedReportDecide')).toEqual({ id: 'u1', accept: true }))
  expect(await screen.findByText('Accepted as #418.')).toBeInTheDocument()
})

test('spam is deleted', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(server.asked('unsignedReportDecide')).toEqual({ id: 'u1', accept: false }))
  expect(await screen.findByText('The report is deleted.')).toBeInTheDocument()
})

test('a programme without such reports has no tab for them', async () => {
  const as = server.begin(administrator)
  server.answer('pointsPending', { rows: [] })
  renderRoute('/review/points', as)
  expect(await screen.findByRole('link', { name: /^Points/ })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Unsigned/ })).not.toBeInTheDocument()
})
