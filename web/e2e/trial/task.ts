// What a task is, and what all of them look for.
import { expect, type Page } from '@playwright/test'
import type { Person } from '../people.ts'
import type { Programme } from '../fixtures/seed.ts'
import type { Hand } from './hand.ts'

export interface Stage {
  programme: Programme
  colleague: Person
  rin: Person
  juno: Person
  /** A user who is here for the first time. */
  nora: Person
  /** A user who changes their account. */
  kai: Person
  /** The code of an invitation. */
  code: string
  /** An issue of another user that is confirmed. */
  known: number
  /** An undecided report of rin. */
  own: number
  /** An issue of rin that is fixed and waits for a check. */
  fixed: number
  /** A report of rin that was closed. */
  closed: number
  /** The title of an open mission. */
  mission: string
  /** Undecided reports, beside those of triage. */
  fresh: number[]
  picture: Buffer
}

export interface Task {
  name: string
  at: (stage: Stage) => string
  /** The server wants a user who has just signed in. */
  isSensitive?: true
  does: (hand: Hand, stage: Stage) => Promise<void>
  /** Why it is not tried this way. */
  notFor?: (hand: Hand) => string | false
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const dialog = (page: Page) => page.getByRole('dialog')
export const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
export const password = (page: Page, name = 'Password') => page.getByRole('textbox', { name, exact: true })

/** How far the page can be scrolled to the right, which should be nowhere. */
export async function expectNothingBeside(page: Page) {
  const far = await page.evaluate(() => {
    scrollTo(1000, scrollY)
    const { scrollX } = window
    scrollTo(0, scrollY)
    return scrollX
  })
  expect(far, page.url()).toBe(0)
}
