import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface Props<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: { value: Value; label: ReactNode; count?: number; content: ReactNode }[]
}

/** Parts of one page, one at a time. The address should say which: keep `value` there. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: Props<Value>) {
  const id = useId()
  const list = useInSight(tabs.findIndex(tab => tab.value === value))
  const chosen = tabs.find(tab => tab.value === value)
  return (
    <>
      <div
        ref={list}
        role="tablist"
        // The tabs take the focus, one at a time.
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(tab => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px border-b-2 border-transparent px-2.5 pt-2 pb-[9px] font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink max-md:min-h-(--touch)"
          >
            {tab.label}
            {tab.count !== undefined && <span className="ml-1 font-normal text-ink-3">{tab.count}</span>}
          </button>
        ))}
      </div>
      {chosen && (
        <div
          key={value}
          id={`${id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${value}`}
          // Reached by keys, as its text may be long and hold nothing to press.
          tabIndex={0}
          className="pt-4"
        >
          {chosen.content}
        </div>
      )}
    </>
  )
}

/** Arrows move along the tabs, and Enter opens the one in hand: each may fetch a page of its own. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const by: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  }
  const to = by[event.key]
  if (to === undefined) return
  event.preventDefault()
  tabs.at(to)?.focus()
}

/** Where not all of them fit side by side, the chosen one is in sight. */
function useInSight(place: number) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    const chosen = list?.children.item(place)
    if (!list || !(chosen instanceof HTMLElement)) return
    const end = chosen.offsetLeft + chosen.offsetWidth - list.clientWidth
    list.scrollLeft = Math.min(chosen.offsetLeft, Math.max(list.scrollLeft, end))
  }, [place])
  return ref
}
