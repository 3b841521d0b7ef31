import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { curveLinear, curveStepAfter } from '@visx/curve'
import { figure, short } from '#/lib/number'
import { Canvas, type Frame } from '#/ui/plot/Canvas'
import { Below, evenly, Grid, steps } from '#/ui/plot/axes'

export interface Series {
  label: string
  colour: string
  values: (number | null)[]
  dashed?: boolean
  /** Said at its end, in place of a legend. */
  end?: string
  area?: boolean
}

interface Props {
  label: string
  /** What one step along the bottom is: "Day". */
  step: string
  /** One for each value: what is written below, and what is read out. */
  labels: string[]
  series: Series[]
  height?: number
  /** The ledger goes in steps; so do lines drawn of it. */
  stepped?: boolean
  /** Small is up: ranks. */
  upsideDown?: boolean
  /** A moment to remember, by its place: a release. */
  events?: { at: number; label: string }[]
  /** The value that must not be passed. */
  limit?: { value: number; label: string }
  /** How a value is written; by itself as a figure. */
  write?: (value: number) => string
  /** What else is to be said of each place, after its values. */
  notes?: string[]
  /** Places worth a word on the drawing itself: the largest steps. */
  callouts?: { at: number; label: string }[]
  /** Without figures at the side: the end of the line says enough. */
  bare?: boolean
}

/** Lines over time. */
export function Lines(props: Props) {
  const { label, step, labels, series, height = 168, write } = props
  const ended = series.some(({ end }) => end)
  const { low, high, ticks } = reach(props)
  const widest = Math.max(...ticks.map(tick => short(tick).length))

  const scales = (frame: Frame) => ({
    x: scaleLinear({ domain: [0, Math.max(1, labels.length - 1)], range: [frame.left, frame.right] }),
    y: scaleLinear({
      domain: [low, high],
      range: props.upsideDown ? [frame.top, frame.bottom] : [frame.bottom, frame.top],
    }),
  })

  return (
    <Canvas
      label={label}
      height={height}
      margin={{
        left: props.bare ? 2 : 12 + widest * 6.2,
        right: ended ? (props.bare ? 36 : 64) : 6,
        top: 8,
        bottom: 20,
      }}
      stops={frame => ({
        label: step,
        x: labels.map((_, order) => scales(frame).x(order)),
        text: labels.map((name, order) =>
          [`${name}: ${saidAt(series, order, write)}`, props.notes?.[order]].filter(Boolean).join('. '),
        ),
        card: order => (
          <>
            <span className="text-toast-ink-2">{labels[order]}</span>
            {series.map(({ label: name, values }) => (
              <span key={name} className="flex justify-between gap-4">
                {name}
                <b className="font-semibold">{valueText(values[order], write)}</b>
              </span>
            ))}
            {props.notes?.[order] && <span className="text-toast-ink-2">{props.notes[order]}</span>}
          </>
        ),
      })}
      mark={(order, frame) => {
        const { x, y } = scales(frame)
        return (
          <g>
            <line x1={x(order)} x2={x(order)} y1={frame.top} y2={frame.bottom} stroke="var(--line-strong)" />
            {series.map(({ label: name, values, colour }) => {
              const value = values[order]
              if (value === null || value === undefined) return null
              return (
                <circle key={name} cx={x(order)} cy={y(value)} r="3" fill={colour} stroke="var(--bg-panel)" />
              )
            })}
          </g>
        )
      }}
    >
      {frame => {
        const { x, y } = scales(frame)
        return (
          <>
            <Grid
              frame={frame}
              ground={!props.upsideDown}
              ticks={(props.bare ? [low] : ticks).map(tick => ({
                y: y(tick),
                label: props.bare ? '' : (write ?? short)(tick),
              }))}
            />
            <Below
              frame={frame}
              labels={evenly(
                labels.map((name, order) => ({ x: x(order), label: name })),
                Math.max(2, Math.min(5, Math.floor(frame.width / 110))),
              ).filter(({ label: name }, order, all) => name !== all[order - 1]?.label)}
            />
            {props.events?.map(event => (
              <g key={event.label}>
                <line
                  x1={x(event.at)}
                  x2={x(event.at)}
                  y1={frame.top}
                  y2={frame.bottom}
                  stroke="var(--line-control)"
                  strokeDasharray="2 3"
                />
                <text className="lab" x={x(event.at) + 4} y={frame.top + 9}>
                  {event.label}
                </text>
              </g>
            ))}
            {props.limit && (
              <g>
                <line
                  x1={frame.left}
                  x2={frame.right}
                  y1={y(props.limit.value)}
                  y2={y(props.limit.value)}
                  stroke="var(--danger)"
                  strokeDasharray="3 3"
                />
                <text className="lab" x={frame.right} y={y(props.limit.value) - 5} textAnchor="end">
                  {props.limit.label}
                </text>
              </g>
            )}
            {series.map(one => (
              <OneLine key={one.label} series={one} x={x} y={y} stepped={props.stepped ?? false} />
            ))}
            {props.callouts?.map(({ at, label: word }) => {
              const value = series[0]?.values[at]
              if (value === null || value === undefined) return null
              const colour = series[0]?.colour ?? 'currentColor'
              return (
                <g key={at}>
                  <circle
                    cx={x(at)}
                    cy={y(value)}
                    r="2.5"
                    fill="var(--bg-panel)"
                    stroke={colour}
                    strokeWidth="1.5"
                  />
                  <text className="lab" x={x(at) - 7} y={y(value) + 3} textAnchor="end">
                    {word}
                  </text>
                </g>
              )
            })}
            <Ends series={series} x={x} y={y} frame={frame} />
          </>
        )
      }}
    </Canvas>
  )
}

