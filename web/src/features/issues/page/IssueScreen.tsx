import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { issueQuery } from '#/entities/issue/queries'
import type { CheckVerdict, Comment, IssueView } from '#/entities/issue/view'
import { useVote } from '#/entities/issue/use-vote'
import { useWatch } from '#/features/issues/api'
import { BeforeReport } from '#/features/issues/before/BeforeReport'
import { Bands } from '#/features/issues/page/Bands'
import { CommentForm } from '#/features/issues/page/CommentForm'
import type { Opened } from '#/features/issues/page/dialogs'
import { Head } from '#/features/issues/page/Head'
import { Rail } from '#/features/issues/page/Rail'
import { Report } from '#/features/issues/page/Report'
import { Timeline } from '#/features/issues/page/Timeline'
import { useCopyLink } from '#/features/issues/page/use-copy-link'
import { type Asking, useDecisions } from '#/features/issues/page/use-decisions'
import { useLiveIssue } from '#/features/issues/page/use-live-issue'
import { IssueEvidence } from '#/features/issues/proof/IssueEvidence'
import { usePageCommands } from '#/lib/page-commands'
import { useSteadyPage } from '#/lib/use-steady-page'
import { whenIdle } from '#/lib/when-idle'
import { Await } from '#/ui/Await'
import { Bone, Skeleton } from '#/ui/Skeleton'

const forAdmin = () => import('#/features/issues/page/admin/parts')
const AdminPanel = lazy(async () => ({ default: (await forAdmin()).AdminPanel }))
const NextStep = lazy(async () => ({ default: (await forAdmin()).NextStep }))

const decisionDialogs = () => import('#/features/issues/page/admin/DecisionDialogs')
const DecisionDialogs = lazy(async () => ({ default: (await decisionDialogs()).DecisionDialogs }))

const checkDialog = () => import('#/features/issues/page/CheckDialog')

const dialogs = () => import('#/features/issues/page/opened')
const TesterDialogs = lazy(async () => ({ default: (await dialogs()).TesterDialogs }))
const AddProofDialog = lazy(async () => ({ default: (await dialogs()).AddProofDialog }))

interface Props {
  number: number
  /** To the next or the previous one of the list a user came from. */
  onStep: (by: 1 | -1) => void
  /** What else administrators see beside the issue. */
  beside?: ((view: IssueView) => ReactNode) | undefined
}

/** The truth about one fault: its state, who else has it, what is next. */
export function IssueScreen({ number, onStep, beside }: Props) {
  const issue = useQuery(issueQuery(number))
  return (
    <Await level={2} query={issue} skeleton={<Outline />} failed={<Trans>Couldn’t load the issue.</Trans>}>
      {view => <Whole view={view} onStep={onStep} beside={beside} />}
    </Await>
  )
}

function Whole({ view, onStep, beside }: Omit<Props, 'number'> & { view: IssueView }) {
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const field = useRef<HTMLTextAreaElement>(null)
  const [checking, setChecking] = useState<CheckVerdict | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const decisions = useDecisions(view)
  const [proving, setProving] = useState(false)
  const [replyTo, setReplyTo] = useState<Comment | null>(null)
  const { issue, may } = view
  const mayAdd = issue.status !== 'closed' && (issue.mine || may.vote)
  function reply(to: Comment) {
    setReplyTo(to)
    field.current?.focus()
  }
  useEffect(
    () => whenIdle(() => void Promise.allSettled([dialogs(), checkDialog(), isAdmin && decisionDialogs()])),
    [isAdmin],
  )
  useLiveIssue(issue.id, issue.number, useSteadyPage())
  useIssueKeys({
    view,
    onStep,
    onCheck: setChecking,
    onAsk: decisions.onAsk,
    onComment: () => field.current?.focus(),
    onProve: () => setProving(true),
  })

  return (
    <>
      <Bands view={view} checking={checking} onCheck={setChecking} />
      <Head
        view={view}
        onEdit={() => setOpened('edit')}
        onWithdraw={() => setOpened('withdraw')}
        onReopen={() => setOpened('reopen')}
        onPropose={() => setOpened('propose')}
        onProve={() => setProving(true)}
        onForget={() => setOpened('forget')}
      />
      {isAdmin && (
        <Suspense fallback={may.triage.length > 0 && <div className="mb-5 h-[58px] max-md:h-[116px]" />}>
          <NextStep view={view} decisions={decisions} />
        </Suspense>
      )}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_var(--rail)] items-start gap-6 max-lg:grid-cols-[minmax(0,1fr)]">
        <div className="min-w-0">
          <Report view={view} />
          <IssueEvidence view={view} onAdd={mayAdd ? () => setProving(true) : undefined} />
          <BeforeReport issue={issue} />
          <Timeline
            number={issue.number}
            comments={issue.commentCount}
            onReply={view.may.comment ? reply : undefined}
          />
          <CommentForm
            key={issue.number}
            view={view}
            field={field}
            replyTo={replyTo}
            onReplied={() => setReplyTo(null)}
          />
        </div>
        <Rail
          view={view}
          first={
            isAdmin && (
              <Suspense fallback={<div className="h-[300px]" />}>
                <AdminPanel view={view} decisions={decisions} />
              </Suspense>
            )
          }
        >
          {isAdmin && <Suspense>{beside?.(view)}</Suspense>}
        </Rail>
      </div>
      <Suspense>
        {(decisions.asking || decisions.waiting) && <DecisionDialogs view={view} decisions={decisions} />}
        {opened && <TesterDialogs issue={issue} opened={opened} onClose={() => setOpened(null)} />}
        {proving && <AddProofDialog issue={issue} onClose={() => setProving(false)} />}
      </Suspense>
    </>
  )
}

