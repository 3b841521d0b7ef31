import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REASON_LABEL } from '#/entities/fairness/messages'
import { PersonName } from '#/entities/person/PersonName'
import type { Person } from '#/entities/person/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { linksQuery, useUnlink } from '#/entities/fairness/case-queries'
import type { LinkRow } from '#/entities/fairness/case-schema'
import { figure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** Accounts that count as one person, and the way back. */
export function Linked() {
  const query = useInfiniteQuery(linksQuery)
  const rows = query.data?.pages.flatMap(page => page.rows)
  const [unlinking, setUnlinking] = useState<Person | null>(null)
  return (
    <Panel
      flush
      title={<Trans>Linked people</Trans>}
      note={query.data && figure(query.data.pages[0]?.total ?? 0)}
    >
      <Await
        query={{ ...query, data: rows }}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the linked persons.</Trans>}
      >
        {all =>
          all.length === 0 ? (
            <EmptyState title={<Trans>No linked accounts.</Trans>}>
              <Trans>Every account counts separately.</Trans>
            </EmptyState>
          ) : (
            <ul>
              {all.map(row => (
                <Line key={row.personId} row={row} onUnlink={setUnlinking} />
              ))}
            </ul>
          )
        }
      </Await>
      {query.hasNextPage && (
        <div className="border-t border-line-faint p-2">
          <Button
            kind="ghost"
            size="small"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>More</Trans>
          </Button>
        </div>
      )}
      {unlinking && <UnlinkDialog person={unlinking} onClose={() => setUnlinking(null)} />}
    </Panel>
  )
}

function Line({ row, onUnlink }: { row: LinkRow; onUnlink: (person: Person) => void }) {
  const { t } = useLingui()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line-faint px-4 py-2.5">
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">
        {row.people.map(person => (
          <li key={person.id} className="inline-flex items-center gap-1">
            <PersonName person={person} />
            <Button
              kind="ghost"
              size="small"
              onClick={() => onUnlink(person)}
              aria-label={t`Unlink ${person.username ?? ''}`}
            >{t`Unlink`}</Button>
          </li>
        ))}
      </ul>
      <span className="text-12 text-ink-3">
        {row.reason && <>{t(REASON_LABEL[row.reason])} · </>}
        {row.case !== null && <>F-{row.case} · </>}
        <Trans>
          {dayOf(row.at)} by @{row.by?.username ?? '–'}
        </Trans>
      </span>
      {row.appeal === 'open' && <Badge tone="info">{t`appealed`}</Badge>}
      {row.appeal === 'denied' && <Badge>{t`appeal denied`}</Badge>}
    </li>
  )
}

function UnlinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const unlink = useUnlink()
  const name = person.username ?? '–'
  return (
    <ConfirmDialog
      title={<Trans>Unlink @{name}</Trans>}
      action={<Trans>Unlink</Trans>}
      busy={unlink.isPending}
      problem={sayProblem(unlink.error)}
      onClose={onClose}
      onConfirm={() =>
        void unlink.mutateAsync({ user: person.id ?? '' }).then(
          () => {
            toast({ tone: 'success', title: t`@${name} is no longer linked to other accounts.` })
            onClose()
          },
          () => undefined,
        )
      }
    >
      <Trans>
        They count separately again and get back the points the link deducted. Other linked accounts are
        unaffected. They are notified.
      </Trans>
    </ConfirmDialog>
  )
}
