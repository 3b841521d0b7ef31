import { useEffect, useState } from 'react'

/** How long nothing is typed before something is asked for, in milliseconds. */
const PAUSE = 350

/** A value once it has stayed the same for a moment; by what it says, not by which object it is. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.stringify(settled) === text ? value : settled
}
