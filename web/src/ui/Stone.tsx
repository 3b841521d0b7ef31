import type { ReactNode } from 'react'

// Everything on the stone runs in one direction: dx 663 to dy -712.
const RUN = { x: 0.6815, y: -0.7318 }

/** The same numbers at every visit, so that the stone is always the same stone. */
function* pebbles(seed: number): Generator<number, never> {
  let state = seed
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

interface Scratch {
  x: number
  y: number
  length: number
  width: number
  opacity: number
}

function scratches(): Scratch[] {
  const next = pebbles(7)
  const roll = () => next.next().value
  return Array.from({ length: 26 }, () => ({
    x: roll() * 1000 - 200,
    y: 60 + roll() * 1080,
    length: 140 + roll() * 340,
    width: roll() < 0.4 ? 0.75 : 1,
    opacity: 0.25 + roll() * 0.34,
  }))
}

/** Thick and long in the middle, thin towards the edges, with a few hairs where the metal first touched. */
function streak(): Scratch[] {
  const next = pebbles(4)
  const roll = () => next.next().value
  const body = Array.from({ length: 27 }, (_, order) => {
    const middle = Math.sin((Math.PI * (order + 1)) / 28)
    const reach = 985 + 175 * middle + roll() * 30
    return {
      x: 1095 + order * 1.4 - reach * RUN.x,
      y: -284 + order * 1.3 - reach * RUN.y,
      length: reach,
      width: [1.2, 1.6, 2.2, 2.6][Math.floor(roll() * 4)] ?? 1.6,
      opacity: 0.15 + 0.82 * middle ** 0.8 - roll() * 0.1,
    }
  })
  const hairs = Array.from({ length: 5 }, () => ({
    x: 250 + roll() * 45,
    y: 620 + roll() * 26,
    length: 40 + roll() * 45,
    width: 1,
    opacity: 0.5,
  }))
  return [...body, ...hairs]
}

const line = (colour: string) => (scratch: Scratch, order: number) => (
  <line
    key={order}
    x1={scratch.x}
    y1={scratch.y}
    x2={scratch.x + scratch.length * RUN.x}
    y2={scratch.y + scratch.length * RUN.y}
    stroke={colour}
    strokeWidth={scratch.width}
    opacity={scratch.opacity}
  />
)

const LINES = scratches().map(line('var(--line-strong)'))
const GOLD = streak().map(line('var(--gold)'))

/** A slab of the stone with one streak of gold. Dark in both themes. */
export function Stone({ children }: { children: ReactNode }) {
  return (
    <header
      data-theme="dark"
      className="relative flex flex-col overflow-hidden border-line bg-sunken px-12 py-10 text-ink max-md:min-h-42 max-md:border-b max-md:px-5 max-md:pt-5 max-md:pb-6 md:border-r"
    >
      <svg
        viewBox="0 0 900 900"
        preserveAspectRatio="xMaxYMin slice"
        className="absolute inset-0 size-full"
        aria-hidden
      >
        <g>{LINES}</g>
        <g>{GOLD}</g>
      </svg>
      <div className="relative mt-auto max-w-120">{children}</div>
    </header>
  )
}
