import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issueServer } from '#test/issue-server'
import { issueView } from '#test/fixtures/issues'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const article = async (text: string | RegExp) =>
  (await screen.findByText(text)).closest('article') as HTMLElement

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/issues/page/IssueScreen'), 120_000)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

test('the page says what it is, how far it is, and what was said', async () => {
  renderRoute('/issues/377', { as: tester })
  expect(await screen.findByRole('heading', { level: 1, name: '#377' })).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 2, name: /Route over two pools/ })).toBeInTheDocument()
  expect(screen.getByRole('group', { name: 'Status' })).toHaveTextContent('Fixed – please check')
  expect(screen.getByText(/The second hop was priced/)).toBeInTheDocument()
  expect(await screen.findByText(/confirmed it/)).toHaveTextContent(/^@mia confirmed it/)
  expect(await article(/Same on Base/)).toHaveTextContent('Helpful')
  await waitFor(() => expect(document.title).toMatch(/^#377 Route over two pools/))
})

test('what is private and what is not there read the same', async () => {
  renderRoute('/issues/9999', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('an address that is not a number is not there either', async () => {
  renderRoute('/issues/abc', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
  expect(asked('issueGet')).toEqual([])
})

test('a fix is checked by one key and one press, on the build one runs', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  await screen.findByText('Fixed in 0.4.2 – please check.')
  await user.keyboard('2')
  const dialog = await screen.findByRole('dialog', { name: 'It is still broken' })
  await user.selectOptions(within(dialog).getByLabelText('Your build'), 'web 0.4.2')
  await user.type(within(dialog).getByLabelText('What happens now?'), 'Same as before')
  await user.click(within(dialog).getByRole('button', { name: /Send the check/ }))
  await waitFor(() =>
    expect(asked('fixCheckSubmit')).toEqual([
      { number: 377, build: 'build-0.4.2', verdict: 'still_broken', note: 'Same as before' },
    ]),
  )
})

test('a comment is sent with Ctrl and Enter, and what is typed survives a reload', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  const field = await screen.findByRole('textbox', { name: 'Comment' })
  await user.type(field, 'It works on Base for me')
  await waitFor(() => expect(localStorage.getItem('touchstone.rin.kept.comment.377')).toContain('It works'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked('commentAdd')).toEqual([{ number: 377, body: 'It works on Base for me' }]))
  await waitFor(() => expect(field).toHaveValue(''))
  expect(localStorage.getItem('touchstone.rin.kept.comment.377')).toBeNull()
})

test('a refused comment stays where it is', async () => {
  answer({
    commentAdd: () => {
      throw { code: 140, message: 'Twenty comments a day; the next one at 18:00.' }
    },
  })
  const { user } = renderRoute('/issues/377', { as: tester })
  const field = await screen.findByRole('textbox', { name: 'Comment' })
  await user.type(field, 'One more')
  await user.click(screen.getByRole('button', { name: /^Comment/ }))
  expect(await screen.findByText('Twenty comments a day; the next one at 18:00.')).toBeInTheDocument()
  expect(field).toHaveValue('One more')
})

test('a comment that waits for the network says so, and is sent when it is back', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'From a train')
  onlineManager.setOnline(false)
  await user.click(screen.getByRole('button', { name: /^Comment/ }))
  expect(await screen.findByText(/sent when you’re back online/)).toBeInTheDocument()
  expect(asked('commentAdd')).toEqual([])
  onlineManager.setOnline(true)
  await waitFor(() => expect(asked('commentAdd')).toHaveLength(1))
})

test('"+1" is offered as a vote', async () => {
  const { user } = renderRoute('/issues/402', { as: tester })
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), '+1')
  await user.click(await screen.findByRole('button', { name: 'Count me in' }))
  await waitFor(() => expect(asked('issueVote')).toEqual([{ number: 402 }]))
  expect(asked('commentAdd')).toEqual([])
})

test('a name that has been heard here is completed', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  await article(/Same on Base/)
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'thanks @ka')
  await user.click(await screen.findByRole('option', { name: '@kai' }))
  expect(field).toHaveValue('thanks @kai ')
})

test('watching an issue promises news of it, and a place in one’s list', async () => {
  const { user } = renderRoute('/issues/402', { as: tester })
  const watch = await screen.findByRole('button', { name: /Watch/ })
  expect(watch).toHaveAttribute(
    'title',
    "You'll be notified about updates. Find watched issues with watching:me",
  )
  await user.click(watch)
  await waitFor(() => expect(asked('issueWatch')).toEqual([{ number: 402, level: 'all' }]))
  expect(await screen.findByRole('button', { name: /Watching/ })).toBeInTheDocument()
})

