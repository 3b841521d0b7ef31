import { useEffect } from 'react'
import { anything, call } from '#/backend/call'
import type { User } from '#/backend/user'
import { whenIdle } from '#/lib/when-idle'

/** Tells the server the browser's time zone once, for digest and quiet hours. One that is stored already stays. */
export function useOwnTimeZone({ timeZone }: User) {
  const isMissing = timeZone === ''
  useEffect(() => {
    if (!isMissing) return
    return whenIdle(() => {
      const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
      // Without it the programme's zone is used; the next visit tries again.
      call('memberPrefsSet', { browserTimeZone }, anything).catch(() => undefined)
    })
  }, [isMissing])
}
