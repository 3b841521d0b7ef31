import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { trackersQuery } from '#/entities/tracker/queries'
import { chatServicesQuery } from '#/features/integrations/api'
import { ChatDetail } from '#/features/integrations/chat/ChatDetail'
import { SlackDetail, slackState } from '#/features/integrations/chat/SlackDetail'
import { type Service, SERVICE_NAME, SERVICES } from '#/features/integrations/services'
import { TrackerDetail } from '#/features/integrations/trackers/TrackerDetail'
import { webhooksQuery } from '#/features/integrations/webhooks/api'
import { useChoiceInAddress } from '#/lib/use-in-address'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** The letters that stand for them. */
const LETTERS: Record<Service, string> = {
  discord: 'D',
  telegram: 'T',
  slack: 'S',
  github: 'GH',
  linear: 'L',
  jira: 'J',
}

/** As good as the worst that is switched on. */
const worst = (states: string[]) =>
  states.includes('broken') ? 'broken' : states.includes('on') ? 'on' : 'off'

/** Chats that testers link and trackers that issues go to: how each is set up, and whether it works. */
export function Integrations() {
  const { t } = useLingui()
  const [chosen, setChosen] = useChoiceInAddress('service', SERVICES)
  const chats = useQuery(chatServicesQuery)
  const trackers = useQuery(trackersQuery)
  const hooks = useQuery(webhooksQuery)
  const step = (by: 1 | -1) =>
    setChosen(SERVICES[(SERVICES.indexOf(chosen) + by + SERVICES.length) % SERVICES.length] as Service)
  usePageCommands([
    { id: 'next', label: t`Next service`, keys: ['j'], repeats: true, unlisted: true, run: () => step(1) },
    {
      id: 'previous',
      label: t`Previous service`,
      keys: ['k'],
      repeats: true,
      unlisted: true,
      run: () => step(-1),
    },
  ])

  function stateOf(service: Service): string {
    if (service === 'slack')
      return slackState(hooks.data?.rows.filter(({ preset }) => preset === 'slack') ?? [])
    if (service === 'discord' || service === 'telegram')
      return chats.data?.find(row => row.service === service)?.state ?? 'off'
    return worst(trackers.data?.filter(({ kind }) => kind === service).map(({ state }) => state) ?? [])
  }

  return (
    <Panel flush title={<Trans>Chat and trackers</Trans>}>
      <div className="grid border-t border-line-faint lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <ul aria-label={t`Services`} className="border-line-faint max-lg:border-b lg:border-r">
          {SERVICES.map(service => (
            <li key={service} className="border-t border-line-faint first:border-t-0">
              <button
                type="button"
                aria-current={service === chosen || undefined}
                onClick={() => setChosen(service)}
                className="grid w-full grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-active aria-[current]:shadow-[inset_2px_0_0_var(--ink-2)]"
              >
                <span
                  aria-hidden
                  className="grid size-7 place-items-center rounded-2 border border-line bg-raised text-12 font-semibold text-ink"
                >
                  {LETTERS[service]}
                </span>
                <span className="font-medium text-ink">{SERVICE_NAME[service]}</span>
                <ListState state={stateOf(service)} />
              </button>
            </li>
          ))}
        </ul>
        <Detail chosen={chosen} />
      </div>
    </Panel>
  )
}

function ListState({ state }: { state: string }) {
  const { t } = useLingui()
  if (state === 'on')
    return (
      <span className="text-success">
        <CircleCheck size={14} strokeWidth={1.9} aria-hidden />
        <span className="sr-only">{t`connected`}</span>
      </span>
    )
  if (state === 'broken')
    return (
      <span className="text-warning">
        <TriangleAlert size={14} strokeWidth={1.9} aria-hidden />
        <span className="sr-only">{t`does not work`}</span>
      </span>
    )
  return <span className="text-12 text-ink-3">{t`not connected`}</span>
}

function Detail({ chosen }: { chosen: Service }) {
  const chats = useQuery(chatServicesQuery)
  const trackers = useQuery(trackersQuery)
  if (chosen === 'slack') return <SlackDetail />
  if (chosen === 'discord' || chosen === 'telegram')
    return (
      <Await
        query={chats}
        skeleton={<SkeletonRows rows={5} />}
        failed={<Trans>Couldn’t load the chat services.</Trans>}
      >
        {rows => {
          const row = rows.find(({ service }) => service === chosen)
          return row ? <ChatDetail key={chosen} row={row} name={SERVICE_NAME[chosen]} /> : null
        }}
      </Await>
    )
  return (
    <Await
      query={trackers}
      skeleton={<SkeletonRows rows={5} />}
      failed={<Trans>Couldn’t load the trackers.</Trans>}
    >
      {rows => (
        <TrackerDetail
          key={chosen}
          kind={chosen}
          name={SERVICE_NAME[chosen]}
          rows={rows.filter(({ kind }) => kind === chosen)}
        />
      )}
    </Await>
  )
}
