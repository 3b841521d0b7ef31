import { useState } from 'react'
import type { RewardExport } from '#/entities/reward/schema'
import { type Draft, draftFrom, EMPTY } from '#/features/payouts/draft'
import { readForUser, writeForUser } from '#/lib/user-storage'

const placeOf = (season: number) => `payout.${season}`

/** What is kept on this device over what stands in the built draft, which knows no decisions. */
function startOf(owner: string, season: number, built: RewardExport | undefined): Draft {
  const kept = readForUser(owner, placeOf(season))
  const base = built ? draftFrom(built) : EMPTY
  if (kept === null) return base
  try {
    return { ...base, ...(JSON.parse(kept) as Partial<Draft>) }
  } catch {
    return base
  }
}

/** The draft of a season's payout. Nothing is stored on the server before it is built; a reload keeps what was typed. */
export function useDraft(owner: string, season: number, built: RewardExport | undefined) {
  const [draft, setDraft] = useState(() => startOf(owner, season, built))
  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    writeForUser(owner, placeOf(season), JSON.stringify(next))
  }
  return { draft, change, forget: () => writeForUser(owner, placeOf(season), null) }
}
