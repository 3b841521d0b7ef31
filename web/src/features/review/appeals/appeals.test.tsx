import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { appeal } from '#test/fixtures/fairness'
import { administrator, renderRoute } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/review/appeals/AppealReview'), 120_000)

const PATH = '/review/appeals'
const ANSWER = 'Thank you, that explains it well.'

test('an appeal shows what was decided and why, is answered, and upheld by its key', async () => {
  const { user } = renderRoute(PATH, server.begin(administrator))
  expect(await screen.findByText(/^My brother and I share a computer/)).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Decision' })).toHaveTextContent('Same device')
  // Without an answer the key asks for one.
  await user.keyboard('1')
  expect(screen.getByLabelText(/^Answer to @mox_c/)).toHaveFocus()
  expect(server.asked('appealDecide')).toBeUndefined()
  await user.keyboard(ANSWER)
  await user.click(screen.getByRole('button', { name: /^Unlink @mox_c/ }))
  await waitFor(() =>
    expect(server.asked('appealDecide')).toEqual({ id: 'appeal-1', uphold: true, answer: ANSWER }),
  )
})

test('a severity is chosen, and points are said, before an appeal about them is upheld', async () => {
  const as = server.begin(administrator)
  const subject = { label: '#441', number: 441, case: null, severity: 'S3' }
  const rows = [
    appeal({ id: 'grade', subjectType: 'severity', subject, gives: null }),
    appeal({ id: 'entry', subjectType: 'points', subject: { label: 'entry 12', number: null }, gives: null }),
  ]
  server.answer('appeals', { rows, next: null, total: 2 })
  const { user } = renderRoute(PATH, as)
  await user.type(await screen.findByLabelText(/^Answer to/), ANSWER)
  await user.click(screen.getByRole('button', { name: /^Regrade #441/ }))
  expect(screen.getByLabelText(/^New severity/)).toHaveFocus()
  await user.selectOptions(screen.getByLabelText(/^New severity/), 'S1')
  await user.click(screen.getByRole('button', { name: /^Regrade #441/ }))
  await waitFor(() =>
    expect(server.asked('appealDecide')).toEqual({
      id: 'grade',
      uphold: true,
      answer: ANSWER,
      severity: 'S1',
    }),
  )
  // The next one follows by itself.
  await user.type(await screen.findByLabelText(/^Points to give/), '5')
  await user.type(screen.getByLabelText(/^Answer to/), ANSWER)
  await user.click(screen.getByRole('button', { name: /^Uphold/ }))
  await waitFor(() =>
    expect(server.asked('appealDecide')).toEqual({ id: 'entry', uphold: true, answer: ANSWER, amount: 5 }),
  )
})

test('the administrator who decided does not answer the appeal', async () => {
  const as = server.begin(administrator)
  server.answer('appeals', { rows: [appeal({ mayDecide: false, byMe: true })], next: null, total: 1 })
  renderRoute(PATH, as)
  expect(await screen.findByText(/^You made this decision, so another/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Unlink/ })).not.toBeInTheDocument()
})
