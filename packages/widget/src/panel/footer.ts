// The foot of the panel: who reports, the button that signs in or sends, and the reason if that failed.
import type { Make } from './element.ts'
import { failureOf } from './messages.ts'
import { shorten } from './parts.ts'
import { button } from './views.ts'
import { fill, type PanelWords } from './words.ts'

export interface Reporter {
  /** The name of the tester who is signed in. */
  name: string | undefined
  /** The wallet that would sign. */
  address: string | undefined
  canSign: boolean
  /** Reports are taken without a sign-in. */
  canSendUnsigned: boolean
}

export interface Footer {
  readonly element: HTMLElement
  /** Whether a wallet may sign in. */
  readonly canSign: boolean
  show(reporter: Reporter): void
  /** Shows why something failed. Returns the errors of the fields. */
  refuse(error: unknown): readonly { field: string; detail: string }[]
  /** Shows that something is going on. Returns how to end that. */
  busy(text: string): () => void
  invitation(): string
}

export function createFooter(
  make: Make,
  words: PanelWords,
  actions: { signOut(): void; inApp(): void; sendUnsigned(): void },
): Footer {
  let reporter: Reporter = { name: undefined, address: undefined, canSign: true, canSendUnsigned: false }
  const reason = make('p', { className: 'bad', role: 'alert' })
  const code = make('input', { autocomplete: 'off' })
  const codeField = make('label', { hidden: true }, words.invitation, code)
  const who = make('p', { className: 'who' })
  const signOut = button(make, { label: words.signOut, press: actions.signOut })
  const inApp = button(make, { label: words.inApp, press: actions.inApp })
  const unsigned = button(make, { label: words.unsigned, press: actions.sendUnsigned })
  unsigned.classList.add('unsigned')
  const main = make('button', { type: 'submit', className: 'main' })

  function label({ name, address, canSign }: Reporter): string {
    if (name !== undefined) return words.send
    if (!canSign) return words.inApp
    return address ? fill(words.signWith, { address: shorten(address) }) : words.signIn
  }

  function whoText({ name, canSign }: Reporter): string {
    if (name !== undefined) return fill(words.as, { name })
    return canSign ? words.signInText : words.inAppOnly
  }

  function render(): void {
    const { name, canSendUnsigned } = reporter
    unsigned.hidden = name !== undefined || !canSendUnsigned
    // Signing in needs no title yet.
    main.formNoValidate = name === undefined
    who.textContent = whoText(reporter)
    signOut.hidden = name === undefined
    if (name !== undefined) codeField.hidden = true
    main.textContent = label(reporter)
  }
  inApp.hidden = true
  render()

  return {
    element: make(
      'footer',
      {},
      reason,
      codeField,
      make('div', { className: 'row' }, who, signOut, inApp, unsigned, main),
    ),
    get canSign() {
      return reporter.canSign
    },
    show(given) {
      reporter = given
      render()
    },
    refuse(error) {
      const { text, errors, isForApp, needsCode } = failureOf(error, words)
      reason.textContent = error === undefined ? '' : text
      inApp.hidden = !isForApp
      if (needsCode) codeField.hidden = false
      return error === undefined ? [] : errors
    },
    busy(text) {
      main.textContent = text
      main.ariaBusy = 'true'
      return () => {
        main.ariaBusy = 'false'
        render()
      }
    },
    invitation: () => (codeField.hidden ? '' : code.value.trim()),
  }
}
