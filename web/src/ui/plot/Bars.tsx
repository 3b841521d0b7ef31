import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { figure, short } from '#/lib/number'
import { Canvas, type Frame } from '#/ui/plot/Canvas'
import { Below, Grid, some, steps } from '#/ui/plot/axes'

export interface BarOf {
  label: string
  value: number
  colour?: string
}

/** A dashed line at a place between 0 and 1 of the whole width. */
export interface UpLineAt {
  at: number
  label: string
  colour: string
}

interface Props {
  label: string
  /** What a bar is: "Hours", "Change". */
  step: string
  /** Its height in words: "12 testers". */
  say: (value: number) => string
  bars: BarOf[]
  height?: number
  /** Write every value above its bar, instead of an axis. */
  values?: boolean
  /** Write every label below its bar. */
  everyLabel?: boolean
  /** Edges between bars instead of names below them: 0, 12, 24. */
  edges?: string[]
  /** A line at a place between 0 and 1 of the whole width. */
  line?: UpLineAt
  /** The same, several; those whose words would touch go without. */
  lines?: UpLineAt[]
  /** The reader's own bar. */
  you?: { bar: number; label: string }
}

/** How often each value comes. */
export function Bars(props: Props) {
  const { label, step, say, bars, height = 132, values = false } = props
  const max = Math.max(...bars.map(bar => bar.value), 1)
  const ticks = values ? [] : steps(max, 3)
  const top = ticks.at(-1) ?? max

  const scales = (frame: Frame) => ({
    x: scaleBand({
      domain: bars.map((_, order) => order),
      range: [frame.left, frame.right],
      paddingInner: 0.06,
    }),
    y: scaleLinear({ domain: [0, top], range: [frame.bottom, frame.top] }),
  })
  const middle = (frame: Frame, order: number) => {
    const { x } = scales(frame)
    return (x(order) ?? 0) + x.bandwidth() / 2
  }

  return (
    <Canvas
      label={label}
      height={height}
      margin={{
        left: values ? 2 : 12 + Math.max(...ticks.map(tick => short(tick).length)) * 6.2,
        right: 2,
        top: values || props.you || props.line || props.lines?.length ? 18 : 8,
        bottom: 20,
      }}
      stops={frame => ({
        label: step,
        x: bars.map((_, order) => middle(frame, order)),
        text: bars.map(bar => `${bar.label}: ${say(bar.value)}`),
        card: order => (
          <>
            <span className="text-toast-ink-2">{bars[order]?.label}</span>
            <b className="font-semibold">{say(bars[order]?.value ?? 0)}</b>
          </>
        ),
      })}
      mark={(order, frame) => {
        const { x } = scales(frame)
        return (
          <rect
            x={x(order)}
            y={frame.top}
            width={x.bandwidth()}
            height={frame.bottom - frame.top}
            fill="var(--ink)"
            opacity="0.06"
          />
        )
      }}
    >
      {frame => {
        const { x, y } = scales(frame)
        return (
          <>
            {values ? (
              <line
                x1={frame.left}
                x2={frame.right}
                y1={frame.bottom + 0.5}
                y2={frame.bottom + 0.5}
                stroke="var(--line-strong)"
              />
            ) : (
              <Grid frame={frame} ticks={ticks.map(tick => ({ y: y(tick), label: short(tick) }))} />
            )}
            {bars.map((bar, order) => (
              <g key={order}>
                <Bar
                  x={x(order) ?? 0}
                  y={Math.min(y(bar.value), bar.value > 0 ? frame.bottom - 1.5 : frame.bottom)}
                  width={x.bandwidth()}
                  height={bar.value > 0 ? Math.max(1.5, frame.bottom - y(bar.value)) : 0}
                  rx={1.5}
                  fill={props.you?.bar === order ? 'var(--viz-you)' : (bar.colour ?? 'var(--viz-1)')}
                />
                {values && bar.value > 0 && (
                  <text className="hi" x={middle(frame, order)} y={y(bar.value) - 5} textAnchor="middle">
                    {figure(bar.value)}
                  </text>
                )}
              </g>
            ))}
            <Labels frame={frame} {...props} middle={order => middle(frame, order)} />
            {props.line && <UpLine frame={frame} {...props.line} x={at(frame, props.line.at)} />}
            {apart(props.lines ?? [], frame).map(line => (
              <UpLine key={line.at} frame={frame} {...line} x={at(frame, line.at)} />
            ))}
            {props.you && (
              <UpLine
                frame={frame}
                label={props.you.label}
                colour="var(--viz-you)"
                x={middle(frame, props.you.bar)}
                own
              />
            )}
          </>
        )
      }}
    </Canvas>
  )
}

const at = ({ left, right }: Frame, share: number) => left + (right - left) * Math.min(1, Math.max(0, share))

function Labels({
  frame,
  bars,
  edges,
  everyLabel,
  middle,
}: Props & { frame: Frame; middle: (order: number) => number }) {
  if (edges) {
    const all = edges.map((label, order) => ({ x: at(frame, order / Math.max(1, edges.length - 1)), label }))
    const stride = Math.ceil((all.length - 1) / Math.max(1, Math.floor(frame.width / 70)))
    return <Below frame={frame} labels={all.filter((_, order) => order % stride === 0)} />
  }
  const all = bars.map(({ label }, order) => ({ x: middle(order), label }))
  if (everyLabel) {
    // As far apart on both sides of the middle, which is the one that must be named.
    const stride = Math.ceil(all.length / Math.max(3, Math.floor(frame.width / 30)))
    const middlemost = Math.floor(all.length / 2)
    const named = all.filter((_, order) => (order - middlemost) % stride === 0)
    return (
      <g>
        {named.map(({ x, label }) => (
          <text key={label} x={x} y={frame.bottom + 15} textAnchor="middle">
            {label}
          </text>
        ))}
      </g>
    )
  }
  return <Below frame={frame} labels={some(all, Math.max(2, Math.floor(frame.width / 90)))} />
}

/** Lines whose words would run into those of the one before lose them. */
function apart(lines: UpLineAt[], frame: Frame): UpLineAt[] {
  let free = Number.NEGATIVE_INFINITY
  return lines
    .toSorted((one, other) => one.at - other.at)
    .map(line => {
      const x = at(frame, line.at)
      const width = line.label.length * 6.2 + 10
      const left = toLeftAt(x, frame) ? x - width : x
      if (left < free) return { at: line.at, colour: line.colour, label: '' }
      free = left + width
      return line
    })
}

const toLeftAt = (x: number, { width }: Frame) => x > width * 0.7

interface UpLineProps {
  frame: Frame
  label: string
  colour: string
  x: number
  own?: boolean
}

function UpLine({ frame, label, colour, x, own }: UpLineProps) {
  const toLeft = toLeftAt(x, frame)
  return (
    <g>
      <line
        x1={x}
        x2={x}
        y1={frame.top - 12}
        y2={frame.bottom}
        stroke={colour}
        strokeDasharray={own ? undefined : '3 3'}
      />
      <text
        className={own ? 'you' : 'lab'}
        x={toLeft ? x - 5 : x + 5}
        y={frame.top - 4}
        textAnchor={toLeft ? 'end' : 'start'}
      >
        {label}
      </text>
    </g>
  )
}
