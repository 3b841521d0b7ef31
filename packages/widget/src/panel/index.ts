// The panel: shows a report before it is sent, signs the tester in, and sends it.
import type { Call } from '@touchstone/recorder'
import type { Report, Sent } from '../report.ts'
import type { Start } from '../start.ts'
import { createConnection } from './connection.ts'
import { Refused } from './door.ts'
import { maker } from './element.ts'
import { createEvidenceView } from './evidence.ts'
import { createFooter } from './footer.ts'
import { createForm } from './form.ts'
import { createFrame } from './frame.ts'
import { createPictureLine } from './picture.ts'
import { type Part, partsOf, reportParts, titleOf } from './parts.ts'
import { partRow } from './rows.ts'
import { createSender } from './sender.ts'
import { findWallet, signIn } from './sign-in.ts'
import { type Action, button, endView, link, waitingView } from './views.ts'
import { fill, PANEL_ENGLISH } from './words.ts'

export interface Panel {
  /** `from` gets the focus back when the panel closes. */
  open(problem: Readonly<Call> | undefined, from: Element | null): void
  /** Sends a report of a failure with the parts that the tester leaves on. If that fails, the panel opens. */
  sendNow(problem: Readonly<Call>): Promise<void>
  report(report: Pick<Report, 'title'> & Partial<Report>): Promise<Sent>
  /** Reads the settings of the programme, and sends the reports that wait. */
  begin(): void
  signOut(): void
  destroy(): void
}

interface Draft {
  problem: Readonly<Call> | undefined
  parts: readonly Part[]
  /** Kept while it is not known whether the report has arrived. */
  requestId: string | undefined
  /** The same for a report without a sign-in. */
  claim: string | undefined
}

