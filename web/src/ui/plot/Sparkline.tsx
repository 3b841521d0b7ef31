interface Props {
  values: number[]
  /** The reader's own is gold. */
  own?: boolean
  width?: number
  height?: number
}

/** The course of something, without figures. They stand beside it. */
export function Sparkline({ values, own, width = 92, height = 22 }: Props) {
  if (values.length < 2) return null
  const max = Math.max(...values)
  const min = Math.min(...values)
  const x = (order: number) => 2 + (order / (values.length - 1)) * (width - 5)
  const y = (value: number) =>
    max === min ? height / 2 : 3 + (1 - (value - min) / (max - min)) * (height - 6)
  const line = values
    .map((value, order) => `${order ? 'L' : 'M'}${round(x(order))} ${round(y(value))}`)
    .join('')
  const colour = own ? 'var(--viz-you)' : 'var(--ink-2)'
  return (
    <svg width={width} height={height} aria-hidden className="inline-block align-middle">
      <path d={`${line}V${height - 1}H2Z`} fill={colour} opacity=".12" />
      <path d={line} fill="none" stroke={colour} strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2" fill={own ? colour : 'var(--ink)'} />
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
