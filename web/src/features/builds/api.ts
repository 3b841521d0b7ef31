import { anything } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { buildsQuery } from '#/entities/build/queries'
import { programmeQuery } from '#/entities/programme/queries'

export interface BuildChange {
  id?: string
  channel: string
  version: string
  releasedAt: string
  notes?: string
  commit?: string
  state?: string
}
export const useSaveBuild = () =>
  useCommand<BuildChange, typeof anything>('buildSave', anything, [
    buildsQuery.queryKey,
    programmeQuery.queryKey,
  ])
