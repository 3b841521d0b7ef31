import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { countsQuery } from '#/entities/notification/queries'
import { ButtonLink } from '#/ui/Button'

/** More than this is many. */
const MOST = 99

/** To the notifications, with how many things wait for the reader. News are not counted here. */
export function BellLink() {
  const { t } = useLingui()
  const waiting = useQuery(countsQuery).data?.waiting ?? 0
  const label =
    waiting > 0
      ? t`Notifications: ${plural(waiting, { one: '# waits for you', other: '# wait for you' })}`
      : t`Notifications`
  return (
    <span className="relative flex-none">
      <ButtonLink
        to="/notifications"
        kind="ghost"
        shape="icon"
        aria-label={label}
        aria-keyshortcuts="g n"
        icon={<Bell size={16} strokeWidth={1.75} aria-hidden />}
      />
      {waiting > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-inverse px-1 text-11 leading-none font-semibold text-ink-inverse tabular-nums max-md:top-0.5 max-md:right-0.5"
        >
          {waiting > MOST ? `${MOST}+` : waiting}
        </span>
      )}
    </span>
  )
}