interface IssueKeys {
  view: IssueView
  onStep: Props['onStep']
  onCheck: (verdict: CheckVerdict) => void
  onAsk: (asking: Asking) => void
  onComment: () => void
  onProve: () => void
}

function useIssueKeys({ view: { issue, may }, onStep, onCheck, onAsk, onComment, onProve }: IssueKeys) {
  const { t } = useLingui()
  const vote = useVote()
  const watch = useWatch()
  const copyLink = useCopyLink()
  const { number } = issue
  const can = (name: string) => may.triage.includes(name)

  usePageCommands([
    {
      id: 'vote',
      label: t`Affects me`,
      keys: ['v'],
      run: () => may.vote && !issue.mine && vote.mutate({ number, on: !issue.affectsMe }),
    },
    {
      id: 'prove',
      label: t`Affects me, with proof`,
      keys: ['shift+v'],
      run: () => (may.vote || issue.mine) && issue.status !== 'closed' && onProve(),
    },
    {
      id: 'watch',
      label: t`Watch or unwatch`,
      keys: ['w'],
      run: () => watch.mutate({ number, level: issue.watching ? null : 'all' }),
    },
    { id: 'comment', label: t`Write a comment`, keys: ['r'], run: onComment },
    { id: 'next', label: t`Next issue of the list`, keys: ['n'], unlisted: true, run: () => onStep(1) },
    {
      id: 'previous',
      label: t`Previous issue of the list`,
      keys: ['p'],
      unlisted: true,
      run: () => onStep(-1),
    },
    { id: 'copy', label: t`Copy link`, keys: ['y'], run: () => copyLink(number) },
    ...(may.check && issue.status === 'fixed'
      ? [
          { id: 'works', label: t`It works`, keys: ['1'], run: () => onCheck('works') },
          { id: 'broken', label: t`It is still broken`, keys: ['2'], run: () => onCheck('still_broken') },
          { id: 'cannot', label: t`I cannot test it`, keys: ['3'], run: () => onCheck('cannot_test') },
        ]
      : []),
    ...(can('issueMarkFixed')
      ? [{ id: 'fixed', label: t`Mark fixed`, keys: ['f'], run: () => onAsk('fixed') }]
      : []),
    ...(can('issueMerge') && issue.status !== 'fixed'
      ? [
          { id: 'merge', label: t`Duplicate of…`, keys: ['2'], run: () => onAsk('merge') },
          { id: 'close', label: t`Close`, keys: ['3'], run: () => onAsk('close') },
          { id: 'ask', label: t`Ask the reporter`, keys: ['4'], run: () => onAsk('ask') },
        ]
      : []),
  ])
}

function Outline() {
  return (
    <Skeleton>
      <Bone className="!h-5 w-1/2" />
      <Bone className="mt-4 w-1/3" />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)_var(--rail)] gap-6 max-lg:grid-cols-1">
        <div className="grid content-start gap-3">
          {['w-full', 'w-11/12', 'w-10/12', 'w-1/2'].map(width => (
            <Bone key={width} className={width} />
          ))}
        </div>
        <div className="h-64 rounded-3 border border-line bg-panel max-lg:hidden" />
      </div>
    </Skeleton>
  )
}
