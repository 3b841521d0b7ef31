// The texts of the panel.
import type { PartName } from '../report.ts'

export interface PanelWords {
  close: string
  kind: string
  kinds: { bug: string; friction: string; idea: string }
  title: string
  text: string
  area: string
  /** The failing call, as `{method}, chain {chain}`. */
  chain: string
  parts: Record<PartName | 'failure', string>
  include: string
  addPicture: string
  noPicture: string
  looksUp: string
  looksUpLater: string
  lookingUp: string
  notFound: string
  similar: string
  sent: string
  never: string
  calls: string
  as: string
  signOut: string
  send: string
  sending: string
  signIn: string
  signInText: string
  signWith: string
  signing: string
  invitation: string
  unsigned: string
  held: string
  heldText: string
  inApp: string
  inAppOnly: string
  done: string
  doneText: string
  openIssue: string
  waiting: string
  waitingTitle: string
  waitingList: string
  tryNow: string
  discard: string
  stopped: string
  later: string
  errors: Record<string, string>
}

export const PANEL_ENGLISH: PanelWords = {
  close: 'Close',
  kind: 'Kind',
  kinds: { bug: 'Bug', friction: 'Friction', idea: 'Idea' },
  title: 'Title',
  text: 'What happened? (optional)',
  area: 'Area',
  chain: 'chain {chain}',
  parts: {
    failure: 'Failure',
    page: 'Page and build',
    calls: 'Wallet calls',
    lines: 'Console lines',
    quote: 'Quote',
    environment: 'Environment',
  },
  include: 'Send {part}',
  addPicture: 'Add a picture',
  noPicture: 'This page cannot be pictured.',
  looksUp: 'This panel asked Touchstone about this failure when it opened.',
  looksUpLater: 'When you sign in, this panel asks Touchstone about this failure.',
  lookingUp: 'Looking the failure up…',
  notFound: 'Touchstone has no explanation for this failure.',
  similar: 'Similar issues',
  sent: 'Sent with the report',
  never: 'Never sent: keys, seed phrases, signatures.',
  calls: '{n}, names and results',
  as: 'as {name}',
  signOut: 'Sign out',
  send: 'Send',
  sending: 'Sending…',
  signIn: 'Sign in to send it',
  signInText: 'Sign a message with the connected wallet. It costs nothing. Your text is kept.',
  signWith: 'Sign with {address}',
  signing: 'Waiting for the wallet…',
  invitation: 'Invitation code',
  unsigned: 'Send without signing in',
  held: 'Sent without a sign-in',
  heldText: 'The team sees your report. Sign in here within 30 days to follow it. After that it is deleted.',
  inApp: 'Report in the app',
  inAppOnly: 'Reports of this programme are sent in the app.',
  done: 'Sent as #{number}',
  doneText: 'The team has your report.',
  openIssue: 'Open #{number}',
  waiting: 'The report waits in this browser and is sent when Touchstone answers.',
  waitingTitle: 'Reports that wait in this browser: {n} of 5',
  waitingList: 'They are sent when you are signed in and Touchstone answers. After 7 days they are deleted.',
  tryNow: 'Try now',
  discard: 'Discard',
  stopped: 'This page stopped the report. Nothing was sent.',
  later: 'Try again in {minutes} minutes.',
  errors: {
    WIDGET_KEY: 'Reports from this page are not set up.',
    WIDGET_ORIGIN: 'Reports from this page are not set up.',
    WIDGET_TOKEN: 'Your sign-in has ended. Sign in again. Your text is kept.',
    WIDGET_ADMINISTRATOR: 'Administrators report in the app.',
    INVITATION_MISSING: 'This programme is by invitation. Enter an invitation code and sign again.',
    INVITATION_INVALID: 'The invitation code is not valid. Enter an invitation code and sign again.',
    WALLET_NOT_LISTED: 'This wallet is not admitted yet. Enter an invitation code and sign again.',
    RATE: 'Too many requests.',
    FULL: 'Touchstone does not answer, and no more reports can wait in this browser. Try again later.',
    PICTURE: 'A picture needs a sign-in. Sign in, or remove the picture.',
    NO_WALLET: 'No connected wallet was found. Connect a wallet on this page and try again.',
    NOT_SIGNED: 'The wallet did not sign. Nothing was sent.',
    NO_ANSWER: 'Touchstone does not answer. Try again later.',
  },
}

/** A text with `{name}` replaced. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
