import { useEffect, useState } from 'react'
import { askProgramme, programmeOfPage } from '#/backend/programme'
import { settings } from '#/lib/settings'

/** What a stranger may know of the programme. The server is asked only where the page does not say, as in development. */
export function useProgramme() {
  const [programme, setProgramme] = useState(() => programmeOfPage(settings))
  const told = settings.access !== undefined
  useEffect(() => {
    if (told) return
    let current = true
    // A server without programmes has nothing to add.
    askProgramme(settings).then(
      answer => current && setProgramme(answer),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [told])
  return programme
}
