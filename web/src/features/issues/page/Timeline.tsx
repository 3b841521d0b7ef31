import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Check,
  Gem,
  GitMerge,
  Link2,
  type LucideIcon,
  Pencil,
  Shield,
  Tag,
  UserRound,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import { timelineQuery } from '#/entities/issue/queries'
import { type Status, STATUSES } from '#/entities/issue/schema'
import { StatusGlyph } from '#/entities/issue/StatusMark'
import type { Comment, Event, Only } from '#/entities/issue/view'
import { PersonName } from '#/entities/person/PersonName'
import { CommentCard } from '#/features/issues/page/CommentCard'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'

/** As many lines are read at a glance, without a filter. */
const FEW = 20

interface Props {
  number: number
  comments: number
  /** Begins an answer to a comment; nothing if the reader may not comment. */
  onReply: ((to: Comment) => void) | undefined
}

/** Everything that happened, oldest first. */
export function Timeline({ number, comments, onReply }: Props) {
  const { t } = useLingui()
  const [only, setOnly] = useState<Only>('all')
  const timeline = useInfiniteQuery(timelineQuery(number, only))
  const items = timeline.data?.pages.flatMap(page => page.items) ?? []
  const isLong = only !== 'all' || items.length > FEW
  const said = items.flatMap(item => (item.type === 'comment' ? [item.comment] : []))

  return (
    <section aria-labelledby="timeline" className="mt-5">
      <header className="flex flex-wrap items-center gap-2">
        <h3 id="timeline" className="text-13">{t`Timeline`}</h3>
        {isLong && (
          <span className="ml-auto">
            <Segmented
              label={t`Content to show`}
              value={only}
              onChange={setOnly}
              options={[
                { value: 'all', label: t`All` },
                { value: 'comments', label: t`Comments`, count: comments },
                { value: 'changes', label: t`Changes` },
              ]}
            />
          </span>
        )}
      </header>
      <Await
        query={timeline}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the timeline.</Trans>}
      >
        {() => (
          <>
            <ul className="mt-1.5">
              {items.map(item => (
                <li key={item.type === 'comment' ? item.comment.id : item.id}>
                  {item.type === 'comment' ? (
                    <CommentCard
                      comment={item.comment}
                      number={number}
                      repliesTo={said.find(({ id }) => id === item.comment.parent)}
                      onReply={onReply}
                    />
                  ) : (
                    <Line event={item} />
                  )}
                </li>
              ))}
            </ul>
            {items.length === 0 && (
              <p className="py-3 text-ink-3">
                {only === 'changes' ? (
                  <Trans>Nothing has changed yet.</Trans>
                ) : (
                  <Trans>No comments yet. Add what you know or have tried.</Trans>
                )}
              </p>
            )}
            {timeline.hasNextPage && (
              <Button
                size="small"
                busy={timeline.isFetchingNextPage}
                onClick={() => void timeline.fetchNextPage()}
              >{t`Show newer entries`}</Button>
            )}
          </>
        )}
      </Await>
    </section>
  )
}

const ICONS: Record<string, LucideIcon> = {
  merged_in: GitMerge,
  merged_away: GitMerge,
  unmerged: GitMerge,
  duplicate_proposed: GitMerge,
  points: Gem,
  fix_check: Check,
  edited: Pencil,
  assigned: UserRound,
  tagged: Tag,
  visibility: Shield,
  linked: Link2,
  unlinked: Link2,
  regression: Wrench,
}

interface Stage {
  closed?: unknown
  active?: { status?: unknown }
}

/** Where a change of status led. */
function statusOf({ event, data }: Event): Status | null {
  if (event === 'submitted') return 'new'
  const { changes } = (data ?? {}) as { changes?: { field: string; after: unknown }[] }
  const stage = changes?.find(({ field }) => field === 'stage')?.after as Stage | undefined
  const to = stage?.closed ? 'closed' : stage?.active?.status
  return STATUSES.find(status => status === to) ?? null
}

/** Changes without a single author: without a name these sentences have a subject of their own. */
const BY_ITSELF = new Set(['fix_check', 'points', 'evidence_decoded'])

function Line({ event }: { event: Event }) {
  const status = statusOf(event)
  const Icon = ICONS[event.event] ?? Pencil
  return (
    <p className="flex items-center gap-3 py-[5px] pl-[7px] max-md:items-start">
      <span className="grid w-3.5 flex-none place-items-center text-ink-3 max-md:mt-[3px]">
        {status ? (
          <StatusGlyph status={status} />
        ) : (
          <Icon
            size={14}
            strokeWidth={1.9}
            className={event.event === 'points' ? 'text-gold-text' : undefined}
            aria-hidden
          />
        )}
      </span>
      <span className="min-w-0 flex-1 text-ink-2 [overflow-wrap:anywhere]">
        {event.actor ? (
          <>
            <PersonName plain unlinked person={event.actor} />{' '}
          </>
        ) : (
          !BY_ITSELF.has(event.event) && (
            <>
              <Trans>The server</Trans>{' '}
            </>
          )
        )}
        <Sentence event={event} />{' '}
        {event.staff && (
          <Badge tone="raised">
            <Trans>Staff</Trans>
          </Badge>
        )}
      </span>
      <span className="flex-none text-12 text-ink-3 max-md:hidden">
        <Ago at={event.at} />
      </span>
    </p>
  )
}

/** Points are gold wherever they stand. */
function Sentence({ event }: { event: Event }) {
  if (event.event !== 'points') return event.sentence
  return event.sentence.split(/([+−]\d[\d,]*)/).map((part, order) =>
    order % 2 === 1 ? (
      <span key={order} className="font-medium text-gold-text">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
