import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReviewCounts } from '#/app/review/use-review-counts'
import { Page } from '#/app/shell/Page'
import { PageTabs } from '#/app/shell/PageTabs'
import { useShell } from '#/app/shell/shell-context'
import { REVIEW_KINDS, type ReviewKind } from '#/features/review/kinds'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

const LABELS: Record<ReviewKind, MessageDescriptor> = {
  reports: msg`Reports`,
  missions: msg`Missions`,
  appeals: msg`Appeals`,
  fairness: msg`Fairness`,
  points: msg`Points`,
  unsigned: msg`Unsigned`,
}

interface Props {
  kind: ReviewKind
  /** Beside the heading. */
  note?: ReactNode
  /** At the end of the tabs. */
  aside?: ReactNode
  children: ReactNode
}

/** One queue of those that wait for administrators, with the way to the others. */
export function ReviewPage({ kind, note, aside, children }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { open } = useShell()
  const { counts, isLate } = useReviewCounts()
  const label = t(LABELS[kind])

  // Most programmes have no unsigned reports.
  const kinds = REVIEW_KINDS.filter(each => each !== 'unsigned' || each === kind || counts[each] > 0)

  function go(by: 1 | -1) {
    const next = kinds[kinds.indexOf(kind) + by]
    if (next) void navigate({ to: '/review/$kind/{-$item}', params: { kind: next } })
  }
  usePageCommands([
    { id: 'next-queue', label: t`Next queue`, keys: [']'], run: () => go(1) },
    { id: 'previous-queue', label: t`Previous queue`, keys: ['['], run: () => go(-1) },
  ])

  return (
    <Page
      whole
      noReport
      heading={t`Review`}
      title={`${label} · ${t`Review`}`}
      note={note}
      tabs={
        <PageTabs
          label={t`Queues`}
          aside={aside}
          tabs={kinds.map(each => ({
            to: `/review/${each}`,
            label: t(LABELS[each]),
            count: counts[each],
            isLate: each === 'reports' && isLate,
            here: each === kind,
          }))}
        />
      }
      actions={
        <span className="max-md:hidden">
          <Button
            kind="ghost"
            icon={<Keyboard size={14} strokeWidth={1.9} aria-hidden />}
            keys={<Keys of={['?']} />}
            onClick={() => open('help')}
          >{t`Shortcuts`}</Button>
        </span>
      }
    >
      {children}
    </Page>
  )
}
