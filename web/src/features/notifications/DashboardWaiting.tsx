import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { placeOf } from '#/entities/notification/place'
import { ListSection } from '#/features/notifications/ListSection'
import { useRowCursor } from '#/features/notifications/use-row-cursor'
import { useWaiting } from '#/features/notifications/use-waiting'
import { WaitingList } from '#/features/notifications/WaitingList'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'

/** More than this would push the rest of the dashboard out of sight. */
const MOST = 5

/** The first of what waits for a tester, on the dashboard. */
export function DashboardWaiting() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const waiting = useWaiting()
  const { open, count, kept } = waiting
  const cursor = useRowCursor(open.filter(row => kept.findIndex(each => each.row === row) < MOST))
  const { row } = cursor
  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'next', label: t`Next`, keys: ['j'], ...moving, run: () => cursor.move(1) },
    { id: 'previous', label: t`Previous`, keys: ['k'], ...moving, run: () => cursor.move(-1) },
    ...(row
      ? [{ id: 'open', label: t`Open it`, keys: ['Enter'], run: () => void navigate({ to: placeOf(row) }) }]
      : []),
  ])
  return (
    <ListSection
      title={<Trans>Waiting for you</Trans>}
      note={figure(count)}
      aside={count > MOST && <Link to="/notifications" className="text-12">{t`See all in the inbox`}</Link>}
    >
      <WaitingList waiting={waiting} cursor={cursor.cursor} onCursor={cursor.set} most={MOST} />
    </ListSection>
  )
}
