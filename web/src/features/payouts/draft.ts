// What an administrator has typed for a payout, and the rules that follow from it.
import { unitsOf } from '#/entities/evidence/amount'
import { typedAmount } from '#/entities/reward/amount'
import type {
  Curve,
  Decision,
  Format,
  RewardExport,
  RewardToken,
  Rounding,
  Tier,
  Why,
} from '#/entities/reward/schema'

export interface TypedTier {
  upToRank: string
  weight: string
}

/** Kept as it was typed, so that half a number stays what it is. */
export interface Draft {
  token: RewardToken | null
  pool: string
  /** How many places behind the point an amount has. */
  places: number
  curve: Curve
  tiers: TypedTier[]
  minPoints: string
  capPercent: string
  rounding: Rounding
  format: Format
  missing: 'carry' | 'give_back'
  decisions: Record<string, Decision>
  deadline: string
  distributor: string
}

/** What `rewardPreview` and `rewardBuild` take. */
export interface Rules {
  season: number
  token: RewardToken
  pool: string
  unit: string
  curve: Curve
  tiers?: Tier[]
  minPoints: number
  capBps?: number
  rounding: Rounding
  format: Format
  missing: 'carry' | 'give_back'
  decisions: { personId: string; decision: Decision; why: Why }[]
  deadline?: string
  distributor?: string
}

export const EMPTY: Draft = {
  token: null,
  pool: '',
  places: 2,
  curve: 'sqrt',
  tiers: [
    { upToRank: '10', weight: '100' },
    { upToRank: '100', weight: '20' },
    { upToRank: '', weight: '5' },
  ],
  minPoints: '25',
  capPercent: '',
  rounding: 'largest_remainder',
  format: 'standard_tree',
  missing: 'carry',
  decisions: {},
  deadline: '',
  distributor: '',
}

export type Wrong =
  | 'token'
  | 'pool'
  | 'places'
  | 'tiers'
  | 'minPoints'
  | 'capPercent'
  | 'deadline'
  | 'distributor'

const whole = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null)

/** Hundredths of a percent of "2" or "0.25"; `null` for what is none. */
export function bpsTyped(typed: string): number | null {
  const bps = unitsOf(typed, 2)
  return bps !== null && bps.length < 6 && Number(bps) >= 1 && Number(bps) <= 10_000 ? Number(bps) : null
}

/** Ranks rise, weights fall, and the last band may be for everyone else. */
export function tiersTyped(typed: TypedTier[]): Tier[] | null {
  const tiers = typed.map(({ upToRank, weight }, order) => ({
    upToRank: upToRank.trim() === '' && order === typed.length - 1 ? null : whole(upToRank),
    open: upToRank.trim() === '' && order === typed.length - 1,
    weight: whole(weight),
  }))
  const good = tiers.every(({ upToRank, open, weight }, order) => {
    const before = tiers[order - 1]
    const rises = open || (upToRank !== null && upToRank > (before?.upToRank ?? 0))
    return (
      rises && weight !== null && weight >= 1 && weight <= 1_000_000 && weight < (before?.weight ?? Infinity)
    )
  })
  if (!good || tiers.length === 0) return null
  return tiers.map(({ upToRank, weight }) => ({ upToRank, weight: weight ?? 1 }))
}

/** The smallest step of an amount. */
export const unitOf = (places: number, decimals: number) =>
  (10n ** BigInt(Math.max(0, decimals - places))).toString()

const HEX_ADDRESS = /^0x[0-9a-f]{40}$/i

/** The rules that a draft says, or which of its fields say none. */
export function rulesOf(season: number, draft: Draft): { rules: Rules | null; wrong: Wrong[] } {
  const wrong: Wrong[] = []
  const { token } = draft
  const decimals = token?.decimals ?? 18
  const unit = unitOf(draft.places, decimals)
  const pool = unitsOf(draft.pool, decimals)
  const minPoints = whole(draft.minPoints)
  const capBps = draft.capPercent.trim() === '' ? undefined : bpsTyped(draft.capPercent)
  const tiers = draft.curve === 'tiers' ? tiersTyped(draft.tiers) : undefined
  const deadline = draft.deadline === '' ? undefined : Date.parse(`${draft.deadline}T00:00:00Z`)
  const distributor = draft.distributor.trim()
  if (!token) wrong.push('token')
  if (pool === null || BigInt(pool) === 0n) wrong.push('pool')
  else if (BigInt(pool) % BigInt(unit) !== 0n) wrong.push('places')
  if (tiers === null) wrong.push('tiers')
  if (minPoints === null) wrong.push('minPoints')
  if (capBps === null) wrong.push('capPercent')
  if (deadline !== undefined && Number.isNaN(deadline)) wrong.push('deadline')
  if (distributor !== '' && !HEX_ADDRESS.test(distributor)) wrong.push('distributor')
  if (!token || pool === null || minPoints === null || wrong.length > 0) return { rules: null, wrong }
  return {
    wrong,
    rules: {
      season,
      token,
      pool,
      unit,
      curve: draft.curve,
      ...(tiers ? { tiers } : {}),
      minPoints,
      ...(capBps ? { capBps } : {}),
      rounding: draft.rounding,
      format: draft.format,
      missing: draft.missing,
      decisions: Object.entries(draft.decisions).map(([personId, decision]) => ({
        personId,
        decision,
        why: 'by_decision' as const,
      })),
      ...(deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() }),
      ...(distributor === '' ? {} : { distributor }),
    },
  }
}

const placesIn = (unit: string, decimals: number) => Math.max(0, decimals - (unit.length - 1))

/** A draft that says what a built payout says, to go on from. */
export function draftFrom(built: RewardExport): Draft {
  const { token, tiers, capBps, deadline, distributor } = built
  return {
    ...EMPTY,
    token,
    pool: typedAmount(built.pool, token.decimals),
    places: placesIn(built.unit, token.decimals),
    curve: built.curve,
    tiers: tiers
      ? tiers.map(({ upToRank, weight }) => ({ upToRank: String(upToRank ?? ''), weight: String(weight) }))
      : EMPTY.tiers,
    minPoints: String(built.minPoints),
    capPercent: capBps === null ? '' : typedAmount(String(capBps), 2),
    rounding: built.rounding,
    format: built.format,
    deadline: deadline?.slice(0, 10) ?? '',
    distributor: distributor ?? '',
  }
}
