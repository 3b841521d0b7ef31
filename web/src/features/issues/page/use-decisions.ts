import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import type { IssueView } from '#/entities/issue/view'
import { useIssueCommand } from '#/features/issues/api'
import { useDecided } from '#/features/issues/decide/use-decided'
import { type RunCommand, withSeen } from '#/features/issues/page/admin/command'
import { caseQuery, qualityOf } from '#/features/issues/triage/api'

/** What a dialog asks for before a command is sent. */
export type Asking = 'close' | 'ask' | 'merge' | 'fixed' | 'link' | null

/** A change that waits for a word about points that are final. */
export interface Waiting {
  name: string
  params: Record<string, unknown>
}

/** The commands of an administrator about one issue: the next step and the panel give them, one set of dialogs asks. */
export function useDecisions({ issue, may }: IssueView) {
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const decided = useDecided()
  const command = useIssueCommand(issue.number)
  const paid = useQuery({ ...caseQuery(issue.number, qualityOf(issue)), enabled: isAdmin })
  const [asking, onAsk] = useState<Asking>(null)
  const [waiting, onWait] = useState<Waiting | null>(null)
  const can = (name: string) => may.triage.includes(name)

  const run: RunCommand = (name, params = {}) => {
    command.mutate(
      { name, params: withSeen(name, params, issue.lastActivityAt) },
      {
        onSuccess: decision => {
          onAsk(null)
          decided(name, params, decision)
        },
      },
    )
  }
  /** Points that are final do not follow a new grade: that is said before, and can be chosen. */
  const regrade: RunCommand = (name, params = {}) =>
    issue.settledAt && can('issueResettle') ? onWait({ name, params }) : run(name, params)

  return {
    can,
    run,
    regrade,
    command,
    decided,
    asking,
    onAsk,
    waiting,
    onWait,
    wouldPay: paid.data?.wouldPay,
    similar: paid.data?.similar ?? [],
  }
}
export type Decisions = ReturnType<typeof useDecisions>