test('a tester sees nothing to decide with', async () => {
  renderRoute('/issues/402', { as: tester })
  await screen.findByRole('heading', { level: 2, name: /Approval is skipped/ })
  expect(screen.queryByRole('heading', { name: 'Decide' })).toBeNull()
  expect(screen.queryByLabelText('Staff note')).toBeNull()
})

test('an administrator marks it as fixed, and is shown what that did', async () => {
  server.confirm.mockResolvedValue(administrator)
  const { user } = renderRoute('/issues/402', { as: administrator })
  await decide(user, 'Mark fixed…')
  const dialog = await screen.findByRole('dialog', { name: 'Mark as fixed' })
  await user.click(within(dialog).getByRole('button', { name: 'Ask for checks' }))
  await waitFor(() => expect(asked('issueMarkFixed')).toMatchObject([{ number: 402, build: 'build-0.4.3' }]))
})

/** What is in the menu beside the next step. */
async function decide(user: ReturnType<typeof renderRoute>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: 'More decisions' }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }))
}

/** The page of an issue to an administrator who may give these commands. */
function deciding(triage: string[], issue: object = {}, points: object | null = null) {
  server.confirm.mockResolvedValue(administrator)
  const known = issueView(402)
  answer({
    issueGet: () => ({
      ...known,
      issue: { ...known.issue, ...issue },
      points,
      may: { ...known.may, triage },
    }),
  })
  return renderRoute('/issues/402', { as: administrator })
}

test('the last decision is undone on the page of the issue', async () => {
  const { user } = deciding(['issueUndo'])
  await decide(user, 'Undo the last decision')
  await waitFor(() => expect(asked('issueUndo')).toEqual([{ number: 402 }]))
})

test('a question to the reporter is what was typed, letter for letter', async () => {
  const { user } = deciding(['issueAskInfo'])
  await decide(user, 'Ask the reporter…')
  await screen.findByRole('dialog', { name: 'Ask the reporter' })
  await user.keyboard('What wallet is this, please?')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(asked('issueAskInfo')).toMatchObject([{ question: 'What wallet is this, please?' }]),
  )
})

test('a report is accepted on its own page, each grade with what it pays', async () => {
  const { user } = deciding(['issueAccept'], { status: 'new', severity: null })
  await user.click(await screen.findByRole('button', { name: 'Accept as…' }))
  const grade = await screen.findByRole('menuitem', { name: /^Major/ })
  await waitFor(() => expect(grade).toHaveTextContent('pays 150'))
  await user.click(grade)
  await waitFor(() => expect(asked('issueAccept')).toMatchObject([{ number: 402, severity: 'S2' }]))
})

test('a report is made private, and opened again', async () => {
  const { user } = deciding(['issueSetVisibility'])
  await decide(user, 'Make private')
  await waitFor(() =>
    expect(asked('issueSetVisibility')).toMatchObject([{ number: 402, visibility: 'private' }]),
  )
})

test('an issue is given to any administrator, or unassigned', async () => {
  const { user } = deciding(['issueAssign'], { assignee: { id: 'mia', username: 'mia' } })
  const field = await screen.findByLabelText('Assignee')
  await screen.findByRole('option', { name: '@ada' })
  await user.selectOptions(field, '@ada')
  await waitFor(() => expect(asked('issueAssign')).toMatchObject([{ user: 'ada' }]))
  await user.selectOptions(field, 'Unassigned')
  await waitFor(() => expect(asked('issueAssign')[1]).toMatchObject({ user: null }))
})

test('regrading after the settlement says that the points stay, and offers to share them again', async () => {
  const settled = { settledAt: '2026-10-31T10:00:00.000Z', severity: 'S3' }
  const points = { purse: 30, worth: 30, settlesAt: null, settled: true, mine: 0, provisional: false }
  const { user } = deciding(['issueSetSeverity', 'issueResettle'], settled, points)
  await user.selectOptions(await screen.findByLabelText('Severity'), 'Major')
  const dialog = await screen.findByRole('dialog', { name: 'Regrade #402' })
  expect(dialog).toHaveTextContent('Points were settled on 31 Oct: 30 paid. They don’t change.')
  expect(asked('issueSetSeverity')).toEqual([])
  await user.click(within(dialog).getByRole('checkbox', { name: /Recalculate the points/ }))
  await user.type(within(dialog).getByLabelText('Reason'), 'It blocks all users on a phone.')
  await user.click(within(dialog).getByRole('button', { name: /Regrade/ }))
  await waitFor(() =>
    expect(asked('issueResettle')).toEqual([{ number: 402, reason: 'It blocks all users on a phone.' }]),
  )
  expect(asked('issueSetSeverity')).toMatchObject([{ number: 402, severity: 'S2' }])
})

