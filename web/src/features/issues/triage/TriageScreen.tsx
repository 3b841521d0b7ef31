import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { SEVERITIES } from '#/entities/issue/schema'
import { AskDialog } from '#/features/issues/decide/AskDialog'
import { CloseDialog } from '#/features/issues/decide/CloseDialog'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { daysFrom } from '#/features/issues/decide/snooze'
import { TagDialog } from '#/features/issues/decide/TagDialog'
import type { QueueRow } from '#/features/issues/model'
import { qualityOf } from '#/features/issues/triage/api'
import { CasePane } from '#/features/issues/triage/CasePane'
import { DecisionBar, type Mode, UndoAct } from '#/features/issues/triage/DecisionBar'
import { QueuePane } from '#/features/issues/triage/QueuePane'
import { useSimilar } from '#/features/issues/triage/use-similar'
import type { Triage } from '#/features/issues/triage/use-triage'
import { usePainted } from '#/lib/after-paint'
import { usePageCommands } from '#/lib/page-commands'
import { whenIdle } from '#/lib/when-idle'
import { EmptyState } from '#/ui/EmptyState'
import { useQueueKeys } from '#/ui/workbench/use-queue-keys'
import { Workbench } from '#/ui/workbench/Workbench'

const GRADES = ['B', 'A', 'C']

/** Empties the queue with the left hand. */
export function TriageScreen({ triage }: { triage: Triage }) {
  const { current, queue } = triage
  const { t } = useLingui()
  // Also after the last one was decided.
  usePageCommands([{ id: 'undo', label: t`Undo`, keys: ['u'], run: triage.undo }])
  return (
    <Workbench label={t`Case`} queue={<QueuePane triage={triage} />}>
      {current ? (
        <Case row={current} triage={triage} />
      ) : (
        queue.data && (
          <div className="p-2">
            <EmptyState
              level={2}
              title={<Trans>Nothing waiting.</Trans>}
              actions={triage.last && <UndoAct triage={triage} />}
            >{t`New reports appear here automatically. Claimed S1 and private ones come first.`}</EmptyState>
          </div>
        )
      )}
    </Workbench>
  )
}

/** What a user is doing with the case before them. */
interface Hand {
  number: number
  mode: Mode
  tagging: boolean
  quality: string
}

const handOn = (row: QueueRow): Hand => ({
  number: row.number,
  mode: 'none',
  tagging: false,
  quality: qualityOf(row),
})

/** Restarts with each case. What stands around it stays in the page, so that the next one is there at once. */
function useCaseDraft(row: QueueRow) {
  const [kept, setHand] = useState(() => handOn(row))
  const hand = kept.number === row.number ? kept : handOn(row)
  if (hand !== kept) setHand(hand)
  return {
    hand,
    setMode: (mode: Mode) => setHand(before => ({ ...before, mode })),
    setTagging: (tagging: boolean) => setHand(before => ({ ...before, tagging })),
    changeQuality: () =>
      setHand(before => ({
        ...before,
        quality: GRADES[(GRADES.indexOf(before.quality) + 1) % GRADES.length] ?? 'B',
      })),
  }
}

