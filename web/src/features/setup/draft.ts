import { useEffect, useState } from 'react'

/** What has been typed so far. */
export interface Draft {
  token: string
  username: string
  email: string
  password: string
  product: string
  shortName: string
  /** The first network's node. It may hold a key, so it is not kept in the tab. */
  rpcUrl: string
  /** What the network is called, and where its transactions are shown. */
  networkName: string
  explorerUrl: string
  /** Of the network, once it is saved. */
  networkId: string
  /** What its node said. */
  chainId: number
}

const KEY = 'touchstone.setup'
const KEPT = ['token', 'username', 'email', 'product', 'shortName'] as const

/** Reads what an earlier load of this tab left; what is not text is not ours. */
export function draftFrom(written: string | null, beginning: Partial<Draft>): Draft {
  const empty = {
    token: '',
    username: '',
    email: '',
    password: '',
    product: '',
    shortName: '',
    rpcUrl: '',
    networkName: '',
    explorerUrl: '',
    networkId: '',
    chainId: 0,
    ...beginning,
  }
  try {
    const kept = (JSON.parse(written ?? '{}') ?? {}) as Record<string, unknown>
    const texts = KEPT.filter(key => typeof kept[key] === 'string').map(key => [key, kept[key]])
    return { ...empty, ...Object.fromEntries(texts) }
  } catch {
    return empty
  }
}

/** What may stay in the tab: everything but the password. */
export const keptOf = (draft: Draft): string =>
  JSON.stringify(Object.fromEntries(KEPT.map(key => [key, draft[key]])))

/** The draft of this tab. It survives a reload and ends with the tab, or when it is dropped. A new token replaces the old. */
export function useDraft(beginning: Pick<Draft, 'product' | 'shortName' | 'token'>) {
  const [draft, setDraft] = useState(() => {
    const kept = draftFrom(sessionStorage.getItem(KEY), beginning)
    return { ...kept, token: beginning.token || kept.token }
  })
  const [dropped, setDropped] = useState(false)

  useEffect(() => {
    if (dropped) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, keptOf(draft))
  }, [draft, dropped])

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part })),
    drop: () => setDropped(true),
  }
}
