// The failure that a report is about: the call that failed, and the explanation of the server.
import type { Call } from '@touchstone/recorder'
import type { Refused } from './door.ts'
import type { Connection } from './connection.ts'
import type { Words } from '../words.ts'
import type { Make } from './element.ts'
import { type Explanation, explain } from './explain.ts'
import { failureOf } from './messages.ts'
import { evidenceOf } from './parts.ts'
import { explanationView } from './views.ts'
import type { PanelWords } from './words.ts'

export interface EvidenceView {
  readonly element: HTMLElement
  /** Shows a failure, with the line of what is sent of it. */
  show(problem: Readonly<Call> | undefined, row: Node | undefined): void
  /** Asks the server about the failure, once, if the tester is signed in. */
  look(): void
  stop(): void
}

interface Listener {
  found(title: string): void
  signedOut(error: unknown): void
}

export function createEvidenceView(
  start: Connection,
  make: Make,
  words: Words & PanelWords,
  { found, signedOut }: Listener,
): EvidenceView {
  const title = make('h3')
  const answer = make('div', { role: 'status' })
  const element = make('div', { className: 'part failure' })
  let problem: Readonly<Call> | undefined
  let explanation: Explanation | string | undefined
  let stop = (): void => undefined

  const render = (): void =>
    answer.replaceChildren(...explanationView(make, words, start.memory.session() !== undefined, explanation))

  function suggest(): void {
    if (typeof explanation === 'object' && explanation.evidence.title) found(explanation.evidence.title)
  }

  return {
    element,
    show(given, row) {
      stop()
      if (problem !== given) explanation = undefined
      problem = given
      title.textContent = given ? words.problems[given.problem ?? 'other'] : ''
      element.replaceChildren(...(given && row ? [title, row, answer] : []))
      suggest()
    },
    look() {
      stop()
      render()
      const isAnswered = typeof explanation === 'object' && explanation.evidence.state !== 'waiting'
      if (!problem || isAnswered || !start.memory.session()) return
      stop = explain(
        start,
        evidenceOf(problem),
        given => {
          explanation = given
          render()
          suggest()
        },
        error => {
          explanation = failureOf(error, words).text
          const isSignedOut = (error as Refused).code === 'WIDGET_TOKEN'
          if (isSignedOut) start.memory.write({ session: undefined })
          render()
          if (isSignedOut) signedOut(error)
        },
      )
    },
    stop: () => stop(),
  }
}
