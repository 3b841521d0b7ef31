import type { ReactNode } from 'react'
import { Panel } from '#/ui/Panel'

const SURFACES = [
  'bg-sunken',
  'bg-canvas',
  'bg-panel',
  'bg-raised',
  'bg-hover',
  'bg-active',
  'line-faint',
  'line',
  'line-strong',
  'line-control',
  'ink-3',
  'ink-2',
  'ink',
]
const MEANING = [
  'gold',
  'gold-text',
  'gold-fill',
  'gold-wash',
  'link',
  'link-wash',
  'success',
  'success-wash',
  'warning',
  'warning-wash',
  'danger',
  'danger-wash',
  'info',
]

function Swatches({ names }: { names: string[] }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(122px,1fr))] gap-x-2.5 gap-y-2">
      {names.map(name => (
        <div key={name} className="flex items-center gap-2 text-12 text-ink-2">
          <i
            className="h-5 w-7 flex-none rounded-1 shadow-[inset_0_0_0_1px_var(--line)]"
            style={{ background: `var(--${name})` }}
          />
          {name}
        </div>
      ))}
    </div>
  )
}

function Ramp({ name, steps }: { name: string; steps: number | string[] }) {
  const list =
    typeof steps === 'number' ? Array.from({ length: steps }, (_, step) => `${name}-${step + 1}`) : steps
  return (
    <div className="flex overflow-hidden rounded-2" aria-hidden>
      {list.map(step => (
        <i key={step} className="h-7 flex-1" style={{ background: `var(--${step})` }} />
      ))}
    </div>
  )
}

export function Colours() {
  return (
    <>
      <div className="lg:!col-span-5">
        <Panel title="Surfaces, lines, text">
          <Swatches names={SURFACES} />
        </Panel>
      </div>
      <div className="lg:!col-span-4">
        <Panel title="Gold, steel, meaning">
          <Swatches names={MEANING} />
        </Panel>
      </div>
      <div className="lg:!col-span-3">
        <Panel title="Plots">
          <div className="grid gap-3">
            <Ramp name="viz" steps={8} />
            <Ramp name="seq" steps={7} />
            <Ramp name="div" steps={['div-down', 'div-down-soft', 'div-mid', 'div-up-soft', 'div-up']} />
          </div>
        </Panel>
      </div>
    </>
  )
}

function Line({ size, children }: { size: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3.5 border-t border-line-faint py-[5px] first:border-t-0">
      <span className="w-16 flex-none text-12 text-ink-3">{size}</span>
      {children}
    </div>
  )
}

export function Type() {
  return (
    <div className="lg:!col-span-4">
      <Panel title="Type">
        <Line size="28 / 32">
          <span className="text-28 font-semibold tracking-(--track-display)">412</span>
        </Line>
        <Line size="20 / 28">
          <span className="text-20 font-semibold tracking-(--track-tight)">Route over two pools</span>
        </Line>
        <Line size="16 / 24">
          <span className="text-16 font-semibold tracking-(--track-tight)">Leaderboard</span>
        </Line>
        <Line size="14 / 22">
          <span className="text-14">Same on Base with a smaller size.</span>
        </Line>
        <Line size="13 / 20">
          <span>The interface speaks at this size</span>
        </Line>
        <Line size="12 / 16">
          <span className="text-12 text-ink-2">captions, badges, 12 people</span>
        </Line>
        <Line size="mono">
          <span className="mono">0x12ab…9f30 AllowanceExpired</span>
        </Line>
      </Panel>
    </div>
  )
}
