import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { figure, short } from '#/lib/number'
import { Canvas, type Frame } from '#/ui/plot/Canvas'
import { Below, Grid, steps } from '#/ui/plot/axes'

export interface Part {
  key: string
  label: string
  colour: string
}

interface Props {
  label: string
  step: string
  labels: string[]
  parts: Part[]
  /** For each label, how much of each part. */
  rows: Record<string, number>[]
  height?: number
}

/** What a whole is made of, over time. */
export function Stacks({ label, step, labels, parts, rows, height = 148 }: Props) {
  const sums = rows.map(row => parts.reduce((sum, { key }) => sum + (row[key] ?? 0), 0))
  const ticks = steps(Math.max(...sums, 1), 3)
  const data = rows.map((row, order) => ({ ...row, order }))
  const widest = Math.max(...ticks.map(tick => short(tick).length))

  const scales = (frame: Frame) => ({
    x: scaleBand({
      domain: rows.map((_, order) => order),
      range: [frame.left, frame.right],
      paddingInner: 0.3,
      paddingOuter: 0.1,
    }),
    y: scaleLinear({ domain: [0, ticks.at(-1) ?? 1], range: [frame.bottom, frame.top] }),
  })
  const middles = (frame: Frame) => {
    const { x } = scales(frame)
    return rows.map((_, order) => (x(order) ?? 0) + x.bandwidth() / 2)
  }

  return (
    <Canvas
      label={label}
      height={height}
      margin={{ left: 12 + widest * 6.2, right: 4, top: 8, bottom: 20 }}
      stops={frame => ({
        label: step,
        x: middles(frame),
        text: rows.map(
          (row, order) =>
            `${labels[order]}: ${parts.map(part => `${figure(row[part.key] ?? 0)} ${part.label}`).join(', ')}`,
        ),
        card: order => (
          <>
            <span className="text-toast-ink-2">{labels[order]}</span>
            {parts.map(part => (
              <span key={part.key} className="flex justify-between gap-4">
                {part.label}
                <b className="font-semibold">{figure(rows[order]?.[part.key] ?? 0)}</b>
              </span>
            ))}
          </>
        ),
      })}
      mark={(order, frame) => {
        const { x } = scales(frame)
        return (
          <rect
            x={(x(order) ?? 0) - 4}
            y={frame.top}
            width={x.bandwidth() + 8}
            height={frame.bottom - frame.top}
            fill="var(--ink)"
            opacity="0.05"
          />
        )
      }}
    >
      {frame => {
        const { x, y } = scales(frame)
        const colours = new Map(parts.map(part => [part.key, part.colour]))
        return (
          <>
            <Grid frame={frame} ticks={ticks.map(tick => ({ y: y(tick), label: short(tick) }))} />
            <BarStack<(typeof data)[number], string>
              data={data}
              keys={parts.map(part => part.key)}
              value={(row, key) => (row as Record<string, number>)[key] ?? 0}
              x={row => row.order}
              xScale={x}
              yScale={y}
              color={key => colours.get(key) ?? 'var(--viz-ghost)'}
            >
              {stacks =>
                stacks.flatMap(stack =>
                  stack.bars
                    .filter(bar => bar.height > 0)
                    .map(bar => (
                      <rect
                        key={`${stack.key} ${bar.index}`}
                        x={bar.x}
                        y={bar.y}
                        width={bar.width}
                        // A hair of the ground between the parts.
                        height={Math.max(0.5, bar.height - 1)}
                        fill={bar.color}
                      />
                    )),
                )
              }
            </BarStack>
            <Below
              frame={frame}
              labels={middles(frame).map((middle, order) => ({ x: middle, label: labels[order] ?? '' }))}
            />
          </>
        )
      }}
    </Canvas>
  )
}
