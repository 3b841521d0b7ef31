import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Command, withPage } from '#/app/shell/use-commands'
import { keyName, nothingPending, press } from '#/app/shell/shortcut'
import { registeredCommands } from '#/lib/page-commands'
import { singleKeys } from '#/lib/preferences'

const TYPING = 'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]'

/** Runs commands by their keys, the page's own first, except while a user types or answers a dialog. */
export function useShortcuts(everywhere: Command[]) {
  const pending = useRef(nothingPending)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyName(event)
    if (!key || event.defaultPrevented || document.querySelector('dialog[open]')) return
    const plain = !key.startsWith('mod+')
    if (plain && (!singleKeys() || (event.target as Element).closest?.(TYPING))) return
    const commands = withPage(everywhere, registeredCommands()).filter(hasKeys)
    const step = press(pending.current, key, event.timeStamp, commands)
    pending.current = step.pending
    if (!step.hit) return
    event.preventDefault()
    // A key that is held down a little too long must not decide about the next case as well.
    if (event.repeat && !step.hit.repeats) return
    step.hit.run()
  })

  // Before it is painted: anyone who sees the page may press a key.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const hasKeys = (command: Command): command is Command & { keys: string[] } => command.keys !== undefined
