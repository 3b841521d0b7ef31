import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useLiveMissionList } from '#/entities/mission/live'
import { MissionRow } from '#/entities/mission/MissionRow'
import { missionListQuery } from '#/entities/mission/queries'
import type { Mission } from '#/entities/mission/schema'
import { nextAction, isActive, type MissionAction } from '#/entities/mission/submission-state'
import { networksQuery } from '#/entities/network/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { MissionAddress } from '#/features/missions/address'
import { useStart } from '#/features/missions/api'
import { NoMissions } from '#/features/missions/NoMissions'
import { Outages } from '#/features/missions/Outages'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Button, ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

interface Props extends MissionAddress {
  onChange: (address: MissionAddress) => void
}

/** Something useful to do today: what was begun, what fits, and what does not yet. */
export function MissionList({ show, network, onChange }: Props) {
  const { t } = useLingui()
  const list = useInfiniteQuery(missionListQuery(show ?? 'open', network))
  const networks = useQuery(networksQuery)
  useLiveMissionList()
  const counts = list.data?.pages[0]?.counts
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  const withNetwork = network ? { network } : {}
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t`Filter missions`}
          value={show ?? 'open'}
          onChange={chosen => onChange({ ...(chosen === 'open' ? {} : { show: chosen }), ...withNetwork })}
          options={[
            { value: 'open', label: t`Fits me`, ...(counts ? { count: counts.fits } : {}) },
            { value: 'all', label: t`All` },
            { value: 'done', label: t`Done`, ...(counts ? { count: counts.done } : {}) },
          ]}
        />
        {networks.data && networks.data.length > 1 && (
          <div className="w-44">
            <SelectField
              label={<span className="sr-only">{t`Network`}</span>}
              value={network ?? ''}
              onChange={event =>
                onChange({
                  ...(show ? { show } : {}),
                  ...(event.target.value ? { network: event.target.value } : {}),
                })
              }
            >
              <option value="">{t`Any network`}</option>
              {networks.data.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        {!show && !list.hasNextPage && <OpenToYou rows={rows} />}
      </div>
      <Await
        alone
        query={list}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>Couldn’t load the missions.</Trans>}
      >
        {({ pages }) => (
          <div className="grid grid-cols-1 gap-5" aria-busy={list.isPlaceholderData || undefined}>
            <Sections rows={pages.flatMap(page => page.rows)} show={show} />
            {list.hasNextPage && (
              <div>
                <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              </div>
            )}
            <Outages missions={pages.flatMap(page => page.rows)} />
          </div>
        )}
      </Await>
    </div>
  )
}

/** What can be earned now. */
function OpenToYou({ rows }: { rows: Mission[] }) {
  const open = rows.filter(row => ['start', 'continue', 'again', 'finish'].includes(nextAction(row)))
  if (open.length === 0) return null
  const points = open.reduce((sum, row) => sum + row.points - (row.mine?.paid ?? 0), 0)
  const minutes = open.reduce((sum, row) => sum + (row.minutes ?? 0), 0)
  return (
    <span className="ml-auto text-ink-2 max-md:ml-0">
      {open.every(row => row.minutes !== null) ? (
        <Trans>
          Open to you: up to <b className="text-gold-text">{figure(points)}</b> points in about {minutes}{' '}
          minutes
        </Trans>
      ) : (
        <Trans>
          Open to you: up to <b className="text-gold-text">{figure(points)}</b> points
        </Trans>
      )}
    </span>
  )
}

/** Enter on a link or a button presses that, and not what the page means by it. */
function ownEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && (event.target as Element).closest('a, button')) event.stopPropagation()
}

