import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewLiveSession } from '#/backend/live/live'
import { requery } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { useMoralis } from '#/backend/use-moralis'
import { useOwnTabs } from '#/entities/issue/own-tabs'
import { useLiveNotifications } from '#/entities/notification/use-live-notifications'
import { programmeQuery } from '#/entities/programme/queries'
import { seasonsQuery } from '#/entities/season/queries'

/** A build or a season is news to all signed-in users, and nothing waits for it. */
const CALMLY = { apart: 5000, spread: 2000 }

/** Has the connection belong to the signed-in user, and keeps what the whole app knows of the programme. */
export function useLiveShell() {
  const cache = useQueryClient()
  const { user } = useMoralis()
  useEffect(() => renewLiveSession(user !== null), [user])
  // A user who signs out has left this part of the app.
  useEffect(() => () => renewLiveSession(true), [])
  useOwnTabs()
  useLiveNotifications()
  useLive({ className: 'Build' }, { onEvent: () => requery(cache, programmeQuery.queryKey, CALMLY) })
  useLive(
    { className: 'Season' },
    {
      onEvent: () => {
        requery(cache, programmeQuery.queryKey, CALMLY)
        requery(cache, seasonsQuery.queryKey, CALMLY)
      },
    },
  )
}
