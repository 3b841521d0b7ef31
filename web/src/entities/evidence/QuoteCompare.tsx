import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { amountText, bpsAgainst } from '#/entities/evidence/amount'
import type { Explanation, Quote } from '#/entities/evidence/explanation'
import { tokenName } from '#/entities/evidence/SwapWords'
import { percent, signed } from '#/lib/number'

interface Bar {
  key: 'quoted' | 'minimum' | 'received'
  units: string
  bps: number
}

interface Compared {
  symbol: string
  decimals: number | null
  bars: Bar[]
}

/** The quote beside what happened: what was promised, the limit, what came; nothing where no quote is known. */
export function compared(
  explanation: Explanation,
  quote: Quote | null,
  native: string | null,
): Compared | null {
  const { swap } = explanation
  if (!swap) return null
  const exactOut = swap.exact === 'out'
  const token = exactOut ? swap.tokenIn : swap.tokenOut
  const quoted = exactOut ? quote?.expectedIn : quote?.expectedOut
  const limit = exactOut ? swap.maxIn : (swap.minOut ?? quote?.minOut)
  const came = exactOut ? swap.amountIn : swap.amountOut
  if (!quoted) return null
  const wanted: [Bar['key'], string | null | undefined][] = [
    ['quoted', quoted],
    ['minimum', limit],
    ['received', came],
  ]
  const bars = wanted.flatMap(([key, units]) => {
    const bps = units ? bpsAgainst(units, quoted) : null
    return units && bps !== null ? [{ key, units, bps }] : []
  })
  return { symbol: tokenName(token, native), decimals: token.decimals, bars }
}

interface Props {
  explanation: Explanation
  quote: Quote | null
  native: string | null
}

/** Three bars, because people know amounts and not selectors; below them what lies between, magnified. */
export function QuoteCompare({ explanation, quote, native }: Props) {
  const { t } = useLingui()
  const found = compared(explanation, quote, native)
  if (!found || found.bars.length < 2) return null
  const { symbol, decimals, bars } = found
  const words: Record<Bar['key'], string> = {
    quoted: t`Quoted`,
    minimum: explanation.swap?.exact === 'out' ? t`Maximum` : t`Minimum`,
    received: explanation.swap?.exact === 'out' ? t`Paid` : t`Received`,
  }
  const most = Math.max(...bars.map(({ bps }) => bps))
  const isClose = bars.every(({ bps }) => Math.abs(bps) < 500)
  return (
    <div className="border-t border-line-faint px-4 py-3.5">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h4 className="text-13">{t`Quote against execution`}</h4>
        <span className="text-12 text-ink-3">
          {symbol}
          <Between explanation={explanation} />
        </span>
        <Headroom bps={explanation.compare?.headroomUsedBps ?? null} />
      </div>
      <dl aria-label={t`Quote against execution`}>
        {bars.map(({ key, units, bps }) => {
          const lost = isLoss(key, bps, explanation)
          return (
            <div
              key={key}
              className="grid h-6 grid-cols-[72px_minmax(0,1fr)_minmax(72px,auto)_72px] items-center gap-3 text-12 text-ink-2 max-md:grid-cols-[58px_minmax(0,1fr)_auto_64px] max-md:gap-2"
            >
              <dt>{words[key]}</dt>
              <dd className="contents">
                <span className="h-2 overflow-hidden rounded-[2px] bg-sunken" aria-hidden>
                  <i
                    className="block h-full rounded-[2px]"
                    style={{
                      width: `${Math.max(1, ((10_000 + bps) / (10_000 + most)) * 100)}%`,
                      background:
                        key !== 'received' ? 'var(--viz-ghost)' : lost ? 'var(--div-down)' : 'var(--div-up)',
                    }}
                  />
                </span>
                <span className="mono text-right text-ink">{amountText(units, decimals)}</span>
                <span className={`tabular text-right ${lost ? 'text-warning' : 'text-ink-3'}`}>
                  <Trans>{signed(bps)} bps</Trans>
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
      {isClose && <Strip bars={bars} words={words} />}
    </div>
  )
}

/** Less came, or more was paid. */
const isLoss = (key: Bar['key'], bps: number, { swap }: Explanation) =>
  key === 'received' && (swap?.exact === 'out' ? bps > 0 : bps < 0)

function Between({ explanation: { compare } }: { explanation: Explanation }): ReactNode {
  if (!compare) return null
  const { secondsLate: seconds, blocksLate: blocks } = compare
  const parts = [
    ...(blocks === null
      ? []
      : [<Trans key="blocks">{plural(blocks, { one: '# block', other: '# blocks' })}</Trans>]),
    ...(seconds === null ? [] : [<Trans key="seconds">{seconds} s</Trans>]),
  ]
  if (parts.length === 0) return null
  return (
    <>
      {', '}
      {parts[0]}
      {parts[1] && ', '}
      {parts[1]} <Trans>between them</Trans>
    </>
  )
}

function Headroom({ bps }: { bps: number | null }) {
  if (bps === null) return null
  return (
    <span className="ml-auto text-12 text-ink-3">
      {bps >= 9900 && bps <= 10_000 ? (
        <Trans>landed on the limit</Trans>
      ) : (
        <Trans>{percent(bps / 100)} of the tolerance used</Trans>
      )}
    </span>
  )
}

/** When bars differ by little, the difference alone, in hundredths of a percent. */
function Strip({ bars, words }: { bars: Bar[]; words: Record<Bar['key'], string> }) {
  const values = bars.map(({ bps }) => bps)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (high - low < 1) return null
  const at = (bps: number) => 6 + ((bps - low) / (high - low)) * 88
  const placed = bars.toSorted((one, other) => one.bps - other.bps)
  return (
    <div className="relative mt-3 h-[46px] text-11 text-ink-3" aria-hidden>
      <span className="absolute inset-x-0 top-[22px] h-px bg-line-strong" />
      {placed.map(({ key, bps }, order) => {
        // Names that would touch stand on the other side of the line.
        const before = placed[order - 1]
        const isTight = before !== undefined && at(bps) - at(before.bps) < 14
        return (
          <span key={key} className="contents">
            <i
              className="absolute top-[18px] size-2 -translate-x-1/2 rounded-full"
              style={{
                left: `${at(bps)}%`,
                background: key === 'received' ? 'var(--div-down)' : 'var(--ink-3)',
              }}
            />
            <span
              className={`absolute -translate-x-1/2 whitespace-nowrap ${isTight ? 'bottom-0' : 'top-0'}`}
              style={{ left: `${at(bps)}%` }}
            >
              {words[key]} {signed(bps)}
            </span>
          </span>
        )
      })}
    </div>
  )
}
