// What reaches a tester outside the page, and what they do about it.
import { enter, expect, settled, test } from './fixtures.ts'
import { openProgramme, PERMIT, trusted } from './fixtures/seed.ts'
import { type Letter, type Reached, startReached } from './fixtures/services.ts'
import { fresh, type Person, runAs } from './people.ts'

const QUESTION = 'Which wallet was connected when it happened?'
const ANSWER = 'It was the browser extension, version 11.'

const letterTo = async ({ post }: Reached, { email }: Person, count: number): Promise<Letter> => {
  await expect.poll(() => post.to(email).length).toBeGreaterThanOrEqual(count)
  return post.to(email)[count - 1] as Letter
}

/** As a mail program does when its reader presses "unsubscribe" (RFC 8058). */
async function unsubscribe({ headers }: Letter) {
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const link = /<(https?:[^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] as string
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).ok).toBe(true)
}

test('a tester is asked by mail, answers by its link, and is not mailed again once they unsubscribe', async ({
  page,
  browser,
}) => {
  const reached = await startReached()
  const { address: server, channel } = reached
  try {
    const programme = await openProgramme({ server, username: 'mia' })
    const { admin: mia } = programme
    const [rin, kai] = [await trusted('rin', programme), await trusted('kai', programme)]
    for (const { objectId } of [rin, kai]) reached.verify(objectId)
    const team = { name: 'The team', preset: 'discord', url: channel.hook, events: ['issue.answered'] }
    await runAs(await fresh(mia, server), 'webhookSave', team, server)
    const number = await programme.report(rin, PERMIT)
    const ask = (about: number) => runAs(mia, 'issueAskInfo', { number: about, question: QUESTION }, server)

    const before = reached.post.to(rin.email).length
    await ask(number)
    const letter = await letterTo(reached, rin, before + 1)
    expect(letter.text).toContain(QUESTION)
    const link = letter.links.find(one => one.includes(`/issues/${number}`)) as string
    expect(new URL(link).origin).toBe(server)

    // mia has the issue open all the while.
    const desk = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await enter(desk, mia, `/issues/${number}`, server)
    await settled(desk)
    await enter(page, rin, link.slice(server.length), server)
    await page.getByRole('textbox', { name: 'Comment' }).fill(ANSWER)
    await page.getByRole('button', { name: 'Answer' }).click()
    await expect(page.getByText(ANSWER)).toBeVisible()

    await expect(desk.getByText(ANSWER)).toBeVisible()
    await expect.poll(() => channel.posts().filter(text => text.includes(`#${number}`)).length).toBe(1)

    await unsubscribe(letter)
    const another = await programme.report(rin, { ...PERMIT, title: 'Balance stays old after a swap' })
    const others = await programme.report(kai, { ...PERMIT, title: 'The chart jumps when the tab returns' })
    const mails = reached.post.to(rin.email).length
    const theirs = reached.post.to(kai.email).length
    await ask(another)
    await ask(others)
    // Items that wait for rin are still in the app; and kai, who was asked after her, has his mail.
    await letterTo(reached, kai, theirs + 1)
    await enter(page, rin, '/notifications', server)
    await expect(page.getByRole('textbox', { name: `Answer on #${another}` })).toBeVisible()
    expect(reached.post.to(rin.email).length).toBe(mails)
    await desk.context().close()
  } finally {
    await reached.stop()
  }
})
