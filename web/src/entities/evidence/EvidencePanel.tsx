import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CopyMenu } from '#/entities/evidence/CopyMenu'
import { Details } from '#/entities/evidence/Details'
import { EvidenceFooter } from '#/entities/evidence/EvidenceFooter'
import { EvidenceSign, EvidenceWords } from '#/entities/evidence/EvidenceWords'
import { LookUpSteps } from '#/entities/evidence/LookUpSteps'
import { causeOf, CONFIDENCE, CONFIDENCE_LABEL, walletWord } from '#/entities/evidence/messages'
import { PASTED } from '#/entities/evidence/pasted'
import { QuoteCompare } from '#/entities/evidence/QuoteCompare'
import { type Evidence, isExplained, isSettled } from '#/entities/evidence/schema'
import { SwapWords } from '#/entities/evidence/SwapWords'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { WouldHaveLine } from '#/entities/evidence/WouldHaveLine'
import { figure } from '#/lib/number'
import { Badge, Tag } from '#/ui/Badge'
import { Hash } from '#/ui/Hash'
import { safeAddress } from '#/ui/markdown/safe-address'
import { Bone } from '#/ui/Skeleton'

interface Props {
  evidence: Evidence
  /** The sentence and its marks alone. */
  compact?: boolean
  /** What can be done with it on this page, at the end of its foot. */
  actions?: ReactNode
  /** What is said below it, in place of our own advice. */
  note?: ReactNode
  /** What its reader may want to answer, right below it. */
  answer?: ReactNode
  /** What stands between the sentence and its proof: it matters more. */
  between?: ReactNode
  /** `r` asks the network again. */
  keyed?: boolean
  /** Whether it asks its owner for build and wallet. */
  asks?: boolean
  /** The sentence that is shown above it already. It is not repeated, and the box is the one around both. */
  said?: string | null
}

const BOX = 'min-w-0 rounded-3 border border-line bg-panel'

/** What happened to one transaction, or what an error means: first the sentence, then the proof. */
export function EvidencePanel({
  evidence,
  compact = false,
  actions,
  note,
  answer,
  between,
  keyed = false,
  asks = true,
  said,
}: Props) {
  const { t } = useLingui()
  const explanation = isExplained(evidence) ? evidence.explanation : null
  const isSaid = said !== undefined && said === explanation?.sentence
  const head = (
    <div className="flex gap-3 px-4 pt-4 pb-3.5 max-md:gap-2.5 max-md:px-3">
      {!isSaid && <EvidenceSign evidence={evidence} />}
      <div className="min-w-0 flex-1">
        {!isSaid && <Sentence evidence={evidence} />}
        {explanation ? (
          <>
            <p className="mt-1 max-w-[66ch] text-ink-2">
              <SwapWords evidence={evidence} />
            </p>
            {explanation.advice && <p className="mt-1 max-w-[66ch] text-ink-2">{explanation.advice}</p>}
            <Marks evidence={evidence} isSaid={isSaid} />
            {explanation.wouldHave && <WouldHaveLine wouldHave={explanation.wouldHave} />}
            {explanation.rpc && <RpcWords rpc={explanation.rpc} />}
          </>
        ) : (
          <Unexplained evidence={evidence} />
        )}
        {answer && <div className="mt-2.5 flex flex-wrap gap-2">{answer}</div>}
      </div>
    </div>
  )
  const rest = !compact && (
    <>
      {explanation && (
        <>
          <QuoteCompare
            explanation={explanation}
            quote={evidence.quote}
            native={evidence.network?.nativeSymbol ?? null}
          />
          <Details evidence={evidence} explanation={explanation} />
        </>
      )}
      <EvidenceFooter evidence={evidence} actions={actions} note={note} keyed={keyed} asks={asks} />
    </>
  )
  // One tree whether or not others have the same failure, which is known later than the answer's button is shown: what
  // is about to be pressed must stay the same element.
  const happened = { 'aria-label': t`What happened`, 'aria-busy': !isSettled(evidence) }
  return (
    <section
      className={between ? 'grid grid-cols-1 gap-3' : said === undefined ? BOX : undefined}
      {...(!between && happened)}
    >
      <section className={between ? BOX : undefined} {...(between && happened)}>
        {head}
      </section>
      {between}
      {rest && (
        <section
          aria-label={between ? t`How we know` : undefined}
          className={between ? `${BOX} [&>*:first-child]:border-t-0` : undefined}
        >
          {rest}
        </section>
      )}
    </section>
  )
}

