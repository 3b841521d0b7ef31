import { ArrowUpDown, ListChecks, MessageSquare, Wrench } from 'lucide-react'
import type { MissionKind } from '#/entities/mission/schema'

const ICON = { guided: ListChecks, onchain: ArrowUpDown, survey: MessageSquare, verify_fix: Wrench }

export function MissionIcon({ kind }: { kind: MissionKind }) {
  const Icon = ICON[kind]
  return <Icon size={16} strokeWidth={1.75} className="flex-none text-ink-3" aria-hidden />
}
