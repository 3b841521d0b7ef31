import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Box, type LucideIcon, Megaphone, Scale, TriangleAlert } from 'lucide-react'
import type { AnnouncementKind } from '#/entities/announcement/schema'

interface Look {
  label: MessageDescriptor
  Icon: LucideIcon
  tone: 'plain' | 'success' | 'info' | 'warning'
}

export const ANNOUNCEMENT_LOOK: Record<AnnouncementKind, Look> = {
  news: { label: msg`News`, Icon: Megaphone, tone: 'info' },
  release: { label: msg`Release`, Icon: Box, tone: 'success' },
  rules: { label: msg`Rules`, Icon: Scale, tone: 'info' },
  incident: { label: msg`Incident`, Icon: TriangleAlert, tone: 'warning' },
}