export function createPanel(given: Start): Panel {
  const start = createConnection(given)
  const { page, memory, emit } = start
  const words = { ...PANEL_ENGLISH, ...start.words }
  const make = maker(page.document)
  let draft: Draft | undefined
  let isBusy = false
  let isDestroyed = false

  const sender = createSender(start, sent => {
    showNote(sent)
    void renderWaiting()
  })
  const form = createForm(make, words)
  const evidence = createEvidenceView(start, make, words, {
    found: title => form.suggest(title),
    signedOut: error => refuse(error),
  })
  const footer = createFooter(make, words, {
    signOut() {
      start.signOut()
      void refresh()
    },
    inApp: () => start.openLink(draft?.problem),
    sendUnsigned() {
      if (whole.reportValidity()) void busily(words.sending, sendUnsigned)
    },
  })
  const picture = createPictureLine(make, words, start.takePicture)
  const waitingPart = make('div', { className: 'part' })
  const partsPart = make('div', { className: 'part' })
  const whole = make(
    'form',
    {},
    make('div', { className: 'body' }, waitingPart, evidence.element, form.element, partsPart),
    footer.element,
  )
  whole.addEventListener('submit', event => {
    event.preventDefault()
    void submit()
  })
  const frame = createFrame(start, make, {
    title: words.launcher,
    close: words.close,
    onClose() {
      evidence.stop()
      emit('close')
    },
    onSubmit: () => whole.isConnected && whole.requestSubmit(),
  })

  function createDraft(problem: Readonly<Call> | undefined): Draft {
    const context = start.context()
    const off = memory.read().off ?? []
    return {
      problem,
      parts: partsOf({ page, words, context, problem, off }),
      requestId: undefined,
      claim: undefined,
    }
  }

  /** The next report leaves out the same parts. A failure is another each time. */
  function keepSwitch({ name, isOn }: Part): void {
    if (name === 'failure') return
    const others = (memory.read().off ?? []).filter(it => it !== name)
    memory.write({ off: isOn ? others : [...others, name] })
  }

  function renderParts(draft: Draft): void {
    const row = (part: Part) => partRow(make, words, part, () => keepSwitch(part))
    const failure = draft.parts.find(({ name }) => name === 'failure')
    evidence.show(draft.problem, failure && row(failure))
    partsPart.replaceChildren(
      make('h3', { textContent: words.sent }),
      ...draft.parts.filter(part => part !== failure).map(row),
      picture.element,
      make('p', { className: 'small', textContent: words.never }),
    )
  }

  async function renderWaiting(): Promise<void> {
    const waiting = await sender.waiting()
    const refused = waiting.find(it => it.refused)?.refused
    waitingPart.replaceChildren(
      ...(waiting.length > 0
        ? waitingView(make, words, { count: waiting.length, refused }, waitingActions())
        : []),
    )
  }

  const waitingActions = (): Action[] => [
    { label: words.discard, press: () => void sender.discard().then(renderWaiting) },
    { label: words.tryNow, press: () => void sender.sendWaiting(true).then(renderWaiting) },
  ]

  /** Brings what depends on the server and on the sign-in up to date. */
  async function refresh(): Promise<void> {
    const session = memory.session()
    const canSendUnsigned = memory.read().config?.unsigned ?? false
    footer.show({ name: session?.name, address: undefined, canSign: true, canSendUnsigned })
    evidence.look()
    void renderWaiting()
    const config = await start.config()
    if (isDestroyed) return
    form.setAreas(config?.areas ?? [], memory.read().area)
    if (session) return
    const wallet = await findWallet(start, draft?.problem?.wallet)
    if (isDestroyed || memory.session()) return
    footer.show({
      name: undefined,
      address: wallet?.address,
      canSign: config?.signIn.wallet ?? true,
      canSendUnsigned: config?.unsigned ?? false,
    })
  }

  async function busily(text: string, work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    isBusy = true
    footer.refuse(undefined)
    const done = footer.busy(text)
    try {
      await work()
    } catch (error) {
      refuse(error)
    } finally {
      isBusy = false
      done()
    }
  }

  function refuse(error: unknown): void {
    if (isDestroyed) return
    const errors = footer.refuse(error)
    form.refuse(errors)
    if (!memory.session()) void refresh()
  }

  function submit(): Promise<void> {
    if (!footer.canSign) return Promise.resolve(start.openLink(draft?.problem))
    return memory.session() ? sendDraft() : busily(words.signing, signInHere)
  }

  async function signInHere(): Promise<void> {
    const wallet = await findWallet(start, draft?.problem?.wallet)
    if (!wallet) throw new Refused({ code: 'NO_WALLET' })
    await signIn(start, wallet, footer.invitation())
    void sender.claim()
    void sender.sendWaiting().then(refresh)
    await refresh()
  }

  /** The report as the panel shows it. */
  function written({ parts }: Draft): Report {
    const { text, ...fields } = form.read()
    const data = picture.data()
    return {
      ...fields,
      ...(text ? { text } : {}),
      ...reportParts(parts),
      ...(data ? { picture: data } : {}),
    }
  }

  async function sendUnsigned(): Promise<void> {
    if (!draft) return
    if (picture.data()) throw new Refused({ code: 'PICTURE' })
    draft.claim ??= crypto.randomUUID() + crypto.randomUUID()
    end(await sender.sendUnsigned(draft.claim, written(draft)))
  }

  async function sendDraft(): Promise<void> {
    if (!draft) return
    const sending = draft
    await busily(words.sending, async () => {
      sending.requestId ??= crypto.randomUUID()
      const report = written(sending)
      try {
        end(await sender.send(sending.requestId, report))
      } catch (error) {
        if ((error as { code?: string }).code !== 'FULL') sending.requestId = undefined
        throw error
      }
    })
  }

  function end(sent: Sent): void {
    if (isDestroyed) return
    if (sent.state !== 'stopped') {
      draft = undefined
      form.clear()
      picture.clear()
    }
    const shut = button(make, { label: words.close, isMain: true, press: frame.close })
    if (sent.state === 'held') frame.show(endView(make, words.held, words.heldText, shut))
    else if (sent.state === 'stopped') frame.show(endView(make, words.stopped, '', shut))
    else if (sent.state === 'waiting') {
      frame.show(endView(make, words.waiting, '', shut, waitingPart))
      void renderWaiting()
    } else {
      const { number, address } = sent
      const issue = link(make, address, fill(words.openIssue, { number }))
      frame.show(endView(make, fill(words.done, { number }), words.doneText, issue, shut))
      void sender.sendWaiting()
    }
  }

  function showNote({ number, address }: { number: number; address: string }): void {
    if (isDestroyed) return
    start.note({
      title: fill(words.done, { number }),
      text: words.doneText,
      buttons: [
        {
          label: fill(words.openIssue, { number }),
          isMain: true,
          press: () => void page.open(address, '_blank', 'noopener'),
        },
        { label: words.close },
      ],
    })
  }

  function open(problem: Readonly<Call> | undefined, from: Element | null): void {
    const isAnother = problem !== undefined && problem !== draft?.problem
    if (!draft || (!isBusy && (isAnother || !(form.isChanged() || picture.data())))) {
      draft = createDraft(problem)
      form.suggest(problem ? titleOf(problem, words) : '')
      renderParts(draft)
    }
    whole.querySelector('.body')?.prepend(waitingPart)
    frame.open(whole, from)
    emit('open')
    void refresh()
  }

  return {
    open,
    async sendNow(problem) {
      const { parts } = createDraft(problem)
      const requestId = crypto.randomUUID()
      const title = titleOf(problem, words)
      const report: Report = { kind: 'bug', title, area: memory.read().area ?? '', ...reportParts(parts) }
      try {
        const sent = await sender.send(requestId, report)
        if (sent.state === 'sent') showNote(sent)
        else if (!isDestroyed)
          start.note({ title: words[sent.state], text: '', buttons: [{ label: words.close }] })
      } catch (error) {
        if (isDestroyed) return
        open(problem, page.document.activeElement)
        if (draft && (error as { code?: string }).code === 'FULL') draft.requestId = requestId
        refuse(error)
      }
    },
    report(given) {
      const { parts } = createDraft(undefined)
      return sender.send(crypto.randomUUID(), {
        kind: 'bug',
        area: memory.read().area ?? '',
        ...reportParts(parts),
        ...given,
      })
    },
    begin() {
      void start.config()
      if (memory.read().isWaiting) void sender.sendWaiting()
    },
    signOut: start.signOut,
    destroy() {
      isDestroyed = true
      evidence.stop()
      sender.destroy()
      start.door.close()
    },
  }
}
