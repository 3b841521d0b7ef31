import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleX, ShieldCheck } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useVerification } from '#/features/leaderboard/api'
import type { Checkpoint } from '#/features/leaderboard/model'
import { figure } from '#/lib/number'
import { clockOf, dayOf, exactTime } from '#/lib/time'
import { Hash } from '#/ui/Hash'
import { Spinner } from '#/ui/Spinner'

interface Props {
  season: number
  checkpoint: Checkpoint | null
  asOf: string | null
}

/** What anyone can hold the board to: the last sealed entry of the ledger. */
export function CheckpointLine({ season, checkpoint, asOf }: Props) {
  const { t } = useLingui()
  const verify = useVerification()
  const { sayProblem } = useProblemMessages()
  const result = verify.data

  if (!checkpoint)
    return asOf ? (
      <span className="ml-auto" title={exactTime(new Date(asOf))}>
        <Trans>as of {clockOf(asOf)}</Trans>
      </span>
    ) : null

  return (
    <span className="ml-auto inline-flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:ml-0">
      <ShieldCheck size={14} strokeWidth={1.9} aria-hidden />
      <span>
        <Trans>Ledger checkpoint {figure(checkpoint.seq)}</Trans>
      </span>
      <Hash value={checkpoint.hash} />
      <time dateTime={checkpoint.at} title={exactTime(new Date(checkpoint.at))}>
        {dayOf(checkpoint.at)} {clockOf(checkpoint.at)}
      </time>
      <span role="status" className="inline-flex items-center gap-1.5">
        {result?.ok && (
          <span className="text-success">
            <Plural value={result.entries} one="# entry adds up" other="# entries add up" />
          </span>
        )}
        {result && !result.ok && (
          <span className="inline-flex items-center gap-1 text-danger">
            <CircleX size={12} aria-hidden />
            <Trans>The chain is broken.</Trans>
          </span>
        )}
        {verify.isError && <span className="text-danger">{sayProblem(verify.error)}</span>}
      </span>
      {!result && (
        <button
          type="button"
          title={t`Add up the ledger of this season and check its chain`}
          disabled={verify.isPending}
          onClick={() => verify.mutate(season)}
          className="inline-flex items-center gap-1.5 rounded-1 text-link hover:text-link-hover max-md:min-h-(--touch)"
        >
          {verify.isPending && <Spinner />}
          <Trans>verify</Trans>
        </button>
      )}
    </span>
  )
}
