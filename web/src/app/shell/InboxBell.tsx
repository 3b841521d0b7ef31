import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useInboxCounts } from '#/entities/notification/queries'
import { useNarrow } from '#/lib/use-narrow'
import { Button, ButtonLink } from '#/ui/Button'
import { Popover } from '#/ui/Popover'
import { SkeletonRows } from '#/ui/Skeleton'

const InboxPopover = lazy(() => import('#/features/notifications/InboxPopover'))

/** More than this is many. */
const MOST = 99

/** The latest of the inbox, a press away; on phones the way to it. The number waits for the reader, the dot is news. */
export function InboxBell() {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  const [open, setOpen] = useState(false)
  const { waiting, unread } = useInboxCounts()
  const label = [
    t`Inbox`,
    waiting > 0 && plural(waiting, { one: '# waiting for you', other: '# waiting for you' }),
    unread > 0 && plural(unread, { one: '# unread', other: '# unread' }),
  ]
    .filter(Boolean)
    .join(', ')
  const look = {
    kind: 'ghost',
    shape: 'icon',
    'aria-label': label,
    icon: <Bell size={16} strokeWidth={1.75} aria-hidden />,
  } as const
  return (
    <span className="relative flex-none">
      {isNarrow ? (
        <ButtonLink to="/notifications" {...look} />
      ) : (
        <Popover label={t`Inbox`} open={open} onOpenChange={setOpen} trigger={<Button {...look} />}>
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <InboxPopover onClose={() => setOpen(false)} />
          </Suspense>
        </Popover>
      )}
      {waiting > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-inverse px-1 text-11 leading-none font-semibold text-ink-inverse tabular-nums max-md:top-0.5 max-md:right-0.5"
        >
          {waiting > MOST ? `${MOST}+` : waiting}
        </span>
      )}
      {unread > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-1 left-1 size-1.5 rounded-full bg-link max-md:bottom-2.5 max-md:left-2.5"
        />
      )}
    </span>
  )
}
