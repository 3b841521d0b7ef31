import { useLingui } from '@lingui/react/macro'
import type { Endpoint } from '#/entities/network/details'
import { lagWords } from '#/entities/network/HealthMark'

const SLOTS = 48
const SLOT = 30 * 60_000
const HEIGHT = 22
/** Bars of less than this are calm; a bad hour is orange. */
const BAD_SEC = 30

/** How far a node was behind, by half hours of the last day. Where it was down the bar is whole; without measurements there is none. */
export function LagBars({ lag, now }: { lag: Endpoint['lag']; now: number }) {
  const { t } = useLingui()
  const last = Math.floor(now / SLOT)
  const bars = lag
    .map(({ at, sec }) => ({ slot: SLOTS - 1 - (last - Math.floor(Date.parse(at) / SLOT)), sec }))
    .filter(({ slot }) => slot >= 0 && slot < SLOTS)
  if (bars.length === 0) return <span className="text-12 text-ink-3">–</span>
  const known = bars.flatMap(({ sec }) => (sec === null ? [] : [sec]))
  const most = Math.max(...known, 0)
  const downs = bars.length - known.length
  const worst = lagWords(most)
  const words = downs > 0 ? t`at most ${worst} behind, and down at times` : t`at most ${worst} behind`
  const scale = Math.max(most, BAD_SEC * 2)
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${SLOTS * 3} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-[22px] w-full min-w-20"
    >
      <title>{words}</title>
      {bars.map(({ slot, sec }) => {
        const height = sec === null ? HEIGHT : Math.max(2, (sec / scale) * HEIGHT)
        const isBad = sec === null || sec > BAD_SEC
        return (
          <rect
            key={slot}
            x={slot * 3}
            y={HEIGHT - height}
            width={2}
            height={height}
            fill={isBad ? 'var(--div-down)' : 'var(--viz-1)'}
          />
        )
      })}
    </svg>
  )
}
