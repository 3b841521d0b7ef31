import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { count } from '#/backend/shapes'
import { ANNOUNCEMENTS } from '#/entities/announcement/queries'
import { announcement, type AnnouncementKind, type Audience } from '#/entities/announcement/schema'

/** What decides who is notified. */
export interface Reach {
  kind: AnnouncementKind
  build?: string
  audience: Audience
  fixes?: number[]
}

export interface AnnouncementChange extends Reach {
  id?: string
  title: string
  body: string
  pinnedUntil?: string | null
}

const preview = v.object({
  people: count,
  byMailNow: v.optional(count, 0),
  byDigest: v.optional(count, 0),
  byPush: v.optional(count, 0),
  byChat: v.optional(count, 0),
  /** They are so many that only those get it by chat who chose that themselves. */
  chatByChoice: v.optional(v.boolean(), false),
  /** Channels of the team that it is posted to. */
  channels: v.optional(count, 0),
})
export type Preview = v.InferOutput<typeof preview>

export const previewQuery = (reach: Reach, enabled = true) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'preview', reach],
    queryFn: () => call('announcementPreview', reach, preview),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  })

function useAnnouncementCommand<Params extends object, Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSuccess: () => cache.invalidateQueries({ queryKey: ANNOUNCEMENTS }),
  })
}

const saved = v.object({ announcement })
const published = v.object({ announcement, people: count })

export const useSaveAnnouncement = () =>
  useAnnouncementCommand<AnnouncementChange, typeof saved>('announcementSave', saved)
export const usePublishAnnouncement = () =>
  useAnnouncementCommand<{ id: string }, typeof published>('announcementPublish', published)
/** Has a draft go out at a time to come; `null` takes the time away. */
export const useScheduleAnnouncement = () =>
  useAnnouncementCommand<{ id: string; at: string | null }, typeof saved>('announcementSchedule', saved)
export const useRemoveAnnouncement = () =>
  useAnnouncementCommand<{ id: string }, typeof anything>('announcementRemove', anything)
