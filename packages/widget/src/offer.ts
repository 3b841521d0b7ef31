// The offer to report a failure: its words, and which failures get one.
import type { Call } from '@touchstone/recorder'
import type { Note } from './note.ts'
import type { Words } from './words.ts'

const NOT_OFFERED = new Set(['user_rejected', 'wallet_busy', 'other'])

export const isOffered = ({ problem = 'other' }: Readonly<Call>): boolean => !NOT_OFFERED.has(problem)

export interface OfferOptions {
  words: Words
  /** Reports are sent from the dapp. */
  hasPanel: boolean
  /** The tester is signed in, and can send a report at once. */
  isSignedIn: boolean
  shortcut: string | undefined
  open(): void
  send(): void
}

export function offerOf(problem: Readonly<Call>, options: OfferOptions): Omit<Note, 'label'> {
  const { words, hasPanel, isSignedIn, open, send } = options
  const title = `${words.problems[problem.problem ?? 'other']}. ${words.ask}`
  const notNow = { label: words.notNow }
  if (isSignedIn)
    return {
      title,
      text: words.sendsNow,
      buttons: [
        { label: words.sendNow, isMain: true, press: send },
        { label: words.lookAtIt, press: open },
        notNow,
      ],
    }
  return {
    title,
    text: hasPanel ? words.opensPanel : words.opensForm,
    buttons: [{ label: words.report, isMain: true, press: open }, notNow],
    shortcut: options.shortcut,
  }
}
