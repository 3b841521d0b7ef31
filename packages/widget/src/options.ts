// What a dapp says to the widget, and what the widget can do for it.
import type { Call, Options as RecorderOptions, Recorder } from '@touchstone/recorder'
import type { Emitter } from './events.ts'
import type { PanelWords } from './panel/words.ts'
import type { PictureWords } from './picture/words.ts'
import type { Identity, Report, Sent } from './report.ts'
import type { Words } from './words.ts'
import type { Theme } from './zone.ts'

export interface WidgetOptions extends RecorderOptions {
  /** The address of the app, such as `https://beta.example.org`. */
  server: string
  /** The publishable key. With it, reports are sent from the dapp. Without it, the report form opens in a new tab. */
  key?: string
  /** Which failures are offered for a report. Default: all but declined requests, busy wallets and unknown ones. */
  offer?: boolean | ((problem: Readonly<Call>) => boolean)
  /** A tab at the edge of the window. Default: `right`. */
  launcher?: 'right' | 'left' | false
  /** Default: `auto`, the color scheme of the page. */
  theme?: Theme
  /** The colour of the main button. */
  accent?: string
  /** The keys that open the panel or the form. Default: Alt+R. */
  shortcut?: 'Alt+R' | false
  words?: Partial<Words & PanelWords & PictureWords>
  /** Changes a report before it is sent, or stops it with `null`. */
  beforeSend?: (report: Report) => Report | null | Promise<Report | null>
  /** Where the sign-in is kept: `device` is the storage of the dapp's origin. Default: `device`. */
  persist?: 'device' | 'page'
}

export interface Widget extends Omit<Recorder, 'stop' | 'wallets'> {
  /** Opens the panel or the report form, with a failure or the newest one of the last two minutes. */
  open(problem?: Readonly<Call>): void
  /** Opens the panel or the form when an element, or any that a selector finds, is pressed. Returns how to end that. */
  attach(element: Element | string): () => void
  /** The wallet that signs in. `null` signs the tester out. Without this, a watched wallet is used. */
  identify(identity: Identity | null): void
  /** Sends a report without the panel. The tester must be signed in. Rejects with a `code` if the report is refused. */
  report(report: Pick<Report, 'title'> & Partial<Report>): Promise<Sent>
  on: Emitter['on']
  /** Removes everything from the page and gives the wallets back. */
  destroy(): void
}