function Sections({ rows, show }: { rows: Mission[]; show: MissionAddress['show'] }) {
  const { t } = useLingui()
  const { at, set, move } = useRowCursor(rows)
  const act = useMissionAction()
  const here = rows.find(({ id }) => id === at)
  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'next', label: t`Next mission`, keys: ['j'], ...moving, run: () => move(1) },
    { id: 'previous', label: t`Previous mission`, keys: ['k'], ...moving, run: () => move(-1) },
    ...(here
      ? [
          {
            id: 'open',
            label: t`Start or continue`,
            keys: ['Enter'],
            unlisted: true,
            run: () => act.run(here),
          },
        ]
      : []),
  ])
  if (rows.length === 0) return <NoMissions show={show} />
  const group = (wanted: Mission[]) => (
    <ul className="rounded-3 border border-line bg-panel">
      {wanted.map(row => (
        <li key={row.id} className="relative border-t border-line-faint first:border-t-0 hover:bg-hover">
          <MissionRow
            mission={row}
            on={row.id === at}
            onFocus={() => set(row.id)}
            title={
              <Link
                to="/missions/$slug"
                params={{ slug: row.slug }}
                className="text-ink after:absolute after:inset-0 hover:text-ink"
              >
                {row.title}
              </Link>
            }
            action={<Deed mission={row} isOn={row.id === at} busy={act.busy === row.id} onPress={act.run} />}
          />
        </li>
      ))}
    </ul>
  )
  if (show)
    return (
      <div role="presentation" onKeyDown={ownEnter}>
        <h2 className="sr-only">{show === 'done' ? t`Done` : t`All missions`}</h2>
        {group(rows)}
      </div>
    )
  const [begun, fitting, others] = divided(rows)
  return (
    <div role="presentation" className="grid grid-cols-1 gap-5" onKeyDown={ownEnter}>
      <Section title={<Trans>Started</Trans>} rows={begun}>
        {group(begun)}
      </Section>
      <Section
        title={<Trans>Fits you</Trans>}
        note={<Trans>by level and availability</Trans>}
        rows={fitting}
      >
        {group(fitting)}
      </Section>
      <Section title={<Trans>Not yet</Trans>} rows={others}>
        {group(others)}
      </Section>
    </div>
  )
}

/** Those that were begun, those that fit, and the rest; each in the order of the server. */
export const divided = (rows: Mission[]): [begun: Mission[], fitting: Mission[], others: Mission[]] => [
  rows.filter(row => isActive(row.mine)),
  rows.filter(row => !isActive(row.mine) && nextAction(row) === 'start'),
  rows.filter(row => !isActive(row.mine) && nextAction(row) !== 'start'),
]

interface SectionProps {
  title: ReactNode
  note?: ReactNode
  rows: Mission[]
  children: ReactNode
}

function Section({ title, note, rows, children }: SectionProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-13">
        {title}
        <span className="font-normal text-ink-3">
          {figure(rows.length)}
          {note && <>, {note}</>}
        </span>
      </h2>
      {children}
    </section>
  )
}

function useRowCursor(rows: Mission[]) {
  const [at, set] = useState<string | null>(null)
  const ids = rows.map(({ id }) => id)
  function move(by: 1 | -1) {
    const here = at === null ? -1 : ids.indexOf(at)
    set(ids[here < 0 ? 0 : Math.min(Math.max(here + by, 0), ids.length - 1)] ?? null)
  }
  return { at, set, move }
}

/** Starts a mission and goes to it; one that cannot be started is looked at. */
function useMissionAction() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const navigate = useNavigate()
  const start = useStart()
  const go = (slug: string) => void navigate({ to: '/missions/$slug', params: { slug } })
  function run(row: Mission) {
    if (start.isPending) return
    const deed = nextAction(row)
    if (deed === 'continue' || deed === 'look' || deed === 'none') return go(row.slug)
    start.mutate(
      { mission: row.id },
      {
        onSuccess: () => go(row.slug),
        onError: error =>
          toast({ tone: 'danger', title: t`Couldn’t start the mission.`, detail: sayProblem(error) }),
      },
    )
  }
  return { run, busy: start.isPending ? start.variables.mission : null }
}

interface DeedProps {
  mission: Mission
  isOn: boolean
  busy: boolean
  onPress: (mission: Mission) => void
}

function Deed({ mission, isOn, busy, onPress }: DeedProps) {
  const deed = nextAction(mission)
  if (deed === 'none') return null
  if (deed === 'look')
    return (
      <ButtonLink kind="ghost" to="/missions/$slug" params={{ slug: mission.slug }}>
        <Trans>View</Trans>
      </ButtonLink>
    )
  return (
    <Button
      kind={deed === 'continue' ? 'primary' : 'plain'}
      busy={busy}
      onClick={() => onPress(mission)}
      keys={isOn && <Keys of={['↵']} />}
    >
      <ActionLabel deed={deed} kind={mission.kind} />
      <span className="sr-only">: {mission.title}</span>
    </Button>
  )
}

function ActionLabel({ deed, kind }: { deed: MissionAction; kind: Mission['kind'] }) {
  if (deed === 'continue') return <Trans>Continue</Trans>
  if (deed === 'again') return <Trans>Try again</Trans>
  if (deed === 'finish') return <Trans>Finish it</Trans>
  return kind === 'verify_fix' ? <Trans>Check</Trans> : <Trans>Start</Trans>
}
