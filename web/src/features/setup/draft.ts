import { useEffect, useState } from 'react'

/** What was typed so far. The password is not kept in the tab. */
export interface Draft {
  token: string
  username: string
  email: string
}

const KEY = 'touchstone.setup'
const FIELDS = ['token', 'username', 'email'] as const

/** Reads what an earlier load of this tab left; what is not text is not ours. */
export function draftFrom(written: string | null): Draft {
  const empty = { token: '', username: '', email: '' }
  try {
    const kept = (JSON.parse(written ?? '{}') ?? {}) as Record<string, unknown>
    const texts = FIELDS.filter(key => typeof kept[key] === 'string').map(key => [key, kept[key]])
    return { ...empty, ...Object.fromEntries(texts) }
  } catch {
    return empty
  }
}

/** The draft of this tab. It survives a reload and ends with the tab, or when it is dropped. A new token replaces the old. */
export function useDraft(token: string) {
  const [draft, setDraft] = useState(() => {
    const kept = draftFrom(sessionStorage.getItem(KEY))
    return { ...kept, token: token || kept.token }
  })

  useEffect(() => sessionStorage.setItem(KEY, JSON.stringify(draft)), [draft])

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part })),
    drop: () => sessionStorage.removeItem(KEY),
  }
}
