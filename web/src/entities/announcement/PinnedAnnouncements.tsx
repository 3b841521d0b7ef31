import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { ANNOUNCEMENT_LOOK } from '#/entities/announcement/kinds'
import { latestAnnouncementsQuery } from '#/entities/announcement/queries'
import type { Announcement } from '#/entities/announcement/schema'
import { IssueLink } from '#/entities/issue/IssueLink'
import { readForUser, writeForUser } from '#/lib/user-storage'
import { Ago } from '#/ui/Ago'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'

const Markdown = lazy(async () => ({ default: (await import('#/ui/markdown/Markdown')).Markdown }))

const PLACE = 'announcements.dismissed'
/** How many are remembered as put away; older ones are pinned no longer. */
const REMEMBERED = 50

function useDismissed(owner: string) {
  const [ids, setIds] = useState<string[]>(() => (readForUser(owner, PLACE) ?? '').split(' ').filter(Boolean))
  return {
    ids,
    dismiss(id: string) {
      const next = [...ids, id].slice(-REMEMBERED)
      writeForUser(owner, PLACE, next.join(' '))
      setIds(next)
    },
  }
}

/** What administrators have pinned, until it ends or the reader puts it away on this device. */
export function PinnedAnnouncements() {
  const { user, expired } = useMoralis()
  const owner = (user ?? expired)?.objectId ?? ''
  const { data } = useQuery(latestAnnouncementsQuery)
  const { ids, dismiss } = useDismissed(owner)
  const [now] = useState(Date.now)
  const shown = (data ?? []).filter(
    ({ id, publishedAt, pinnedUntil }) =>
      publishedAt !== null && pinnedUntil !== null && Date.parse(pinnedUntil) > now && !ids.includes(id),
  )
  if (shown.length === 0) return null
  return (
    <div className="grid gap-3">
      {shown.map(row => (
        <OneAnnouncement key={row.id} row={row} onDismiss={() => dismiss(row.id)} />
      ))}
    </div>
  )
}

function OneAnnouncement({ row, onDismiss }: { row: Announcement; onDismiss: () => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { Icon, tone } = ANNOUNCEMENT_LOOK[row.kind]
  return (
    <section aria-label={row.title} className="grid gap-2">
      <Band
        tone={tone}
        icon={<Icon size={16} strokeWidth={1.75} className="flex-none" aria-hidden />}
        title={row.title}
        actions={
          <span className="flex flex-none gap-1">
            {row.body.trim() !== '' && (
              <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? <Trans>Less</Trans> : <Trans>Read</Trans>}
              </Button>
            )}
            <Button
              size="small"
              kind="ghost"
              shape="icon"
              aria-label={t`Dismiss: ${row.title}`}
              onClick={onDismiss}
              icon={<X size={14} aria-hidden />}
            />
          </span>
        }
      >
        <FixedForMe row={row} />{' '}
        {row.publishedAt && (
          <span className="text-12 text-ink-3">
            <Ago at={row.publishedAt} />
          </span>
        )}
      </Band>
      {open && (
        <div className="rounded-3 border border-line bg-panel px-4 py-3">
          <Suspense>
            <Markdown text={row.body} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/** What a release means to its reader. */
function FixedForMe({ row: { kind, build, mine } }: { row: Announcement }) {
  if (kind !== 'release' || mine.length === 0) return null
  const numbers = mine.map((number, order) => (
    <span key={number}>
      {order > 0 && ', '}
      <IssueLink number={number} />
    </span>
  ))
  return build ? (
    <Trans>
      Your reports were fixed in {build.version}: {numbers}.
    </Trans>
  ) : (
    <Trans>Your reports were fixed: {numbers}.</Trans>
  )
}
