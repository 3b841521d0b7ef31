import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { settingsQuery } from '#/entities/setting/queries'
import { DELIVERY_FILTERS, deliveriesQuery, useReplay } from '#/features/integrations/webhooks/api'
import type { Delivery, Webhook } from '#/features/integrations/webhooks/model'
import { measure } from '#/lib/number'
import { useChoiceInAddress, useTextInAddress } from '#/lib/use-in-address'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** What was sent to whom, what came back, and a way to send it again. */
export function Deliveries({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useLingui()
  const [webhook, setWebhook] = useTextInAddress('webhook')
  const [filter, setFilter] = useChoiceInAddress('show', DELIVERY_FILTERS)
  const [opened, setOpened] = useState<string | null>(null)
  const query = useInfiniteQuery(deliveriesQuery(webhook || null, filter))
  const rows = query.data?.pages.flatMap(page => page.rows)
  const kept = useQuery(settingsQuery).data?.find(({ key }) => key === 'retention.deliveriesDays')
  const days = typeof kept?.value === 'number' ? kept.value : undefined

  return (
    <Panel
      flush
      title={<Trans>Deliveries</Trans>}
      note={days !== undefined && <Plural value={days} one="kept # day" other="kept # days" />}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <span className="w-40 [&_label]:sr-only">
            <SelectField
              label={t`Webhook`}
              value={webhook}
              onChange={event => setWebhook(event.target.value)}
            >
              <option value="">{t`All webhooks`}</option>
              {webhooks.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </span>
          <Segmented
            label={t`State`}
            value={filter}
            onChange={setFilter}
            options={[
              { value: 'all', label: <Trans>All</Trans> },
              { value: 'failed', label: <Trans>Failed</Trans> },
              { value: 'waiting', label: <Trans>Waiting</Trans> },
            ]}
          />
          <Button
            size="small"
            kind="ghost"
            shape="icon"
            busy={query.isFetching}
            aria-label={t`Refresh`}
            onClick={() => void query.refetch()}
            icon={<RotateCcw size={14} aria-hidden />}
          />
        </span>
      }
    >
      <Await
        query={{ ...query, data: rows }}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the deliveries.</Trans>}
      >
        {all =>
          all.length === 0 ? (
            <p className="px-4 pb-4 text-ink-2">
              {filter === 'all' ? <Trans>Nothing has been sent yet.</Trans> : <Trans>None.</Trans>}
            </p>
          ) : (
            <ul aria-label={t`Deliveries`}>
              {all.map(row => (
                <DeliveryLine
                  key={row.id}
                  row={row}
                  isOpen={opened === row.id}
                  onToggle={() => setOpened(opened === row.id ? null : row.id)}
                />
              ))}
            </ul>
          )
        }
      </Await>
      {query.hasNextPage && (
        <div className="border-t border-line-faint px-4 py-2.5">
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface LineProps {
  row: Delivery
  isOpen: boolean
  onToggle: () => void
}

function DeliveryLine({ row, isOpen, onToggle }: LineProps) {
  return (
    <li className="border-t border-line-faint">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="grid w-full grid-cols-[5.5rem_minmax(0,1.4fr)_minmax(0,1fr)_8rem_6rem_7rem] items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 aria-expanded:bg-active max-md:min-h-(--touch) max-md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="text-ink-3 max-md:hidden">
          <Ago at={row.at} />
        </span>
        <span className="mono truncate font-medium">
          {row.type} {row.issue !== null && `#${row.issue}`}
        </span>
        <span className="truncate text-ink-2 max-md:hidden">{row.webhook.name}</span>
        <span>
          <Answer row={row} />
        </span>
        <span className="text-12 text-ink-3 max-md:hidden">
          <Plural value={row.attempts} one="# try" other="# tries" />
        </span>
        <span className="text-right text-12 text-ink-3 max-md:hidden">
          {row.nextAt && row.state !== 'sent' && row.state !== 'dead' ? <Moment at={row.nextAt} /> : null}
        </span>
      </button>
      {isOpen && <DeliveryDetails row={row} />}
    </li>
  )
}

function Answer({ row: { state, status } }: { row: Delivery }) {
  switch (state) {
    case 'sent':
      return <Badge>{status ?? <Trans>accepted</Trans>}</Badge>
    case 'dead':
      return (
        <Badge tone="danger">
          {status === null ? <Trans>given up</Trans> : <Trans>{status}, given up</Trans>}
        </Badge>
      )
    case 'failed':
      return <Badge tone="warning">{status ?? <Trans>no answer</Trans>}</Badge>
    default:
      return (
        <Badge>
          <Trans>waiting</Trans>
        </Badge>
      )
  }
}

/** JSON with its lines broken; anything else as it came. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const well =
  'max-h-72 overflow-auto rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-12 break-words whitespace-pre-wrap text-ink-2'

function DeliveryDetails({ row }: { row: Delivery }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const replay = useReplay()
  const again = () =>
    replay.mutate(
      { delivery: row.id },
      {
        onSuccess: () => toast({ tone: 'success', title: t`Sent again with the same ID.` }),
        onError: error =>
          toast({ tone: 'danger', title: t`Couldn’t send it again.`, detail: sayProblem(error) }),
      },
    )
  return (
    <div className="grid gap-3 bg-active px-4 pt-1 pb-3 md:grid-cols-2">
      <div className="min-w-0">
        <h3 className="mb-1.5 text-12 font-medium text-ink-2">
          <Trans>Sent</Trans>{' '}
          <span className="mono font-normal text-ink-3">{row.messageId ?? row.event}</span>
        </h3>
        <pre className={well} tabIndex={0}>
          {row.body ? laidOut(row.body) : t`The text is no longer stored.`}
        </pre>
      </div>
      <div className="min-w-0">
        <h3 className="mb-1.5 text-12 font-medium text-ink-2">
          <Trans>Answered</Trans>{' '}
          <span className="font-normal text-ink-3">
            {row.status} {row.ms !== null && measure(row.ms / 1000, 'second', 2)}
          </span>
        </h3>
        <pre className={well} tabIndex={0}>
          {row.response || row.problem || t`Nothing.`}
        </pre>
        <div className="mt-2.5 flex flex-wrap items-center gap-3">
          <span className="min-w-0 flex-1 text-12 text-ink-3">
            <Trans>The delivery keeps its ID, so receivers can skip duplicates.</Trans>
          </span>
          <Button
            size="small"
            busy={replay.isPending}
            onClick={again}
            icon={<RotateCcw size={14} strokeWidth={1.9} aria-hidden />}
          >{t`Replay now`}</Button>
        </div>
      </div>
    </div>
  )
}
