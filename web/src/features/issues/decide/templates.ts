import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Where a template wants words of one's own. A text that still has it is not finished. */
export const GAP = '…'

export interface Ground {
  resolution: string
  /** The letter that chooses it. */
  key: string
  label: MessageDescriptor
  template: MessageDescriptor
}

/** Why a report can be closed. Duplicates are merged instead. */
export const GROUNDS: Ground[] = [
  {
    resolution: 'working_as_intended',
    key: 'w',
    label: msg`Works as intended`,
    template: msg`This works as intended: …`,
  },
  {
    resolution: 'not_reproducible',
    key: 'r',
    label: msg`Not reproducible`,
    template: msg`We tried it with … and couldn’t reproduce it. If it happens again, please reopen this and say what was different.`,
  },
  {
    resolution: 'wont_fix',
    key: 'n',
    label: msg`Will not be fixed`,
    template: msg`This is correct, but we won’t change it because …`,
  },
  {
    resolution: 'invalid',
    key: 'i',
    label: msg`Not a fault`,
    template: msg`This is not a bug in the product: …`,
  },
  {
    resolution: 'spam',
    key: 's',
    label: msg`Spam`,
    template: msg`This is not a report about the product.`,
  },
]

export interface Question {
  key: string
  label: MessageDescriptor
  text: MessageDescriptor
}

/** What is most often missing. */
export const QUESTIONS: Question[] = [
  {
    key: 'w',
    label: msg`Wallet`,
    text: msg`Which wallet did you use, and which version of it?`,
  },
  {
    key: 'n',
    label: msg`Network`,
    text: msg`Which network was the wallet on, and which one did the page show?`,
  },
  {
    key: 's',
    label: msg`Steps`,
    text: msg`Which steps lead to it? One line per step is enough.`,
  },
  {
    key: 'p',
    label: msg`Picture`,
    text: msg`Could you add a picture of what you saw?`,
  },
]

export const REASON = { least: 20, most: 2000 }
export const QUESTION = { least: 10, most: 2000 }

/** Whether a text of a template is ready to be sent. */
export const isFinished = (text: string, { least, most }: { least: number; most: number }): boolean =>
  !text.includes(GAP) && text.trim().length >= least && text.length <= most
