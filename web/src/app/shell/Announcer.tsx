import { useEffect, useRef } from 'react'

/** Reads the title of a new page to those who cannot see that it changed. Pages write it once they are there. */
export function Announcer() {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (ref.current) ref.current.textContent = document.title
    })
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return <p ref={ref} role="status" className="sr-only" />
}
