import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 767px)'

function subscribe(listener: () => void) {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen is too narrow for sidebar and page side by side. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
