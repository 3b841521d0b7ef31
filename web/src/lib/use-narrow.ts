import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the screen is too narrow for sidebar and page side by side. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
