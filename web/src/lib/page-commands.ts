import type { LucideIcon } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** Something that can be done on the page in sight, by key or by name. */
export interface PageCommand {
  id: string
  label: string
  /** One key, or several in a row. `mod+s` is Ctrl or Cmd. */
  keys?: string[] | undefined
  Icon?: LucideIcon | undefined
  /** Has a key, and is not worth a line in the palette. */
  unlisted?: boolean | undefined
  /** Goes on for as long as its key is held; everything else is done once for each press. */
  repeats?: boolean | undefined
  run: () => void
}

const registered = new Map<string, PageCommand[]>()
const listeners = new Set<() => void>()
let all: PageCommand[] = []

function change(owner: string, commands: PageCommand[] | null) {
  if (commands) registered.set(owner, commands)
  else registered.delete(owner)
  // What came last lies on top: a drawer over its page.
  all = [...registered.values()].toReversed().flat()
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The commands of whatever is in sight now. */
export const registeredCommands = (): PageCommand[] => all

/** The same for what shows them. */
export const useRegisteredCommands = (): PageCommand[] => useSyncExternalStore(subscribe, registeredCommands)

type Listed = Pick<PageCommand, 'id' | 'label' | 'keys' | 'unlisted' | 'repeats'>

const shape = (commands: PageCommand[]) =>
  JSON.stringify(
    commands.map(
      ({ id, label, keys, unlisted, repeats }): Listed => ({ id, label, keys, unlisted, repeats }),
    ),
  )

/** Offers `commands` while the calling component is in the page. They may close over anything; the newest one runs. */
export function usePageCommands(commands: PageCommand[]) {
  const owner = useId()
  const newest = useRef(commands)
  const offered = shape(commands)

  // Before it is painted: anyone who sees the page may press a key.
  useLayoutEffect(() => {
    newest.current = commands
  })

  useLayoutEffect(() => {
    const listed: Listed[] = JSON.parse(offered)
    const offers = listed.map(
      ({ id, label, keys, unlisted, repeats }, order): PageCommand => ({
        id,
        label,
        keys,
        unlisted,
        repeats,
        Icon: newest.current[order]?.Icon,
        run: () => newest.current[order]?.run(),
      }),
    )
    change(owner, offers)
    return () => change(owner, null)
  }, [owner, offered])
}
