import { useEffect, useState } from 'react'

/** Whether a value has changed within the last `span` milliseconds; not when it is first seen. */
export function useChanged(value: unknown, span = 2000): boolean {
  const [seen, setSeen] = useState({ value, isNew: false })
  if (seen.value !== value) setSeen({ value, isNew: true })
  useEffect(() => {
    if (!seen.isNew) return
    const timer = setTimeout(() => setSeen({ value: seen.value, isNew: false }), span)
    return () => clearTimeout(timer)
  }, [seen, span])
  return seen.isNew
}
