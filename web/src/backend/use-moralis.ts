import { use } from 'react'
import { type Moralis, MoralisContext } from '#/backend/moralis-context'

/** Who is signed in, and what can be done about it. */
export function useMoralis(): Moralis {
  const moralis = use(MoralisContext)
  if (!moralis) throw new Error('Make sure to only call useMoralis within a MoralisProvider')
  return moralis
}
