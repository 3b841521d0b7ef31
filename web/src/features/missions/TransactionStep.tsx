import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { pastedKind } from '#/entities/evidence/pasted'
import { useLookUp } from '#/entities/evidence/use-evidence'
import type { Mission, Progress, Step } from '#/entities/mission/schema'
import { useCheckLines } from '#/entities/mission/use-check-lines'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveAnswers } from '#/features/missions/api'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Hash } from '#/ui/Hash'
import { Moment } from '#/ui/Moment'
import { TextField } from '#/ui/TextField'

interface Props {
  mission: Mission
  step: Step
  progress: Progress
  /** While answers can be changed. */
  canPaste: boolean
}

/** A step that a chain tells: it is watched for, or a hash is pasted. */
export function TransactionStep({ mission, step, progress, canPaste }: Props) {
  const linesOf = useCheckLines()
  const network = step.check?.names?.network ?? ''
  const found = progress.hash && (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
      <Trans>
        Found: <Hash value={progress.hash} />
      </Trans>
    </p>
  )
  if (progress.state === 'passed') return found
  return (
    <>
      {step.check && (
        <p className="text-12 text-ink-3">
          <Trans>Counts if: {linesOf(step.check).join(', ')}.</Trans>
        </p>
      )}
      {found}
      {progress.sentence && progress.state !== 'watching' && (
        <p className="mt-1 text-ink-2">{progress.sentence}</p>
      )}
      {canPaste && (
        <Well mission={mission} step={step}>
          {progress.state === 'checking' ? (
            <Trans>We’re checking your transaction.</Trans>
          ) : mission.why.includes('wallet') ? (
            <NoWallet />
          ) : network ? (
            <Trans>We watch {network} for a transaction from your wallet.</Trans>
          ) : (
            <Trans>We watch for a transaction from your wallet.</Trans>
          )}
        </Well>
      )}
    </>
  )
}

function NoWallet() {
  const username = useMoralis().user?.username
  return (
    <>
      <Trans>Link a wallet so that we can find your transaction.</Trans>{' '}
      {username && (
        <Link to="/u/$username" params={{ username }} search={{ tab: 'wallets' }}>
          <Trans>Link a wallet</Trans>
        </Link>
      )}
    </>
  )
}

function Well({ mission, step, children }: Pick<Props, 'mission' | 'step'> & { children: ReactNode }) {
  return (
    <div className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)_14rem] items-center gap-x-3 gap-y-2 rounded-2 border border-line bg-sunken px-3.5 py-3 max-md:grid-cols-[auto_minmax(0,1fr)]">
      <span
        className="size-2.5 rounded-full border-2 border-link shadow-[0_0_0_4px_var(--link-wash)]"
        aria-hidden
      />
      <p className="min-w-0">
        <span className="font-medium text-ink">{children}</span>
        <span className="block text-12 text-ink-3">
          {/* Without a wallet nothing is watched, and nothing ticks by itself. */}
          {!mission.why.includes('wallet') && (
            <>
              <Looked mission={mission} step={step} />{' '}
              <Trans>You can close this page; it is checked automatically.</Trans>
            </>
          )}
        </span>
      </p>
      {mission.mine && <PasteHash step={step.id} submission={mission.mine.id} />}
    </div>
  )
}

/** How far the chain was looked at. */
function Looked({ mission, step }: Pick<Props, 'mission' | 'step'>) {
  const network = mission.networks.find(({ id }) => id === step.check?.network)
  if (!network || network.block === null || network.lookedAt === null) return null
  return (
    <Trans>
      Block {figure(network.block)}, checked <Moment at={network.lookedAt} />.
    </Trans>
  )
}

function PasteHash({ step, submission }: { step: string; submission: string }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const lookUp = useLookUp()
  const save = useSaveAnswers()
  const [text, setText] = useState('')
  const [isNone, setNone] = useState(false)
  const busy = lookUp.isPending || save.isPending

  async function send(pasted: string) {
    const kind = pastedKind(pasted)
    setNone(kind !== 'hash' && kind !== 'link')
    if (busy || (kind !== 'hash' && kind !== 'link')) return
    try {
      const { evidence } = await lookUp.mutateAsync({ text: pasted })
      await save.mutateAsync({ submission, answers: { [step]: evidence.id } })
      setText('')
    } catch {
      // Both say themselves what went wrong.
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void send(text)
  }

  const refused = lookUp.error ?? save.error
  return (
    <form onSubmit={submit} className="max-md:col-span-2">
      <TextField
        mono
        size="small"
        label={<span className="sr-only">{t`Hash of your transaction`}</span>}
        placeholder={t`or paste a hash`}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setNone(false)
        }}
        onPaste={event => {
          const pasted = event.clipboardData.getData('text')
          if (text === '' && pastedKind(pasted) === 'hash') void send(pasted)
        }}
        error={
          isNone ? <Trans>Enter 0x and 64 hex digits.</Trans> : refused ? sayProblem(refused) : undefined
        }
        after={
          text !== '' && <Button type="submit" kind="ghost" size="small" busy={busy}>{t`Look up`}</Button>
        }
      />
    </form>
  )
}
