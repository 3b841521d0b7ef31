import { useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#/backend/live/live-query'
import { useLive } from '#/backend/live/use-live'
import { ISSUE_ROWS, showChange } from '#/entities/issue/live'

interface On {
  onEvent?: (event: LiveEvent) => void
  onReady?: (isJoining: boolean) => void
}

/** Keeps rows of issues as they are now, wherever they are shown, and tells what happens to any of them. */
export function useLiveIssues({ onEvent, onReady }: On) {
  const cache = useQueryClient()
  useLive(ISSUE_ROWS, {
    onEvent: event => {
      showChange(cache, event)
      onEvent?.(event)
    },
    ...(onReady ? { onReady } : {}),
  })
}