type Scale = (value: number) => number

function OneLine({
  series,
  x,
  y,
  stepped,
}: {
  series: Series
  x: Scale
  y: Scale & { range: () => number[] }
  stepped: boolean
}) {
  const points = series.values
    .map((value, order) => ({ value, order }))
    .filter((point): point is { value: number; order: number } => point.value !== null)
  const curve = stepped ? curveStepAfter : curveLinear
  const place = {
    x: (point: { order: number }) => x(point.order),
    y: (point: { value: number }) => y(point.value),
  }
  return (
    <g>
      {series.area && (
        <AreaClosed
          data={points}
          {...place}
          yScale={y as never}
          curve={curve}
          fill={series.colour}
          opacity={0.1}
        />
      )}
      <LinePath
        data={points}
        {...place}
        curve={curve}
        stroke={series.colour}
        strokeWidth={1.75}
        strokeLinejoin="round"
        fill="none"
        {...(series.dashed ? { strokeDasharray: '5 3' } : {})}
      />
    </g>
  )
}

/** A dot where each line is today, and what it has reached. */
function Ends({ series, x, y, frame }: { series: Series[]; x: Scale; y: Scale; frame: Frame }) {
  const ends = series.flatMap(one => {
    const last = one.values.findLastIndex(value => value !== null)
    const value = one.values[last]
    return value === null || value === undefined ? [] : [{ ...one, cx: x(last), cy: y(value) }]
  })
  const texts = apart(
    ends.map(({ cy }) => cy),
    13,
    frame.bottom,
  )
  return (
    <g>
      {ends.map(({ label, colour, cx, cy, end }, order) => (
        <g key={label}>
          <circle cx={cx} cy={cy} r="2.5" fill={colour} />
          {end && (
            <text
              className={colour === 'var(--viz-you)' ? 'you' : 'lab'}
              x={frame.right + 8}
              y={(texts[order] ?? cy) + 4}
            >
              {end}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

/** Moves labels down until none covers another. */
export function apart(ys: number[], gap: number, bottom: number): number[] {
  const order = ys.map((y, index) => ({ y, index })).toSorted((one, other) => one.y - other.y)
  order.forEach((item, place) => {
    const before = order[place - 1]
    if (before) item.y = Math.max(item.y, before.y + gap)
  })
  const over = Math.max(0, (order.at(-1)?.y ?? 0) - bottom)
  const moved: number[] = []
  for (const { y, index } of order) moved[index] = y - over
  return moved
}

function reach({ series, upsideDown, limit, bare }: Props) {
  const values = series.flatMap(one => one.values).filter(value => value !== null)
  const max = Math.max(limit?.value ?? 0, ...values, 1)
  if (bare) return { low: 0, high: max * 1.05, ticks: [0] }
  if (!upsideDown) {
    const ticks = steps(max)
    return { low: 0, high: ticks.at(-1) ?? max, ticks }
  }
  const min = Math.min(...values, max)
  const rough = Math.max(1, (max - min) / 3)
  const power = 10 ** Math.floor(Math.log10(rough))
  const size = ([1, 1.5, 2, 2.5, 5, 10].find(factor => factor * power >= rough) ?? 10) * power
  const whole = Math.max(1, Math.ceil(size))
  const first = Math.floor(min / whole)
  const last = Math.max(first + 1, Math.ceil(max / whole))
  // There is no place nought.
  const ticks = Array.from({ length: last - first + 1 }, (_, order) => Math.max(1, (first + order) * whole))
  return { low: ticks[0] ?? 1, high: ticks.at(-1) ?? max, ticks }
}

const inFigures = (value: number) => figure(value, 1)

const valueText = (value: number | null | undefined, write: Props['write'] = inFigures) =>
  value === null || value === undefined ? '–' : write(value)

const saidAt = (series: Series[], order: number, write: Props['write']) =>
  series.map(({ label, values }) => `${valueText(values[order], write)} ${label}`).join(', ')