test('an issue is linked to where else it is known', async () => {
  const { user } = deciding(['issueLinkExternal'])
  await decide(user, 'Link…')
  const dialog = await screen.findByRole('dialog', { name: 'Link to another tracker' })
  await user.type(within(dialog).getByLabelText('Address'), 'https://github.example/964')
  await user.type(within(dialog).getByLabelText('Tracker'), 'GitHub')
  await user.type(within(dialog).getByLabelText('Key in the tracker'), 'GH-964')
  await user.click(within(dialog).getByRole('button', { name: 'Link' }))
  await waitFor(() =>
    expect(asked('issueLinkExternal')).toMatchObject([
      { number: 402, url: 'https://github.example/964', system: 'GitHub', key: 'GH-964' },
    ]),
  )
})

test('an administrator has one next step, two other ways and a menu', async () => {
  deciding(['issueStart', 'issueMarkFixed', 'issueMerge', 'issueClose', 'issueAskInfo'], {
    status: 'in_progress',
  })
  const next = await screen.findByRole('region', { name: 'Next step' })
  expect(
    within(next)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Mark fixed…f', 'Duplicate…2', 'Close…3', ''])
})

test('the report comes before its evidence, and without evidence there is none', async () => {
  const known = issueView(402)
  answer({ issueGet: () => ({ ...known, issue: { ...known.issue, evidenceCount: 0, proofCount: 0 } }) })
  renderRoute('/issues/402', { as: tester })
  const report = await screen.findByRole('region', { name: 'Report' })
  expect(screen.queryByRole('region', { name: 'Evidence' })).toBeNull()
  expect(asked('evidenceOfIssue')).toEqual([])
  expect(report.nextElementSibling).toHaveAccessibleName('Timeline')
})

test('a comment has one control', async () => {
  renderRoute('/issues/377', { as: tester })
  const card = await article(/Same on Base/)
  expect(within(card).getByRole('button')).toHaveAccessibleName('More about this comment')
})

test('a name in a report is a link only if that person is known here', async () => {
  answer({
    issueGet: () => {
      const known = issueView(402)
      return { ...known, issue: { ...known.issue, body: `@${known.issue.reporter.username} told @mar.` } }
    },
  })
  renderRoute('/issues/402', { as: tester })
  const report = await screen.findByRole('region', { name: 'Report' })
  const { username } = issueView(402).issue.reporter
  expect(within(report).getAllByRole('link', { name: `@${username}` }).length).toBeGreaterThan(0)
  expect(within(report).queryByRole('link', { name: '@mar' })).toBeNull()
})

test('the browser of the reporter is folded away', async () => {
  const { user } = renderRoute('/issues/402', { as: tester })
  const device = await screen.findByText('Reporter’s device')
  expect(device.closest('details')).not.toHaveAttribute('open')
  await user.click(device)
  expect(screen.getByText('Android 16')).toBeVisible()
})

test('a check is reported with the name of the user who made it', async () => {
  renderRoute('/issues/377', { as: tester })
  expect(await screen.findByText(/checked the fix in 0.4.2/)).toHaveTextContent(
    '@juno checked the fix in 0.4.2: it works',
  )
})

test('a check that does not count yet is not promised points', async () => {
  answer({ issueGet: () => ({ ...issueView(377), may: { ...issueView(377).may, checkCounts: false } }) })
  renderRoute('/issues/377', { as: tester })
  expect(await screen.findByText(/with proof, or from trust level 2/)).toBeInTheDocument()
  expect(screen.queryByText(/A correct answer earns points/)).toBeNull()
})

test('a merged report leads to where it went', async () => {
  answer({
    issueGet: () => ({
      ...issueView(402),
      root: { number: 412, title: 'Swap gives less', status: 'in_progress' },
    }),
  })
  renderRoute('/issues/402', { as: tester })
  expect(await screen.findByRole('link', { name: '#412 Swap gives less' })).toHaveAttribute(
    'href',
    '/issues/412',
  )
})

test('a picture of a report is shown as one, and enlarged by a press; keys turn to the next', async () => {
  const picture = (name: string) => ({
    id: name,
    name,
    mime: 'image/webp',
    size: 412_000,
    width: 800,
    height: 600,
    url: `/${name}`,
    state: 'clean',
  })
  const known = issueView(402)
  answer({
    issueGet: () => ({
      ...known,
      issue: { ...known.issue, attachments: [picture('one.webp'), picture('two.webp')] },
    }),
  })
  const { user } = renderRoute('/issues/402', { as: tester })
  await user.click(await screen.findByRole('button', { name: 'Enlarge one.webp' }))
  expect(await screen.findByRole('dialog', { name: 'Picture one.webp' })).toHaveTextContent('1 of 2')
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Picture two.webp' })).toHaveTextContent('2 of 2')
})
