import { useEffect, useState } from 'react'

const PAUSE = 350

/**
 * What is typed; searched for when the fingers rest, unless a filter is only half written.
 *
 * `value` is what the address says. It follows what is searched for some time later, while a user may type on.
 */
export function useQueryText(value: string, onSearch: (query: string) => void) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // Searches of our own that the address does not say yet, the oldest first.
  const [sent, setSent] = useState<string[]>([])
  const last = sent.at(-1) ?? seen

  if (value !== seen) {
    const place = sent.indexOf(value)
    setSeen(value)
    setSent(place < 0 ? [] : sent.slice(place + 1))
    // The search was changed elsewhere: a chip, a view, the way back.
    if (place < 0) setText(value)
  } else if (sent.at(-1) === value) {
    setSent([])
  }

  function commit(next: string) {
    if (next.trim() === last) return
    setSent([...sent, next.trim()])
    onSearch(next.trim())
  }

  useEffect(() => {
    if (text.trim() === last || /[:"]$/.test(text)) return
    const timer = setTimeout(() => commit(text), PAUSE)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, last])

  return { text, setText, commit }
}
