import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import {
  AlignLeft,
  Clock,
  Languages,
  type LucideIcon,
  Monitor,
  Network,
  Repeat,
  ThumbsUp,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignalKind } from '#/entities/fairness/schema'
import type { Against, Detail, Signal } from '#/entities/fairness/case-schema'
import { shortHash } from '#/lib/hash'
import { figure } from '#/lib/number'

export const SIGNAL_ICON: Record<SignalKind, LucideIcon> = {
  shared_funder: Wallet,
  shared_payout: Wallet,
  wallet_passed: Repeat,
  shared_device: Monitor,
  shared_network: Clock,
  burst_signup: Users,
  text_copy: AlignLeft,
  vote_ring: ThumbsUp,
}

/** What was noticed, as a heading. */
export function SignalTitle({ signal: { kind, users, detail } }: { signal: Signal }) {
  const many = figure(users.length)
  switch (kind) {
    case 'shared_funder':
      return detail.minutes === null ? (
        <Trans>One wallet paid {many} of them</Trans>
      ) : (
        <Trans>
          One wallet paid {many} of them within {figure(detail.minutes)} min
        </Trans>
      )
    case 'shared_payout':
      return <Trans>{many} of them share a payout address</Trans>
    case 'wallet_passed':
      return <Trans>A wallet went from one account to another</Trans>
    case 'shared_device':
      return <Trans>One device signed in to {many} of them</Trans>
    case 'shared_network':
      return detail.turns ? <Trans>They take turns</Trans> : <Trans>They come from one network</Trans>
    case 'burst_signup':
      return <Trans>They signed up in a burst</Trans>
    case 'text_copy':
      return <Trans>Near-identical reports</Trans>
    case 'vote_ring':
      return <Trans>They vote alike</Trans>
  }
}

/** The facts behind it, in a sentence. */
export function SignalFacts({ signal: { kind, detail } }: { signal: Signal }): ReactNode {
  switch (kind) {
    case 'shared_funder':
      return <FunderFacts detail={detail} />
    case 'shared_payout':
      return shortHash(detail.address ?? '')
    case 'wallet_passed':
      return (
        <Trans>
          {shortHash(detail.address ?? '')}, {figure(detail.days ?? 0)} days between
        </Trans>
      )
    case 'shared_device':
      return (
        <>
          <Trans>device {(detail.device ?? '').slice(0, 3)}</Trans>,{' '}
          <Plural value={detail.days ?? 0} one="the same token on # day" other="the same token on # days" />
        </>
      )
    case 'shared_network':
      return detail.turns ? (
        <Trans>
          {figure(detail.visits ?? 0)} visits, none overlap, {figure(detail.gapMinutes ?? 0)} min between
        </Trans>
      ) : (
        <Trans>Many people share one address in offices, cafés and mobile networks.</Trans>
      )
    case 'burst_signup':
      return (
        <Trans>
          {figure(detail.people ?? 0)} by one invitation, these within {figure(detail.minutes ?? 0)} min
        </Trans>
      )
    case 'text_copy':
      return (
        <>
          {(detail.numbers ?? []).map(number => `#${number}`).join(', ')}{' '}
          <Trans>distance {figure(detail.distance ?? 0)} of 64</Trans>
        </>
      )
    case 'vote_ring':
      return (
        <Trans>
          {figure(detail.overlapPercent ?? 0)} % of the votes on {figure(detail.issues ?? 0)} quiet reports
        </Trans>
      )
  }
}

/** Who has sent so many transactions pays everybody. */
const HUB = 10_000

function FunderFacts({ detail }: { detail: Detail }) {
  return (
    <>
      <span className="mono" title={detail.funder ?? undefined}>
        {shortHash(detail.funder ?? '')}
      </span>
      {detail.via && (
        <>
          , <Trans>through {shortHash(detail.via)}</Trans>
        </>
      )}
      {detail.equal && (
        <>
          , <Trans>equal amounts</Trans>
        </>
      )}
      {', '}
      {detail.hub || (detail.sent ?? 0) >= HUB ? (
        <Trans>sent {figure(detail.sent ?? 0)} transactions, treated as an exchange or a faucet</Trans>
      ) : detail.sent === null ? (
        <Trans>not known yet whether it is an exchange or a faucet</Trans>
      ) : (
        <Trans>sent {figure(detail.sent)} transactions, not a known exchange or faucet</Trans>
      )}
    </>
  )
}

export const AGAINST_ICON: Record<Against['kind'], LucideIcon> = {
  other_hours: Clock,
  other_language: Languages,
  other_network: Network,
  older_wallet: Wallet,
  own_reports: UserRound,
}

export const AGAINST_LABEL: Record<Against['kind'], { name: MessageDescriptor; note: MessageDescriptor }> = {
  other_hours: { name: msg`Other hours`, note: msg`here when the others are not` },
  other_language: { name: msg`Another language`, note: msg`writes in another language than the others` },
  other_network: { name: msg`Another network`, note: msg`uses another network operator` },
  older_wallet: { name: msg`An older wallet`, note: msg`its history began long before the programme` },
  own_reports: { name: msg`Reports of their own`, note: msg`accepted reports that the others do not share` },
}

/** By family: what is not known of it is neither a sign nor a clean sheet. */
const UNKNOWN_LABEL: Record<string, { name: MessageDescriptor; note: MessageDescriptor }> = {
  money: { name: msg`Wallet funding`, note: msg`unknown to our nodes, or no wallet is linked` },
  machine: { name: msg`Device`, note: msg`none was seen in the last 30 days` },
  place: { name: msg`Visit times and networks`, note: msg`no visits in the last 30 days` },
  words: { name: msg`Writing`, note: msg`too little text of their own` },
  votes: { name: msg`Voting`, note: msg`too few votes on quiet reports` },
}
export const unknownWord = (kind: string) =>
  UNKNOWN_LABEL[kind] ?? { name: msg`Something else`, note: msg`could not be determined` }
