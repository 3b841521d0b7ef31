import { useQueryClient } from '@tanstack/react-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { useMoralis } from '#/backend/use-moralis'
import { NOTIFICATIONS } from '#/entities/notification/queries'

/** Keeps what waits for the person who is signed in, and their news, as they are now. */
export function useLiveNotifications() {
  const cache = useQueryClient()
  const me = useMoralis().user?.objectId ?? null
  useLive(
    me === null
      ? null
      : {
          className: 'Notification',
          where: { user: { __type: 'Pointer', className: '_User', objectId: me } },
          keys: ['bucket', 'readAt', 'doneAt', 'count'],
        },
    {
      onEvent: () => requery(cache, NOTIFICATIONS),
      onReady: isJoining => requeryUnlessFresh(cache, NOTIFICATIONS, isJoining),
    },
  )
}
