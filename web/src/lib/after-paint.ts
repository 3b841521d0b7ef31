import { startTransition, useEffect, useState } from 'react'

/** A page that is left draws no more frames. */
const SOONER = ['keydown', 'pointerdown', 'visibilitychange', 'pagehide'] as const

/**
 * Does what follows from an answer once the answer is painted, so that the frame which shows it waits for nothing else.
 * The next key or press finds it done, however soon it comes, and so does leaving the page. Returns how to leave it undone.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  function run() {
    stop()
    work()
  }
  function stop() {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    for (const event of SOONER) removeEventListener(event, run, true)
  }
  for (const event of SOONER) addEventListener(event, run, true)
  return stop
}

/** A value that is not shown before the frame after it: for what is much to draw, and not what a key was pressed for. */
export function usePainted<Value, First>(value: Value, first: First): Value | First {
  const [painted, setPainted] = useState<{ value: Value | First }>({ value: first })
  useEffect(() => afterPaint(() => startTransition(() => setPainted({ value }))), [value])
  return painted.value
}
