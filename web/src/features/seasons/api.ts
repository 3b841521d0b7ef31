import { anything } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { programmeQuery } from '#/entities/programme/queries'
import { seasonsQuery } from '#/entities/season/queries'

const SEASONS = [seasonsQuery.queryKey, programmeQuery.queryKey]
export interface SeasonChange {
  number?: number
  name: string
  startsAt: string
  endsAt: string
  reviewDays?: number
}
export const useSaveSeason = () => useCommand<SeasonChange, typeof anything>('seasonSave', anything, SEASONS)
export const useSeasonState = () =>
  useCommand<{ number: number; state: string }, typeof anything>('seasonSetState', anything, SEASONS)
