import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useWidth } from '#/ui/plot/use-width'

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface Stops {
  /** Says what the reader moves along: "Day". */
  label: string
  /** From the left edge of the drawing, ascending. */
  x: number[]
  /** What stands at each, in words. */
  text: string[]
  /** What a card shows at each. */
  card: (stop: number) => ReactNode
}

interface Props {
  /** What the picture shows, in one sentence. */
  label: string
  height: number
  margin: { left: number; right: number; top: number; bottom: number }
  children: (frame: Frame) => ReactNode
  stops?: (frame: Frame) => Stops
  /** Drawn over the rest where the reader is. */
  mark?: (stop: number, frame: Frame) => ReactNode
}

/** A drawing as wide as its place. The keyboard walks through it as along a ruler, and every stop is read out. */
export function Canvas({ label, height, margin, children, stops, mark }: Props) {
  const [ref, width] = useWidth()
  const [at, setAt] = useState<number | null>(null)
  const frame: Frame = {
    width,
    height,
    left: margin.left,
    right: Math.max(margin.left + 1, width - margin.right),
    top: margin.top,
    bottom: height - margin.bottom,
  }
  const along = width > 0 ? stops?.(frame) : undefined
  const here = along && at !== null && at < along.x.length ? at : null

  return (
    <div ref={ref} role="group" aria-label={label} className="relative" style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          aria-hidden
          className="absolute inset-0 overflow-visible text-[11px] [&_text]:fill-(--viz-axis) [&_text.hi]:fill-(--ink) [&_text.hi]:font-medium [&_text.lab]:fill-(--ink-2) [&_text.you]:fill-(--gold-text) [&_text.you]:font-medium"
        >
          {children(frame)}
          {here !== null && mark?.(here, frame)}
        </svg>
      )}
      {along && along.x.length > 0 && <Ruler stops={along} at={here} onMove={setAt} frame={frame} />}
      {along && here !== null && (
        <Card x={along.x[here] ?? 0} frame={frame}>
          {along.card(here)}
        </Card>
      )}
    </div>
  )
}

interface RulerProps {
  stops: Stops
  at: number | null
  onMove: (stop: number | null) => void
  frame: Frame
}

function Ruler({ stops, at, onMove, frame }: RulerProps) {
  const last = stops.x.length - 1
  const now = at ?? last

  function onKeyDown(event: KeyboardEvent) {
    const next: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
    }
    const to = next[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(Math.min(last, Math.max(0, to)))
  }

  function onPointerMove(event: PointerEvent) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left + frame.left
    const distance = stops.x.map(stop => Math.abs(stop - x))
    onMove(distance.indexOf(Math.min(...distance)))
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={stops.label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={now}
      aria-valuetext={stops.text[now]}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => onMove(null)}
      onFocus={() => onMove(now)}
      onBlur={() => onMove(null)}
      className="absolute rounded-1"
      style={{
        left: frame.left,
        top: frame.top,
        width: Math.max(0, frame.right - frame.left),
        height: Math.max(0, frame.bottom - frame.top),
      }}
    />
  )
}

function Card({ x, frame, children }: { x: number; frame: Frame; children: ReactNode }) {
  // On the side that has more room, so that it never leaves the panel.
  const onLeft = x > frame.width / 2
  return (
    <div
      aria-hidden
      data-theme="dark"
      className="pointer-events-none absolute top-0 z-(--z-sticky) grid max-w-64 gap-0.5 rounded-2 border border-toast-line bg-toast px-2 py-1.5 text-12 text-toast-ink shadow-toast"
      style={onLeft ? { right: frame.width - x + 10 } : { left: x + 10 }}
    >
      {children}
    </div>
  )
}
