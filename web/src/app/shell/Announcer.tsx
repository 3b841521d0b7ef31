import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Reads the title of a new page to those who cannot see that it changed. */
export function Announcer() {
  const ref = useRef<HTMLParagraphElement>(null)
  const arrived = useRouterState({ select: state => state.resolvedLocation?.pathname })
  useEffect(() => {
    if (arrived && ref.current) ref.current.textContent = document.title
  }, [arrived])
  return <p ref={ref} role="status" className="sr-only" />
}