function Case({ row, triage }: { row: QueueRow; triage: Triage }) {
  const { hand, setMode, setTagging, changeQuality } = useCaseDraft(row)
  const { mode, tagging, quality } = hand
  const { rows, ahead } = triage
  const next = rows[rows.findIndex(({ number }) => number === row.number) + 1]
  // A key is answered with the title of the next case; all that is known about it follows.
  const whole = usePainted(row.number, null) === row.number

  useEffect(() => {
    if (!whole || !next) return
    // Not with the effect itself, which the next key would have to wait for.
    return whenIdle(() => ahead(next))
    // Once for each case; `ahead` is new with each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [whole, next?.number])

  const graded = triage.isGraded(row)
  const accept = (severity: string | null) => triage.accept(severity, quality)
  const snooze = () => triage.run('issueSnooze', { until: daysFrom(Date.now(), 1) })
  useTriageKeys({ row, triage, mode, graded, setMode, accept, snooze, setTagging, changeQuality })

  const dialog = { busy: false, onClose: () => setMode('none') }
  return (
    <>
      <CasePane
        key={row.number}
        row={row}
        whole={whole}
        quality={quality}
        became={triage.becameOf(row.number)}
        refused={triage.refused}
        onMerge={() => setMode('merge')}
      />
      <DecisionBar
        row={row}
        triage={triage}
        mode={mode}
        graded={graded}
        quality={quality}
        onMode={setMode}
        onAccept={accept}
        onSnooze={snooze}
      />
      {mode === 'close' && <CloseDialog {...dialog} onDecide={params => triage.run('issueClose', params)} />}
      {mode === 'ask' && (
        <AskDialog {...dialog} onDecide={question => triage.run('issueAskInfo', { question })} />
      )}
      {mode === 'merge' && (
        <MergeIntoNear
          {...dialog}
          number={row.number}
          quality={quality}
          onDecide={into => triage.run('issueMerge', { into })}
        />
      )}
      {tagging && (
        <TagDialog
          onClose={() => setTagging(false)}
          onDecide={tag => {
            triage.run('issueTag', { add: [tag], remove: [] }, true)
            setTagging(false)
          }}
        />
      )}
    </>
  )
}

interface MergeProps {
  number: number
  quality: string
  busy: boolean
  onClose: () => void
  onDecide: (into: number) => void
}

function MergeIntoNear({ number, quality, ...dialog }: MergeProps) {
  return <MergeDialog {...dialog} near={useSimilar(number, quality)} exclude={number} />
}

interface TriageKeys {
  row: QueueRow
  triage: Triage
  mode: Mode
  graded: boolean
  setMode: (mode: Mode) => void
  accept: (severity: string | null) => void
  snooze: () => void
  setTagging: (on: boolean) => void
  changeQuality: () => void
}

function useTriageKeys({
  row,
  triage,
  mode,
  graded,
  setMode,
  accept,
  snooze,
  setTagging,
  changeQuality,
}: TriageKeys) {
  const { t } = useLingui()
  // While a grade is chosen the figures are grades, and nothing else is decided by them.
  const decisions =
    mode === 'grade'
      ? [
          ...SEVERITIES.flatMap((severity, order) => [
            {
              id: severity,
              label: t`Accept as ${severity}`,
              keys: [String(order + 1)],
              run: () => accept(severity),
            },
            {
              id: `${severity}-left-hand`,
              label: t`Accept as ${severity}`,
              keys: ['asdf'[order] ?? ''],
              unlisted: true,
              run: () => accept(severity),
            },
          ]),
          {
            id: 'as-claimed',
            label: t`Accept as claimed`,
            keys: ['Enter'],
            run: () => accept(row.severityClaimed ?? 'S3'),
          },
          { id: 'back', label: t`Back`, keys: ['Escape'], run: () => setMode('none') },
        ]
      : [
          {
            id: 'accept',
            label: t`Accept`,
            keys: ['1'],
            run: () => (graded ? setMode('grade') : accept(null)),
          },
          { id: 'merge', label: t`Duplicate of…`, keys: ['2'], run: () => setMode('merge') },
          { id: 'close', label: t`Close`, keys: ['3'], run: () => setMode('close') },
          { id: 'ask', label: t`Ask the reporter`, keys: ['4'], run: () => setMode('ask') },
        ]
  usePageCommands([
    ...decisions,
    { id: 'snooze', label: t`Snooze for a day`, keys: ['h'], run: snooze },
    {
      id: 'quality',
      label: t`Quality A, B or C`,
      keys: ['q'],
      run: changeQuality,
    },
    { id: 'tag', label: t`Add a tag`, keys: ['t'], run: () => setTagging(true) },
    {
      id: 'assign',
      label: t`Assign to me`,
      keys: ['m'],
      run: () => triage.run('issueAssign', { user: 'me' }, true),
    },
    {
      id: 'choose',
      label: t`Select for a joint decision`,
      keys: ['x'],
      run: () => triage.toggle(row.number),
    },
  ])
  useQueueKeys(triage.step)
}
