import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { INBOX, isAt, MISSIONS, type Place, PLACES, REVIEW, SETTINGS } from '#/app/shell/places'
import { useLiveReviewCounts, useReviewCounts } from '#/app/review/use-review-counts'
import { missionListQuery } from '#/entities/mission/queries'
import { useInboxCounts } from '#/entities/notification/queries'
import { figure } from '#/lib/number'
import { Keys } from '#/ui/Keys'

/** The places of the app, with the numbers of what is there to do. */
export function PlaceLinks({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Main`} className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-2 py-3">
      {PLACES.map(place => (
        <PlaceLink key={place.to} place={place} />
      ))}
      <Missions isAdmin={isAdmin} />
      <Inbox />
      {isAdmin && (
        <>
          <h2 className="px-2.5 pt-4 pb-1.5 text-12 font-medium tracking-normal text-ink-3">{t`Admin`}</h2>
          <Review />
          <PlaceLink place={SETTINGS} />
        </>
      )}
    </nav>
  )
}

/** An offer, so its number is grey; without an open mission there is nothing to offer. */
function Missions({ isAdmin }: { isAdmin: boolean }) {
  const { pathname } = useLocation()
  const counts = useInfiniteQuery(missionListQuery('open')).data?.pages[0]?.counts
  const fits = isAdmin ? 0 : (counts?.fits ?? 0)
  if (!isAt(MISSIONS, pathname) && !counts?.open && fits === 0) return null
  return (
    <PlaceLink
      place={MISSIONS}
      mark={fits > 0 && <Quiet label={plural(fits, { other: '# for you' })}>{fits}</Quiet>}
    />
  )
}

/** A demand: the number waits for the reader, the dot is unread news. */
function Inbox() {
  const { waiting, unread } = useInboxCounts()
  return (
    <PlaceLink
      place={INBOX}
      mark={
        <>
          {unread > 0 && (
            <>
              <span className="size-1.5 rounded-full bg-link" aria-hidden />
              <span className="sr-only">{plural(unread, { one: '# unread', other: '# unread' })}</span>
            </>
          )}
          {waiting > 0 && (
            <>
              <span
                className="grid h-[18px] min-w-[18px] place-items-center rounded-full bg-inverse px-1.5 text-11 font-semibold text-ink-inverse tabular-nums"
                aria-hidden
              >
                {figure(waiting)}
              </span>
              <span className="sr-only">
                {plural(waiting, { one: '# waiting for you', other: '# waiting for you' })}
              </span>
            </>
          )}
        </>
      }
    />
  )
}

/** All that waits for an administrator, as one number. */
function Review() {
  const { total, isLate } = useReviewCounts()
  useLiveReviewCounts()
  return (
    <PlaceLink
      place={REVIEW}
      mark={
        total > 0 && (
          <Quiet label={plural(total, { one: '# waits', other: '# wait' })} isLate={isLate}>
            {total}
          </Quiet>
        )
      }
    />
  )
}

function Quiet({ label, isLate = false, children }: { label: string; isLate?: boolean; children: number }) {
  return (
    <>
      <span className={clsx('text-12 tabular-nums', isLate ? 'text-warning' : 'text-ink-3')} aria-hidden>
        {figure(children)}
      </span>
      <span className="sr-only">{label}</span>
    </>
  )
}

function PlaceLink({ place, mark }: { place: Place; mark?: ReactNode }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const here = isAt(place, pathname)
  return (
    <Link
      to={place.to}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'group flex h-[34px] flex-none items-center gap-2.5 rounded-2 px-2.5 font-medium no-underline hover:text-ink hover:no-underline focus-visible:-outline-offset-2 max-md:h-11',
        here ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover [&>svg]:text-ink-3',
      )}
    >
      <place.Icon size={16} strokeWidth={1.75} aria-hidden />
      {t(place.label)}
      <span className="ml-auto flex items-center gap-2">
        <span className="opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
          <Keys of={place.keys} />
        </span>
        {mark}
      </span>
    </Link>
  )
}
