import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { FunnelPanel } from '#/entities/mission/FunnelPanel'
import { useMission } from '#/entities/mission/live'
import { MISSION_STATE } from '#/entities/mission/messages'
import { Dotted, missionFacts } from '#/entities/mission/MissionFacts'
import type { Mission } from '#/entities/mission/schema'
import { nextAction, type MissionAction, stopsOf } from '#/entities/mission/submission-state'
import { useWhyNot } from '#/entities/mission/use-why-not'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useStart } from '#/features/missions/api'
import { MissionRail } from '#/features/missions/MissionRail'
import { Outcome } from '#/features/missions/Outcome'
import { Started } from '#/features/missions/Started'
import { Steps } from '#/features/missions/Steps'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button, ButtonLink } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { Markdown } from '#/ui/markdown/Markdown'
import { Moment } from '#/ui/Moment'
import { Bone, Skeleton } from '#/ui/Skeleton'

/** One mission: what to try, its steps, and what it pays. */
export function MissionScreen({ slug }: { slug: string }) {
  const query = useMission(slug)
  const isAdmin = useMoralis().user?.isAdmin ?? false
  return (
    <Await alone query={query} skeleton={<Outline />} failed={<Trans>Couldn’t load the mission.</Trans>}>
      {mission => (
        <div className="grid grid-cols-1 gap-4">
          <Head mission={mission} isAdmin={isAdmin} />
          <div className="grid grid-cols-[minmax(0,1fr)_var(--rail)] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
            <div className="grid min-w-0 grid-cols-1 gap-4">
              <div className="max-w-[68ch]">
                <Markdown text={mission.brief} />
              </div>
              <Doing key={mission.mine?.id} mission={mission} />
              {isAdmin && mission.state !== 'draft' && <FunnelPanel mission={mission.id} />}
            </div>
            <aside aria-label={mission.title} className="grid grid-cols-1 gap-4">
              <MissionRail mission={mission} />
            </aside>
          </div>
        </div>
      )}
    </Await>
  )
}

function Head({ mission, isAdmin }: { mission: Mission; isAdmin: boolean }) {
  const { t } = useLingui()
  const { state, mine } = mission
  return (
    <header className="flex items-start gap-4 max-md:flex-col max-md:gap-2.5">
      <div className="min-w-0 flex-1">
        <h2 className="text-20 break-words">{mission.title}</h2>
        <div className="mt-1.5 text-ink-2">
          <Dotted
            items={[
              ...missionFacts(mission),
              mine && (
                <Trans key="started">
                  started <Moment at={mine.startedAt} />
                </Trans>
              ),
              state !== 'live' && <Badge key="state">{t(MISSION_STATE[state])}</Badge>,
            ]}
          />
        </div>
      </div>
      {isAdmin && (
        <ButtonLink
          to="/admin/settings/missions/$id"
          params={{ id: mission.id }}
          icon={<Pencil size={14} strokeWidth={1.9} aria-hidden />}
        >{t`Edit`}</ButtonLink>
      )}
    </header>
  )
}

/** What the reader does with it: starts, is at it, or sees what became of it. */
function Doing({ mission }: { mission: Mission }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { sayProblem } = useProblemMessages()
  const start = useStart()
  const deed = nextAction(mission)
  const canStart = deed === 'start' || deed === 'again' || deed === 'finish'
  const begin = () => !start.isPending && start.mutate({ mission: mission.id })
  const { mine } = mission
  const isOver = mine?.state === 'approved'
  usePageCommands(
    canStart
      ? [{ id: 'start', label: t`Start`, keys: ['Enter'], run: begin }]
      : isOver
        ? [
            {
              id: 'next-mission',
              label: t`Next mission`,
              keys: ['Enter'],
              run: () => void navigate({ to: '/missions' }),
            },
          ]
        : [],
  )

  if (mine?.state === 'started') return <Started mission={mission} mine={mine} />
  const button = canStart && (
    <Button kind="primary" busy={start.isPending} onClick={begin} keys={<Keys of={['↵']} />}>
      <ActionLabel deed={deed} />
    </Button>
  )
  return (
    <>
      {mine && <Outcome mission={mission} mine={mine} action={button} />}
      {(!mine || deed === 'start' || deed === 'none') && <Beginning mission={mission} button={button} />}
      <Steps mission={mission} sheet={null} />
      <FormError>{sayProblem(start.error)}</FormError>
    </>
  )
}

function ActionLabel({ deed }: { deed: MissionAction }) {
  if (deed === 'again') return <Trans>Try again</Trans>
  return deed === 'finish' ? <Trans>Finish it</Trans> : <Trans>Start</Trans>
}

/** Before the start: the button, or why there is none. */
function Beginning({ mission, button }: { mission: Mission; button: ReactNode }) {
  const whyNot = useWhyNot()
  const stops = stopsOf(mission)
  const { placesLeft } = mission
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {button}
      {stops.length > 0 ? (
        <p className="text-ink-2">{stops.map(key => whyNot(key, mission)).join(' ')}</p>
      ) : (
        placesLeft !== null && (
          <span className="text-12 text-ink-3">
            <Trans>{figure(placesLeft)} places left. Yours is held until the mission ends.</Trans>
          </span>
        )
      )}
      {stops.length === 0 &&
        mission.why.map(key => (
          <p key={key} className="text-12 text-warning">
            {whyNot(key, mission)}
          </p>
        ))}
    </div>
  )
}

function Outline() {
  return (
    <Skeleton>
      <div className="grid gap-4">
        <Bone className="!h-5 w-5/12" />
        <Bone className="w-3/12" />
        <div className="grid grid-cols-[minmax(0,1fr)_var(--rail)] gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
          <div className="h-80 rounded-3 border border-line bg-panel" />
          <div className="h-80 rounded-3 border border-line bg-panel" />
        </div>
      </div>
    </Skeleton>
  )
}
