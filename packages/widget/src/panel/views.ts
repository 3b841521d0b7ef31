// The sections of the panel that come and go.
import type { Make } from './element.ts'
import type { Explanation } from './explain.ts'
import { fill, type PanelWords } from './words.ts'

export interface Action {
  label: string
  isMain?: boolean
  press(): void
}

export const button = (make: Make, { label, isMain, press }: Action): HTMLButtonElement => {
  const made = make('button', { type: 'button', className: isMain ? 'main' : 'plain', textContent: label })
  made.addEventListener('click', press)
  return made
}

/** A link that opens in a new tab; its text alone if the address is not one of the web. */
export function link(make: Make, address: string, text: string): HTMLElement {
  const isWeb = /^https?:\/\//i.test(address)
  return isWeb
    ? make('a', { href: address, target: '_blank', rel: 'noopener', textContent: text })
    : make('span', { textContent: text })
}

/** The answer of the server about a failure. Without one, the promise to ask, or that it is asked now. */
export function explanationView(
  make: Make,
  words: PanelWords,
  isSignedIn: boolean,
  explanation: Explanation | string | undefined,
): Node[] {
  const said = (text: string) => make('p', { className: 'small', textContent: text })
  if (!isSignedIn) return [said(words.looksUpLater)]
  if (typeof explanation === 'string') return [said(explanation), said(words.looksUp)]
  const { evidence, similar = [] } = explanation ?? {}
  if (!evidence || evidence.state === 'waiting') return [said(words.lookingUp)]
  const { title, sentence, verdict, class: kind } = evidence
  const isExplained = evidence.state === 'explained'
  return [
    ...(isExplained
      ? [make('span', { className: 'verdict', textContent: [kind, verdict].filter(Boolean).join(' · ') })]
      : []),
    make('p', { textContent: (isExplained && (sentence ?? title)) || words.notFound }),
    ...(similar.length > 0
      ? [
          make('p', { className: 'small', textContent: words.similar }),
          make(
            'ul',
            {},
            ...similar.map(({ number, title, status, address }) =>
              make('li', {}, link(make, address, `#${number} ${title}`), ` ${status}`),
            ),
          ),
        ]
      : []),
    said(words.looksUp),
  ]
}

/** The reports that wait in this browser. */
export function waitingView(
  make: Make,
  words: PanelWords,
  waiting: { count: number; refused: string | undefined },
  actions: readonly Action[],
): Node[] {
  return [
    make('p', { textContent: fill(words.waitingTitle, { n: waiting.count }) }),
    make('p', {
      className: 'small',
      textContent: waiting.refused ?? words.waitingList,
    }),
    make('div', { className: 'row end' }, ...actions.map(action => button(make, action))),
  ]
}

/** The end of a report, in place of the form. */
export function endView(make: Make, title: string, text: string, ...more: Node[]): HTMLElement {
  return make(
    'div',
    { className: 'part', role: 'status' },
    make('h3', { textContent: title }),
    make('p', { textContent: text }),
    make('div', { className: 'row end' }, ...more),
  )
}
