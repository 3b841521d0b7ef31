import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Queued } from '#/features/review/missions/api'
import { RefuseDialog } from '#/features/review/missions/RefuseDialog'
import { ReviewCase, Why } from '#/features/review/missions/ReviewCase'
import { type ReviewQueue, useReviewQueue } from '#/features/review/missions/use-review'
import { usePageCommands } from '#/lib/page-commands'
import { shortSpanOf } from '#/lib/time'
import { EmptyState } from '#/ui/EmptyState'
import { Act, DecisionBar } from '#/ui/workbench/DecisionBar'
import { QueueItem } from '#/ui/workbench/QueueItem'
import { QueueList } from '#/ui/workbench/QueueList'
import { useQueueKeys } from '#/ui/workbench/use-queue-keys'
import { CaseBody, CaseSteps, Workbench } from '#/ui/workbench/Workbench'

const keyOf = ({ submission }: Queued) => submission.id

/** Submissions that an administrator has to look at. */
export function MissionReview() {
  const { t } = useLingui()
  const queue = useReviewQueue()
  const { query, rows, current } = queue
  useQueueKeys(queue.step)
  return (
    <Workbench
      label={t`Submission`}
      queue={
        <QueueList
          label={t`Waiting submissions`}
          query={{ ...query, data: query.data && rows }}
          keyOf={keyOf}
        >
          {row => (
            <QueueItem
              on={row === current}
              title={row.mission.title}
              aside={shortSpanOf(row.waitingSeconds)}
              note={row.person.username ? `@${row.person.username}` : '–'}
              sign={<Why why={row.why} />}
              onOpen={() => queue.open(keyOf(row))}
            />
          )}
        </QueueList>
      }
    >
      {current ? <Case queue={queue} row={current} /> : query.data && <NothingWaits />}
    </Workbench>
  )
}

function NothingWaits() {
  return (
    <EmptyState level={2} title={<Trans>No submissions to review.</Trans>}>
      <Trans>
        Submissions appear here if their mission is reviewed by the team, or if a check cannot decide.
      </Trans>
    </EmptyState>
  )
}

function Case({ queue, row }: { queue: ReviewQueue; row: Queued }) {
  const { t } = useLingui()
  // Restarts with each submission.
  const [refusing, setRefusing] = useState<string | null>(null)
  const { id } = row.submission
  usePageCommands([
    { id: 'approve', label: t`Approve`, keys: ['1'], run: () => queue.decide(row, 'approve') },
    { id: 'refuse', label: t`Refuse`, keys: ['3'], run: () => setRefusing(id) },
  ])
  return (
    <>
      <CaseBody>
        <CaseSteps at={queue.rows.indexOf(row)} of={queue.rows.length} onStep={queue.step} />
        <ReviewCase key={id} row={row} refused={queue.refused} />
      </CaseBody>
      <DecisionBar>
        <div className="grid grid-cols-2 gap-2">
          <Act
            keys="1"
            title={<Trans>Approve</Trans>}
            note={
              <Plural
                value={Math.max(0, row.mission.points - row.submission.paid)}
                one="pays # point"
                other="pays # points"
              />
            }
            onPress={() => queue.decide(row, 'approve')}
          />
          <Act
            keys="3"
            title={<Trans>Refuse</Trans>}
            note={
              row.submission.triesLeft > 0 ? (
                <Plural
                  value={row.submission.triesLeft}
                  one="with a reason, # try left"
                  other="with a reason, # tries left"
                />
              ) : (
                <Trans>with a reason, no try left</Trans>
              )
            }
            onPress={() => setRefusing(id)}
          />
        </div>
      </DecisionBar>
      {refusing === id && (
        <RefuseDialog
          row={row}
          onClose={() => setRefusing(null)}
          onRefuse={note => {
            setRefusing(null)
            queue.decide(row, 'reject', note)
          }}
        />
      )}
    </>
  )
}
