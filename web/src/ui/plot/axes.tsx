import type { Frame } from '#/ui/plot/Canvas'

interface GridProps {
  frame: Frame
  ticks: { y: number; label: string }[]
  /** The ground line is stronger; without one all are alike. */
  ground?: boolean
}

/** Horizontal lines and their figures. */
export function Grid({ frame, ticks, ground = true }: GridProps) {
  return (
    <g>
      {ticks.map(({ y, label }) => (
        <g key={label}>
          <line
            x1={frame.left}
            x2={frame.right}
            y1={Math.round(y) + 0.5}
            y2={Math.round(y) + 0.5}
            stroke={ground && Math.abs(y - frame.bottom) < 1 ? 'var(--line-strong)' : 'var(--viz-grid)'}
          />
          <text x={frame.left - 8} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
    </g>
  )
}

interface BelowLabel {
  x: number
  label: string
}

/** A few labels below the drawing, first and last at its edges. */
export function Below({ frame, labels }: { frame: Frame; labels: BelowLabel[] }) {
  return (
    <g>
      {clear(labels, frame).map(({ x, label }, order) => (
        <text key={`${order} ${label}`} x={x} y={frame.bottom + 15} textAnchor={anchorAt(x, frame)}>
          {label}
        </text>
      ))}
    </g>
  )
}

/** Leaves out labels that would touch the one before; the last one stays. */
function clear(labels: BelowLabel[], frame: Frame): BelowLabel[] {
  const ends = ({ x, label }: BelowLabel): [number, number] => {
    const width = label.length * 6.2
    const anchor = anchorAt(x, frame)
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
    return [left, left + width]
  }
  const kept: BelowLabel[] = []
  for (const label of labels.toReversed()) {
    const next = kept[0]
    if (!next || ends(label)[1] + 8 < ends(next)[0]) kept.unshift(label)
  }
  return kept
}

function anchorAt(x: number, { left, right }: Frame): 'start' | 'middle' | 'end' {
  if (x - left < 14) return 'start'
  return right - x < 14 ? 'end' : 'middle'
}

/** At most `most` of `all`, evenly, the first and the last among them. */
export function some<Of>(all: Of[], most: number): Of[] {
  if (all.length <= most) return all
  const step = (all.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, order) => all[Math.round(order * step)] as Of)
}

/** At most `most` of `all`, all equally far apart, the last among them. */
export function evenly<Of>(all: Of[], most: number): Of[] {
  const stride = Math.max(1, Math.ceil((all.length - 1) / Math.max(1, most - 1)))
  return all.filter((_, order) => (all.length - 1 - order) % stride === 0)
}

/** Round steps from zero to at least `max`: 0, 10, 20, 30. */
export function steps(max: number, about = 4): number[] {
  const rough = Math.max(max, 1) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = [1, 2, 2.5, 5, 10].find(factor => factor * power >= rough) ?? 10
  const size = Math.max(1, nice * power)
  const count = Math.max(1, Math.ceil(max / size))
  return Array.from({ length: count + 1 }, (_, order) => order * size)
}

export type Mark = 'line' | 'dash' | 'square'

/** What each colour is. */
export function Legend({ of }: { of: { label: string; colour: string; mark?: Mark }[] }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 text-12 text-ink-2">
      {of.map(({ label, colour, mark = 'line' }) => (
        <span key={label} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <svg width="13" height="8" aria-hidden>
            {mark === 'square' ? (
              <rect x="3" width="8" height="8" rx="2" fill={colour} />
            ) : (
              <line
                x1="0"
                x2="13"
                y1="4"
                y2="4"
                stroke={colour}
                strokeWidth="2"
                strokeDasharray={mark === 'dash' ? '5 3' : undefined}
              />
            )}
          </svg>
          {label}
        </span>
      ))}
    </span>
  )
}
