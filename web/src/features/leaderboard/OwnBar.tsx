import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { StreakTile } from '#/entities/person/StreakTile'
import type { Standing } from '#/entities/points/schema'
import { bottomBar } from '#/lib/bottom-bar'
import { figure } from '#/lib/number'
import { Badge } from '#/ui/Badge'
import { Delta } from '#/ui/Delta'

/** On phones: the reader's own row, always at the bottom edge. */
export function OwnBar({ me, onOpen }: { me: Standing; onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      ref={bottomBar}
      aria-label={t`Your ledger: rank ${me.rank}, ${plural(me.total, { one: '# point', other: '# points' })}`}
      onClick={onOpen}
      className="fixed inset-x-0 bottom-0 z-(--z-sticky) flex h-16 items-center gap-3 border-t border-gold-line bg-gold-wash px-4 text-left md:hidden"
    >
      <span className="text-14 font-semibold text-gold-text">{figure(me.rank)}</span>
      <StreakTile name={me.person.username ?? ''} />
      <span className="min-w-0 truncate font-medium">@{me.person.username}</span>
      <Badge tone="gold">{t`you`}</Badge>
      <span className="ml-auto inline-flex items-center gap-3">
        {me.change7d !== 0 && <Delta change={me.change7d} />}
        <span className="text-16 font-semibold text-gold-text">{figure(me.total)}</span>
        <ChevronRight size={14} className="text-ink-3" aria-hidden />
      </span>
    </button>
  )
}
