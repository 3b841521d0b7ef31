// What the widget tells the dapp.
import type { Call } from '@touchstone/recorder'

export interface Events {
  /** A wallet call failed. */
  problem: Readonly<Call>
  /** The panel was opened. */
  open: undefined
  close: undefined
  sent: { number: number; address: string }
  failed: { code: string; message: string }
}

export interface Emitter {
  /** Calls the listener for each event. Returns how to end that. */
  on<Name extends keyof Events>(event: Name, listener: (detail: Events[Name]) => void): () => void
  emit<Name extends keyof Events>(event: Name, detail?: Events[Name]): void
}

/** An error in a listener is reported as an uncaught one, and does not reach the widget. */
export function createEmitter(): Emitter {
  const target = new EventTarget()
  return {
    on(event, listener) {
      const heard = (it: Event): void => listener((it as CustomEvent).detail ?? undefined)
      target.addEventListener(event, heard)
      return () => target.removeEventListener(event, heard)
    },
    emit: (event, detail) => void target.dispatchEvent(new CustomEvent(event, { detail })),
  }
}
