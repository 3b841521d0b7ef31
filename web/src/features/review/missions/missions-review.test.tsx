import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const { server, begin, answer } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(() => import('#/features/review/missions/MissionReview'), 120_000)
beforeEach(() => {
  server.run.mockClear()
  begin(administrator)
})

const open = () => renderRoute('/review/missions', { as: administrator })
const calls = (name: string) =>
  server.run.mock.calls.filter(([called]) => called === name).map(([, params]) => params)

test('submissions are decided by the keys of triage, one after the other', async () => {
  const { user } = open()
  const submission = await screen.findByRole('region', { name: 'Submission' })
  await waitFor(() => expect(submission).toHaveTextContent('@kai'))
  expect(submission).toHaveTextContent('1 screenshot is attached')
  await user.keyboard('1')
  await waitFor(() =>
    expect(calls('submissionReview')).toEqual([{ submission: 'sub-kai', decision: 'approve' }]),
  )
  expect(screen.getByRole('region', { name: 'Submission' })).toHaveTextContent('@neo')
  await user.keyboard('3')
  const dialog = screen.getByRole('dialog', { name: 'Refuse' })
  expect(dialog).toHaveTextContent('No try is left.')
  expect(within(dialog).getByRole('button', { name: /^Refuse it/ })).toBeDisabled()
  await user.type(within(dialog).getByRole('textbox'), 'The screen cannot be read.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(calls('submissionReview').at(-1)).toEqual({
      submission: 'sub-neo',
      decision: 'reject',
      note: 'The screen cannot be read.',
    }),
  )
  await user.keyboard('k')
  expect(screen.getByRole('region', { name: 'Submission' })).toHaveTextContent('@ada')
})

test('a decision that is refused comes back with the reason', async () => {
  answer('submissionReview', new Problem(Code.validation, 'SUBMISSION_BAD_STATE: It was decided already.'))
  const { user } = open()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Submission' })).toHaveTextContent('@kai'))
  await user.keyboard('1')
  expect(await screen.findByText('It was decided already.')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Submission' })).toHaveTextContent('@kai')
})

test('an empty queue is one sentence', async () => {
  answer('submissionQueue', { rows: [], next: null, total: 0, oldestAt: null })
  open()
  expect(await screen.findByRole('heading', { name: 'No submissions to review.' })).toBeInTheDocument()
})

test('the address of before leads here', async () => {
  const { router } = renderRoute('/admin/settings/missions/review', { as: administrator })
  await waitFor(() => expect(router.state.location.pathname).toBe('/review/missions'))
})
