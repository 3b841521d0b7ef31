import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { problemFrom } from '#/backend/problem'
import type { WalletKind } from '#/entities/evidence/schema'
import { useWalletKind } from '#/entities/evidence/use-circumstances'
import { mapReportTexts } from '#/entities/issue/report-texts'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { useVote } from '#/entities/issue/use-vote'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSubmitReport } from '#/features/issues/api'
import { limitsOf } from '#/entities/attachment/accept'
import { useAttachments } from '#/entities/attachment/use-attachments'
import { useDrop } from '#/entities/attachment/use-drop'
import { bodyOf, kindOf, stepsOf, WAYS } from '#/features/issues/report/draft'
import { environment } from '#/features/issues/report/environment'
import { ClusterBand } from '#/features/issues/report/ClusterBand'
import { Fields } from '#/features/issues/report/Fields'
import { FilledIn } from '#/features/issues/report/FilledIn'
import { FromApp } from '#/features/issues/report/FromApp'
import { buildNamed, unknownBuild } from '#/features/issues/report/link'
import { LookUpPart } from '#/features/issues/report/LookUpPart'
import { type Part, qualityOf } from '#/features/issues/report/quality'
import { QualityPanel } from '#/features/issues/report/QualityPanel'
import { Similar } from '#/features/issues/report/Similar'
import type { useDraft } from '#/features/issues/report/use-draft'
import { useReportLookUp } from '#/features/issues/report/use-report-look-up'
import { ReportTypePicker } from '#/features/issues/report/ReportTypePicker'
import { bottomBar } from '#/lib/bottom-bar'
import { MOD } from '#/lib/key-names'
import { useNarrow } from '#/lib/use-narrow'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { toast } from '#/ui/toasts'

const TITLE = { least: 8, most: 140 }
const FIELD: Record<Part, string> = { words: 'body', steps: 'steps', expected: 'expected', proof: 'files' }

interface Props {
  report: ReturnType<typeof useDraft>
  /** Of the wallet the page is connected to; empty if there is none. */
  connectedWallet: string
}

