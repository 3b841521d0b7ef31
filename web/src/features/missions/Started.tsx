import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ban, Check } from 'lucide-react'
import { useState } from 'react'
import type { Mission, Submission } from '#/entities/mission/schema'
import { missingSteps } from '#/entities/mission/submission-state'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useHandIn, useWithdraw } from '#/features/missions/api'
import { BlockedDialog } from '#/features/missions/BlockedDialog'
import { Steps } from '#/features/missions/Steps'
import { type AnswerSheet, useAnswers } from '#/features/missions/use-answers'
import { MOD } from '#/lib/key-names'
import { usePageCommands } from '#/lib/page-commands'
import { clockOf } from '#/lib/time'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { Keys } from '#/ui/Keys'
import { Spinner } from '#/ui/Spinner'

/** A mission that is under way: every answer is saved at once. */
export function Started({ mission, mine }: { mission: Mission; mine: Submission }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const sheet = useAnswers(mine)
  const handIn = useHandIn()
  const withdraw = useWithdraw()
  const [isBlocked, setBlocked] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const missing = missingSteps(mission)
  const isReady = missing.length === 0 && !sheet.isSaving
  const submit = () => isReady && !handIn.isPending && handIn.mutate({ submission: mine.id })
  usePageCommands([
    { id: 'blocked', label: t`I am blocked`, keys: ['b'], run: () => setBlocked(true) },
    { id: 'hand-in', label: t`Submit`, keys: ['mod+Enter'], run: submit },
  ])
  return (
    <>
      <Steps mission={mission} sheet={sheet} />
      <div className="flex flex-wrap items-center gap-2">
        <Saved sheet={sheet} />
        <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
          <Button kind="ghost" onClick={() => setLeaving(true)}>
            <Trans>Leave mission</Trans>
          </Button>
          <Button
            onClick={() => setBlocked(true)}
            aria-keyshortcuts="b"
            icon={<Ban size={14} strokeWidth={1.9} aria-hidden />}
            keys={<Keys of={['b']} />}
          >{t`I am blocked`}</Button>
          <Button
            kind="primary"
            disabled={!isReady}
            busy={handIn.isPending}
            onClick={submit}
            keys={<Keys of={[MOD, '↵']} />}
          >{t`Submit`}</Button>
        </span>
      </div>
      {missing.length > 0 && (
        <p className="-mt-2 text-right text-12 text-ink-3 max-md:text-left">
          <Plural value={missing.length} one="# step is still open." other="# steps are still open." />
        </p>
      )}
      <FormError>{sayProblem(sheet.problem ?? handIn.error)}</FormError>
      {isBlocked && (
        <BlockedDialog mission={mission} submission={mine.id} onClose={() => setBlocked(false)} />
      )}
      {isLeaving && (
        <ConfirmDialog
          title={<Trans>Leave this mission?</Trans>}
          action={<Trans>Leave mission</Trans>}
          busy={withdraw.isPending}
          problem={sayProblem(withdraw.error)}
          onClose={() => setLeaving(false)}
          onConfirm={() => withdraw.mutate({ submission: mine.id }, { onSuccess: () => setLeaving(false) })}
        >
          <Trans>
            Another tester can take your place. Your answers will not count. You can start again while places
            are left.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

function Saved({ sheet }: { sheet: AnswerSheet }) {
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-12 text-ink-3">
      {sheet.isSaving ? (
        <>
          <Spinner size={12} />
          <Trans>saving</Trans>
        </>
      ) : (
        sheet.savedAt !== null && (
          <>
            <Check size={12} strokeWidth={2.1} className="text-success" aria-hidden />
            <Trans>saved {clockOf(new Date(sheet.savedAt).toISOString())}</Trans>
          </>
        )
      )}
    </span>
  )
}