/** The sentence as a heading. It takes the focus from the field that asked for it. */
function Sentence({ evidence }: { evidence: Evidence }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const settled = isSettled(evidence)
  useEffect(() => {
    if (settled && document.activeElement?.matches(`[${PASTED}]`)) ref.current?.focus()
  }, [settled])
  return (
    <div role="status">
      <h3 ref={ref} tabIndex={-1} className="text-16 text-balance outline-none">
        <EvidenceWords evidence={evidence} />
      </h3>
    </div>
  )
}

/** The verdict unless it is shown above, the class, how sure we are, where, and whose. */
function Marks({ evidence, isSaid }: { evidence: Evidence; isSaid: boolean }) {
  const { t } = useLingui()
  const { explanation, network, txHash, ownerMatch, isMine, build, walletKind, cluster } = evidence
  if (!explanation) return null
  const { verdict, failureClass, confidence, blockNumber } = explanation
  const wallet = walletKind ? walletWord(walletKind) : undefined
  const facts = [
    confidence && t(CONFIDENCE_LABEL[confidence]),
    network?.name,
    blockNumber !== null && t`block ${figure(blockNumber)}`,
    build?.version,
    wallet && t(wallet),
  ].filter(Boolean)
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-12 text-ink-3">
      {verdict && !isSaid && <VerdictMark chip verdict={verdict} word={t(causeOf(explanation))} />}
      {failureClass && <Tag>{failureClass}</Tag>}
      <span title={confidence ? t(CONFIDENCE[confidence]) : undefined}>{facts.join(' · ')}</span>
      {txHash && <Hash value={txHash} />}
      <ExplorerLink evidence={evidence} />
      {(ownerMatch === 'yes' || ownerMatch === 'relayed') && (
        <Badge tone="success" icon={<Check size={12} strokeWidth={2.1} aria-hidden />}>
          {isMine ? (
            ownerMatch === 'yes' ? (
              <Trans>your wallet</Trans>
            ) : (
              <Trans>your smart account</Trans>
            )
          ) : (
            <Trans>own wallet</Trans>
          )}
        </Badge>
      )}
      {ownerMatch === 'no' && (
        <Badge>{isMine ? <Trans>not one of your wallets</Trans> : <Trans>another wallet</Trans>}</Badge>
      )}
      {cluster && (
        <Link
          to="/issues/clusters/$id"
          params={{ id: cluster.id }}
          className="underline decoration-link-line underline-offset-2"
        >{t`See everyone with this failure`}</Link>
      )}
      {txHash && network && <CopyMenu id={evidence.id} />}
    </div>
  )
}

function ExplorerLink({ evidence: { network, txHash } }: { evidence: Evidence }) {
  const base = network?.explorerUrl ? safeAddress(network.explorerUrl) : null
  if (!base || !txHash) return null
  return (
    <a
      href={`${base.replace(/\/$/, '')}/tx/${txHash}`}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 underline decoration-link-line underline-offset-2"
    >
      <Trans>explorer</Trans>
      <ExternalLink size={12} strokeWidth={2.1} aria-hidden />
    </a>
  )
}

function RpcWords({
  rpc: { method, code, message },
}: {
  rpc: { method: string | null; code: number | null; message: string | null }
}) {
  if (!method && code === null && !message) return null
  return (
    <p className="mono mt-2.5 rounded-2 border border-line-faint bg-sunken px-3 py-2 text-12 [overflow-wrap:anywhere] text-ink-2">
      {[method, code, message].filter(part => part !== null && part !== '').join(' · ')}
    </p>
  )
}

/** What is known about something that could not be explained, or not yet. */
function Unexplained({ evidence }: { evidence: Evidence }) {
  const { state, reason, tried } = evidence
  return (
    <div className="mt-1 grid gap-2.5">
      {reason && <p className="max-w-[66ch] text-ink-2">{reason}</p>}
      {state === 'not_found' && tried.length > 0 && (
        <p className="text-12 text-ink-3">
          <Trans>Checked: {tried.join(', ')}.</Trans>
        </p>
      )}
      <LookUpSteps evidence={evidence} />
      {!isSettled(evidence) && (
        <div className="grid gap-2 pt-1" aria-hidden>
          <Bone className="w-10/12" />
          <Bone className="w-7/12" />
        </div>
      )}
    </div>
  )
}
