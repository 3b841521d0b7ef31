interface Props {
  name: string
  size?: 20 | 28 | 56
}

const CORNER = { 20: 'rounded-[5px]', 28: 'rounded-[7px]', 56: 'rounded-[12px]' }

/** A small, steady number for a name. */
export function streakSeed(name: string): number {
  let seed = 2166136261
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619)
  // Names that differ in their last letter only should not look alike.
  seed = Math.imul(seed ^ (seed >>> 15), 2246822507)
  return (seed ^ (seed >>> 13)) >>> 0
}

/** A person's tile: slate, with a streak whose angle, width and colour come from the name. */
export function StreakTile({ name, size = 20 }: Props) {
  const seed = streakSeed(name)
  const angle = -25 - (seed % 40)
  const width = 2.6 + ((seed >>> 6) % 3) * 0.7
  const length = 13 + ((seed >>> 9) % 4)
  const colour = `var(--viz-${1 + ((seed >>> 12) % 8)})`
  const top = 9.4 - width / 2
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} className={`flex-none ${CORNER[size]}`} aria-hidden>
      <rect width="20" height="20" fill="var(--bg-active)" />
      <g transform={`rotate(${angle} 10 10)`} fill={colour}>
        <rect x={10 - length / 2} y={top} width={length} height={width} rx={width / 2} />
        <rect
          x={13 - length / 2}
          y={top + width + 1.4}
          width={length / 2}
          height="1.1"
          rx=".55"
          opacity=".5"
        />
      </g>
    </svg>
  )
}
