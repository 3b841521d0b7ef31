import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { Evidence } from '#/entities/evidence/schema'
import { useTellCircumstances } from '#/entities/evidence/use-circumstances'
import { ProofGlyph } from '#/entities/issue/ProofGlyph'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { useVote } from '#/entities/issue/use-vote'
import type { Similar } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePageCommands } from '#/lib/page-commands'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { toast } from '#/ui/toasts'

interface Props {
  evidence: Evidence
  /** Issues that others have proven to be the same failure. */
  rows: Similar[]
  onAdded: (number: number) => void
  /** Goes on writing a report of one's own. */
  onDifferent: () => void
  /** What a form around it knows about build and wallet. */
  said?: { build?: string; walletKind?: string }
}

/** Who else has this very failure. One press adds the proof there, instead of a second report. */
export function SameFailure({ evidence, rows, onAdded, onDifferent, said }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const vote = useVote()
  const tell = useTellCircumstances()
  const [first, ...others] = rows

  async function add(number: number) {
    if (vote.isPending) return
    await tell(evidence, said)
    vote.mutate(
      { number, on: true, evidence: evidence.id },
      {
        onSuccess: () => {
          toast({
            tone: 'success',
            title: t`Added to #${number}.`,
            detail: t`If it is confirmed in a new combination of network and wallet you may earn coverage points.`,
          })
          onAdded(number)
        },
      },
    )
  }

  usePageCommands(
    first && isOpen(first)
      ? [{ id: 'mine-too', label: t`Affects me too`, keys: ['a'], run: () => void add(first.number) }]
      : [],
  )
  if (!first) return <Unreported evidence={evidence} />
  const { cluster } = evidence
  return (
    <section aria-label={t`Same failure`} className="rounded-3 border border-link-line bg-panel">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 px-4 py-3.5 max-md:grid-cols-[auto_minmax(0,1fr)]">
        <span className="text-28 font-semibold tracking-(--track-display)">{figure(first.voteCount)}</span>
        <div className="min-w-0">
          <h3 className="text-14">
            <Plural value={first.voteCount} one="person has this" other="people have this" />
          </h3>
          <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
            <span className="inline-flex items-center gap-1">
              <ProofGlyph />
              <Trans>{figure(first.proofCount)} with proof</Trans>
            </span>
            {cluster?.firstBuild && <Trans>since {cluster.firstBuild}</Trans>}
          </p>
        </div>
        {isOpen(first) && (
          <span className="grid max-md:col-span-2">
            <Button
              kind="primary"
              busy={vote.isPending}
              aria-keyshortcuts="a"
              icon={<Plus size={14} strokeWidth={1.9} aria-hidden />}
              keys={<Keys of={['a']} />}
              onClick={() => void add(first.number)}
            >
              {first.affectsMe ? <Trans>Add my proof</Trans> : <Trans>Affects me too</Trans>}
            </Button>
          </span>
        )}
      </div>
      <ul>
        <Line row={first}>
          <Button kind="ghost" size="small" onClick={onDifferent}>{t`Mine is different`}</Button>
        </Line>
        {others.map(row => (
          <Line key={row.number} row={row}>
            {isOpen(row) && (
              <Button size="small" busy={vote.isPending} onClick={() => void add(row.number)}>
                <Trans>It’s this one</Trans>
              </Button>
            )}
          </Line>
        ))}
      </ul>
      {vote.error && (
        <div className="px-4 pb-3">
          <FormError>{sayProblem(vote.error)}</FormError>
        </div>
      )}
    </section>
  )
}

const isOpen = ({ status }: Similar) => status !== 'closed' && status !== 'verified'

function Line({ row, children }: { row: Similar; children: React.ReactNode }) {
  const messages = useIssueMessages()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-faint px-4 py-2.5">
      <span className="min-w-0 flex-1 max-md:basis-full">
        <Link to="/issues/$number" params={{ number: String(row.number) }} className="font-medium text-ink">
          <span className="font-normal text-ink-3">#{row.number}</span> {row.title}
        </Link>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <StatusMark status={row.status} word={messages.standing({ ...row, kind: 'bug' })} />
          {row.fixedIn && (
            <span className="text-success">
              <Trans>fixed in {row.fixedIn}</Trans>
            </span>
          )}
          <Trans>same failure</Trans>
        </span>
      </span>
      {children}
    </li>
  )
}

/** Others have met it, and no user has written about it. */
function Unreported({ evidence: { cluster } }: { evidence: Evidence }) {
  const { t } = useLingui()
  if (!cluster || cluster.personCount === 0 || cluster.rootIssue !== null) return null
  return (
    <section
      aria-label={t`Same failure`}
      className="flex items-center gap-4 rounded-3 border border-link-line bg-panel px-4 py-3"
    >
      <span className="text-28 font-semibold tracking-(--track-display)">{figure(cluster.personCount)}</span>
      <p className="min-w-0 text-ink-2">
        <b className="font-medium text-ink">
          <Plural
            value={cluster.personCount}
            one="person has had this failure."
            other="people have had this failure."
          />
        </b>{' '}
        <Trans>No issue covers this failure yet. Yours would be the first.</Trans>
      </p>
    </section>
  )
}
