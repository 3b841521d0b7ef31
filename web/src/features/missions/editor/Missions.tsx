import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { MISSION_STATE } from '#/entities/mission/messages'
import { WindowLine } from '#/entities/mission/MissionFacts'
import { MissionIcon } from '#/entities/mission/MissionIcon'
import { type ManagedMission, MISSION_STATES, type MissionState } from '#/entities/mission/schema'
import { managedQuery } from '#/features/missions/editor/api'
import { MissionEditor } from '#/features/missions/editor/Editor'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { useChoiceInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button, ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

/** The missions of the programme: their list, or one in the editor. */
export function Missions({ at }: { at?: string | undefined }) {
  if (at === undefined) return <MissionTable />
  return <MissionEditor id={at === 'new' ? null : at} />
}

const TONE: Partial<Record<MissionState, 'success' | 'warning' | 'info'>> = {
  live: 'success',
  paused: 'warning',
  scheduled: 'info',
}

/** What can be started comes first, what is over last. */
const ORDER: MissionState[] = ['live', 'paused', 'scheduled', 'draft', 'ended', 'archived']
const byState = (one: ManagedMission, other: ManagedMission) =>
  ORDER.indexOf(one.state) - ORDER.indexOf(other.state)

function MissionTable() {
  const { t } = useLingui()
  const [state, setState] = useChoiceInAddress('show', ['all', ...MISSION_STATES] as const)
  const list = useInfiniteQuery(managedQuery(state === 'all' ? [] : [state]))
  const first = list.data?.pages[0]
  const waiting = first?.waiting ?? 0
  const states = MISSION_STATES.filter(each => each === state || (first?.counts[each] ?? 0) > 0)
  return (
    <Panel
      flush
      title={<Trans>Missions</Trans>}
      actions={
        <>
          <ButtonLink
            size="small"
            to="/review/$kind/{-$item}"
            params={{ kind: 'missions' }}
            icon={<ListChecks size={14} aria-hidden />}
          >
            <Trans>To review</Trans> <span className="font-normal text-ink-3">{figure(waiting)}</span>
          </ButtonLink>
          <ButtonLink
            size="small"
            to="/admin/settings/missions/$id"
            params={{ id: 'new' }}
            icon={<Plus size={14} aria-hidden />}
          >{t`New mission`}</ButtonLink>
        </>
      }
    >
      {states.length > 0 && (
        <div className="px-4 pb-3">
          <Segmented
            label={t`State`}
            value={state}
            onChange={setState}
            options={[
              { value: 'all' as const, label: t`all` },
              ...states.map(value => ({
                value,
                label: t(MISSION_STATE[value]),
                count: first?.counts[value] ?? 0,
              })),
            ]}
          />
        </div>
      )}
      <Await
        query={list}
        skeleton={<SkeletonRows rows={5} />}
        failed={<Trans>Couldn’t load the missions.</Trans>}
      >
        {({ pages }) => (
          <>
            <Rows rows={pages.flatMap(({ rows }) => rows).toSorted(byState)} />
            {list.hasNextPage && (
              <div className="border-t border-line-faint px-4 py-2.5">
                <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              </div>
            )}
          </>
        )}
      </Await>
    </Panel>
  )
}

function Rows({ rows }: { rows: ManagedMission[] }) {
  const { t } = useLingui()
  const [at, setAt] = useState(-1)
  const move = (by: 1 | -1) => setAt(Math.min(Math.max(at + by, 0), rows.length - 1))
  const here = rows[at]
  const moving = { unlisted: true, repeats: true }
  const navigate = useNavigate()
  usePageCommands([
    { id: 'next', label: t`Next mission`, keys: ['j'], ...moving, run: () => move(1) },
    { id: 'previous', label: t`Previous mission`, keys: ['k'], ...moving, run: () => move(-1) },
    ...(here
      ? [
          {
            id: 'open',
            label: t`Edit the mission`,
            keys: ['Enter'],
            unlisted: true,
            run: () => void navigate({ to: '/admin/settings/missions/$id', params: { id: here.id } }),
          },
        ]
      : []),
  ])
  if (rows.length === 0)
    return (
      <EmptyState
        title={<Trans>No mission yet.</Trans>}
        actions={
          <ButtonLink to="/admin/settings/missions/$id" params={{ id: 'new' }}>
            <Trans>Write the first mission</Trans>
          </ButtonLink>
        }
      >
        <Trans>
          A mission asks testers to try something in a few steps. Steps on chain are checked automatically.
        </Trans>
      </EmptyState>
    )
  return (
    <DataTable
      caption={t`Missions`}
      rows={rows}
      keyOf={row => row.id}
      isAt={row => row === rows[at]}
      columns={[
        { head: t`Mission`, cell: row => <MissionLink row={row} /> },
        {
          head: t`State`,
          cell: row => <Badge tone={TONE[row.state] ?? 'plain'}>{t(MISSION_STATE[row.state])}</Badge>,
        },
        {
          head: t`Window`,
          wide: true,
          cell: row => (
            <span className="text-12 text-ink-2">
              <WindowLine mission={row} />
            </span>
          ),
        },
        {
          head: t`Places`,
          wide: true,
          figure: true,
          cell: ({ taken, capacity }) =>
            capacity === null ? figure(taken) : t`${figure(taken)} of ${figure(capacity)}`,
        },
        { head: t`Done`, wide: true, figure: true, cell: row => figure(row.approved) },
        {
          head: t`To review`,
          wide: true,
          figure: true,
          cell: ({ waiting }) =>
            waiting > 0 ? <b className="font-semibold text-warning">{figure(waiting)}</b> : '–',
        },
        {
          head: t`Points`,
          figure: true,
          cell: row => <span className="font-semibold text-gold-text">{figure(row.points)}</span>,
        },
      ]}
    />
  )
}

function MissionLink({ row }: { row: ManagedMission }) {
  return (
    <span className="flex max-w-[26rem] items-center gap-2.5 max-md:max-w-44">
      <MissionIcon kind={row.kind} />
      <Link
        to="/admin/settings/missions/$id"
        params={{ id: row.id }}
        className="truncate font-medium text-ink hover:text-ink"
      >
        {row.title}
      </Link>
    </span>
  )
}
