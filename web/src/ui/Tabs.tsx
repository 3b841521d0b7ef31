import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: { value: Value; label: ReactNode; count?: number; content: ReactNode }[]
}

/** Parts of one page, one at a time. The address should say which: keep `value` there. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: Props<Value>) {
  const list = useInSight(tabs.findIndex(tab => tab.value === value))
  return (
    <Radix.Root value={value} onValueChange={chosen => onChange(chosen as Value)} activationMode="manual">
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-2.5 pt-2 pb-[9px] font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink max-md:min-h-(--touch)"
          >
            {tab.label}
            {tab.count !== undefined && <span className="ml-1 font-normal text-ink-3">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(tab => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
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
