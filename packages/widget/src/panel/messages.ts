// The text for a report or a sign-in that failed, and the ways on.
import type { Refused } from './door.ts'
import { fill, type PanelWords } from './words.ts'

const WITH_CODE = /^INVITATION|NOT_LISTED$/
const IN_APP = /^INVITATION|NOT_LISTED$|WIDGET_(?!TOKEN)/

export interface Failure {
  text: string
  errors: readonly { field: string; detail: string }[]
  /** The tester can report in the app. */
  isForApp: boolean
  /** An invitation code may help. */
  needsCode: boolean
}

export function failureOf(error: unknown, words: PanelWords): Failure {
  const { code = '', message = String(error), problem = {} } = (error ?? {}) as Partial<Refused>
  const { details = {}, errors = [] } = problem
  const minutes = details.retryAfter && Math.ceil(details.retryAfter / 60)
  const said = words.errors[code] ?? message
  return {
    text: minutes ? `${said} ${fill(words.later, { minutes })}` : said,
    errors,
    isForApp: IN_APP.test(code),
    needsCode: WITH_CODE.test(code),
  }
}
