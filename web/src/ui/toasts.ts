import type { ReactNode } from 'react'

export interface Toast {
  tone: 'success' | 'danger' | 'info'
  title: ReactNode
  detail?: ReactNode
  action?: { label: ReactNode; onPress: () => void }
}

type Sink = (toast: Toast) => void

// What shows toasts is loaded with the first one; those that come before it is there wait here.
let sink: Sink | undefined
let wake: (() => void) | undefined
const waiting: Toast[] = []

/** Says something at the bottom right. A failure stays until it is closed. */
export function toast(message: Toast) {
  if (sink) return sink(message)
  waiting.push(message)
  wake?.()
}

/** Calls `start` when the first toast is wanted. */
export function onFirstToast(start: () => void): () => void {
  wake = start
  if (waiting.length > 0) start()
  return () => {
    wake = undefined
  }
}

/** Takes over all toasts, those that wait first. Returns how to stop. */
export function receiveToasts(show: Sink): () => void {
  sink = show
  for (const message of waiting.splice(0)) show(message)
  return () => {
    sink = undefined
  }
}