/** A complete report in about a minute. */
export function ReportScreen({ report, connectedWallet }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const narrow = useNarrow()
  const { programme } = useIssueMessages()
  const submit = useSubmitReport()
  const { mutate: vote, isPending: isVoting, error: voteError } = useVote()
  const { draft, set, drop: dropDraft } = report
  const attachments = useAttachments({
    ...limitsOf(programme?.uploads),
    most: programme?.uploads.perReport ?? 6,
    kept: draft.files,
    onKeep: files => set({ files }),
  })
  const drop = useDrop(attachments.add)
  const kind = kindOf(draft)
  const body = bodyOf(draft)
  const area = draft.area || programme?.areas[0]?.key || ''
  const builds = programme?.builds ?? []
  const said = draft.link
  const named = said.build ? buildNamed(builds, said.build) : undefined
  const guessed =
    named ??
    (said.build ? unknownBuild(builds, said.build) : undefined) ??
    builds.find(({ state }) => state === 'active') ??
    builds[0]
  const build = draft.build || guessed?.id || ''
  const [remembered, remember] = useWalletKind()
  const walletKind = draft.walletKind || connectedWallet || remembered
  const lookUp = useReportLookUp({ draft, build, walletKind, isReady: programme !== undefined, set })
  const missing =
    draft.title.trim().length < TITLE.least
      ? t`The title needs at least ${TITLE.least} characters.`
      : body.length < 20
        ? t`Say what happened in at least 20 characters.`
        : attachments.busy
          ? t`A file is still uploading.`
          : !programme
            ? t`The programme is still loading.`
            : !build
              ? t`The programme has no build yet, so reports cannot be submitted.`
              : null

  async function send(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (missing || submit.isPending) return
    await lookUp.complete()
    submit.mutate(
      {
        kind,
        title: draft.title.trim(),
        body,
        area,
        build,
        ...(kind === 'bug' && draft.severity ? { severityClaimed: draft.severity } : {}),
        ...(draft.isPrivate ? { private: true } : {}),
        environment: {
          ...(draft.withBrowser ? environment() : {}),
          ...(said.build && !named ? { 'unknown build': said.build } : {}),
          ...(said.chain ? { chain: said.chain } : {}),
        },
        ...(attachments.ids.length > 0 ? { attachments: attachments.ids } : {}),
        ...(kind !== 'idea' && draft.evidence.length > 0 ? { evidence: draft.evidence } : {}),
        ...(kind !== 'idea' && draft.cluster ? { cluster: draft.cluster } : {}),
        ...(kind === 'idea' ? {} : { steps: stepsOf(draft), ...mapReportTexts(text => draft[text].trim()) }),
      },
      {
        onSuccess: ({ number }) => {
          const target = programme?.promise
          toast({
            tone: 'success',
            title: t`#${number} reported. Thank you!`,
            detail: target?.isSet
              ? t`${plural(target.firstResponseH, { one: 'The team aims for a first decision within # hour.', other: 'The team aims for a first decision within # hours.' })}`
              : t`You’ll be notified when the team decides.`,
          })
          leaveTo(number)
        },
      },
    )
  }

  function leaveTo(number: number) {
    dropDraft()
    void navigate({ to: '/issues/$number', params: { number: String(number) } })
  }

  const focusOn = (part: string) =>
    form.current
      ?.querySelector<HTMLElement>(`#report-${part} :is(input:not([hidden]), textarea, button)`)
      ?.focus()

  function countMeIn(number: number) {
    const [proof] = draft.evidence
    vote(
      { number, on: true, ...(proof ? { evidence: proof } : {}) },
      {
        onSuccess: () => {
          toast({
            tone: 'success',
            title: t`Added to #${number}.`,
            detail: t`It is listed among the issues that affect you. You’ll be asked to check the fix.`,
          })
          leaveTo(number)
        },
      },
    )
  }

  useWayKeys(at => {
    const way = WAYS[at]
    if (way) set({ way })
  })

  const { done, of, grade, missing: part } = qualityOf(draft, attachments.files.length)
  const problem = submit.error ?? voteError
  return (
    <form
      ref={form}
      aria-label={t`New issue`}
      onSubmit={event => void send(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
      }}
      {...drop.target}
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_17rem] items-start gap-7 rounded-3 max-md:pb-10 max-lg:grid-cols-[minmax(0,1fr)]',
        drop.over && 'outline-2 outline-offset-8 outline-link outline-dashed',
      )}
    >
      <div className="min-w-0">
        <ReportTypePicker way={draft.way} inTheWay={draft.inTheWay} onChange={set}>
          <LookUpPart
            draft={draft}
            lookUp={lookUp}
            said={{ build, walletKind }}
            onChange={set}
            onAdded={leaveTo}
            onWrite={() => focusOn('body')}
          />
        </ReportTypePicker>
        {lookUp.cluster && <ClusterBand cluster={lookUp.cluster} onDrop={() => set({ cluster: '' })} />}
        <Fields
          draft={draft}
          area={area}
          build={build}
          walletKind={walletKind}
          attachments={attachments}
          onChange={change => {
            set(change)
            if (change.walletKind !== undefined) remember(change.walletKind as WalletKind | '')
          }}
          onHash={lookUp.run}
          belowTitle={
            <Similar
              title={draft.title}
              body={draft.pasted || draft.body}
              kind={kind}
              evidence={draft.evidence[0]}
              busy={isVoting}
              onMine={countMeIn}
            />
          }
        />
      </div>
      <aside className="sticky top-[calc(var(--strip)+20px)] grid gap-4 max-lg:static">
        {lookUp.evidence && (
          <FilledIn
            evidence={lookUp.evidence}
            build={builds.find(({ id }) => id === build)?.version}
            walletKind={walletKind}
          />
        )}
        {(said.build || said.chain) && (
          <FromApp
            build={said.build}
            known={named}
            chain={said.chain}
            network={lookUp.network?.name}
            onDrop={() => set({ link: { ...said, build: '', chain: '' } })}
          />
        )}
        <QualityPanel
          done={done}
          of={of}
          grade={grade}
          missing={part}
          onAdd={wanted => focusOn(FIELD[wanted])}
        />
        <FormError>
          {problem && <Refused words={sayProblem(problem)} code={problemFrom(problem).code} />}
        </FormError>
        <div
          // Only a phone has it at the lower edge.
          ref={narrow ? bottomBar : undefined}
          className="grid gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-(--z-sticky) max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:py-3"
        >
          <Button
            kind="gold"
            size="large"
            shape="block"
            type="submit"
            busy={submit.isPending}
            disabled={missing !== null}
            keys={<Keys of={[MOD, '↵']} />}
          >{t`Submit report`}</Button>
          <p className="text-center text-12 text-ink-3" role="status">
            {missing ?? <Allowance limit={programme?.limits['reportsPerDay'] ?? null} />}
          </p>
        </div>
      </aside>
    </form>
  )
}

function Refused({ words, code }: { words: React.ReactNode; code: number }) {
  return (
    <>
      {words} {code === 140 && <Trans>Your draft is kept until then.</Trans>}
    </>
  )
}

function Allowance({ limit }: { limit: number | null }) {
  if (!limit) return <Trans>Ready to send</Trans>
  return <Plural value={limit} one="At most # report a day" other="At most # reports a day" />
}

/** Alt with a figure chooses the way in, also while typing. */
function useWayKeys(onWay: (at: number) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const at =
      event.altKey && !event.ctrlKey && !event.metaKey
        ? ['Digit1', 'Digit2', 'Digit3'].indexOf(event.code)
        : -1
    if (at < 0) return
    event.preventDefault()
    onWay(at)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
