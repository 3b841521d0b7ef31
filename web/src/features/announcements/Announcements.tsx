import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ANNOUNCEMENT_LOOK } from '#/entities/announcement/kinds'
import { allAnnouncementsQuery } from '#/entities/announcement/queries'
import type { Announcement } from '#/entities/announcement/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { AnnouncementDialog } from '#/features/announcements/AnnouncementDialog'
import { useRemoveAnnouncement } from '#/features/announcements/api'
import { PublishDialog } from '#/features/announcements/PublishDialog'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

type Open = { kind: 'write'; row: Announcement | null } | { kind: 'publish'; row: Announcement } | null

/** What the programme says to its testers: drafts, and what was published. */
export function Announcements() {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>(null)
  const query = useInfiniteQuery(allAnnouncementsQuery)
  const rows = query.data?.pages.flatMap(page => page.rows)
  const write = () => setOpen({ kind: 'write', row: null })
  usePageCommands([{ id: 'add', label: t`Write an announcement`, keys: ['a'], run: write }])
  return (
    <Panel
      flush
      title={<Trans>Announcements</Trans>}
      note={rows && figure(rows.length)}
      actions={
        <Button size="small" onClick={write} icon={<Plus size={14} aria-hidden />} keys={<Keys of={['a']} />}>
          <Trans>New announcement</Trans>
        </Button>
      }
    >
      <Await
        query={{ ...query, data: rows }}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the announcements.</Trans>}
      >
        {all =>
          all.length === 0 ? (
            <EmptyState
              title={<Trans>Nothing has been announced yet.</Trans>}
              actions={<Button onClick={write}>{t`Write the first`}</Button>}
            >
              <Trans>
                News, a release with its fixes, new rules or an incident. Testers see it in their inbox, and
                by e-mail if they chose that.
              </Trans>
            </EmptyState>
          ) : (
            <AnnouncementTable
              rows={all}
              onEdit={row => setOpen({ kind: 'write', row })}
              onPublish={row => setOpen({ kind: 'publish', row })}
            />
          )
        }
      </Await>
      {query.hasNextPage && (
        <div className="border-t border-line-faint px-4 py-2.5">
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {open?.kind === 'write' && (
        <AnnouncementDialog
          row={open.row}
          onClose={() => setOpen(null)}
          onSaved={row => setOpen({ kind: 'publish', row })}
        />
      )}
      {open?.kind === 'publish' && <PublishDialog row={open.row} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

interface TableProps {
  rows: Announcement[]
  onEdit: (row: Announcement) => void
  onPublish: (row: Announcement) => void
}

function AnnouncementTable({ rows, onEdit, onPublish }: TableProps) {
  const { t } = useLingui()
  return (
    <DataTable
      caption={t`Announcements`}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        {
          head: t`Title`,
          cell: row => (
            <span className="block max-w-80 truncate font-medium max-md:max-w-36">{row.title}</span>
          ),
        },
        {
          head: t`Kind`,
          wide: true,
          cell: row => (
            <span className="text-ink-2">
              {t(ANNOUNCEMENT_LOOK[row.kind].label)} {row.build?.version}
            </span>
          ),
        },
        {
          head: t`State`,
          cell: row =>
            row.publishedAt ? (
              <span className="text-ink-2">
                <Moment at={row.publishedAt} />
                {row.pinnedUntil && (
                  <span className="text-12 text-ink-3 max-md:hidden">
                    {' '}
                    <Trans>pinned until {dayOf(row.pinnedUntil)}</Trans>
                  </span>
                )}
              </span>
            ) : (
              <Badge>
                {row.publishAt ? (
                  <Trans>
                    scheduled for <Moment at={row.publishAt} />
                  </Trans>
                ) : (
                  <Trans>draft</Trans>
                )}
              </Badge>
            ),
        },
        { head: t`Notified`, wide: true, cell: row => <ToldOf row={row} /> },
        {
          action: true,
          cell: row => (
            <span className="inline-flex gap-2">
              {row.publishedAt === null && (
                <>
                  <Button
                    size="small"
                    kind="ghost"
                    onClick={() => onEdit(row)}
                    aria-label={t`Edit ${row.title}`}
                  >{t`Edit`}</Button>
                  <Button size="small" onClick={() => onPublish(row)} aria-label={t`Publish ${row.title}`}>
                    <Trans>Publish…</Trans>
                  </Button>
                </>
              )}
              <Remove row={row} />
            </span>
          ),
        },
      ]}
    />
  )
}

/** How many are notified; while it goes on, how far it is. */
function ToldOf({ row: { people, told, publishedAt } }: { row: Announcement }) {
  if (publishedAt === null || people === null) return <span className="text-ink-3">–</span>
  if (told !== null && told < people)
    return (
      <Trans>
        {figure(told)} of {figure(people)} so far
      </Trans>
    )
  return <Plural value={people} one="# person" other="# people" />
}

function Remove({ row }: { row: Announcement }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const remove = useRemoveAnnouncement()
  return (
    <ConfirmedButton
      size="small"
      kind="ghost"
      aria-label={t`Remove ${row.title}`}
      label={<Trans>Remove</Trans>}
      title={<Trans>Remove “{row.title}”?</Trans>}
      action={<Trans>Remove the announcement</Trans>}
      busy={remove.isPending}
      problem={sayProblem(remove.error)}
      onConfirm={close =>
        remove.mutate(
          { id: row.id },
          {
            onSuccess: () => {
              toast({ tone: 'success', title: t`“${row.title}” is removed.` })
              close()
            },
          },
        )
      }
    >{t`It disappears from dashboards. Messages that were sent cannot be recalled.`}</ConfirmedButton>
  )
}
