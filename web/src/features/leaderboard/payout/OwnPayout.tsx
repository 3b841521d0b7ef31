import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { rootText, shareText, tokenText, typedAmount } from '#/entities/reward/amount'
import { CURVE_LABEL, OWN_WHY_WORD } from '#/entities/reward/messages'
import type { OwnReward } from '#/entities/reward/schema'
import { ProofPanel } from '#/features/leaderboard/payout/ProofPanel'
import { figure } from '#/lib/number'
import { clockOf, dayOf } from '#/lib/time'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'

/** What a user gets of a payout, counted out, with its proof beside it. */
export function OwnPayout({ reward }: { reward: OwnReward }) {
  const { leaf, address } = reward
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Receipt reward={reward} />
      {leaf && address && <ProofPanel reward={reward} leaf={leaf} address={address} />}
    </div>
  )
}

function Receipt({ reward }: { reward: OwnReward }) {
  const { t } = useLingui()
  const { export: payout, points, rank, people, amount, why, leaf, address } = reward
  const { token, unit, publishedAt, deadline, season } = payout
  const text = tokenText(amount, token.decimals, unit)
  return (
    <div className="relative before:absolute before:top-2 before:bottom-2 before:left-0 before:w-0.5 before:rounded-full before:bg-gold">
      <Panel
        title={<Trans>Your payout, season {season}</Trans>}
        actions={
          publishedAt && (
            <span className="text-12 text-ink-3">
              <Trans>
                published {dayOf(publishedAt)}, {clockOf(publishedAt)}
              </Trans>
            </span>
          )
        }
      >
        <p className="flex flex-wrap items-baseline gap-x-3.5">
          <strong className="text-28 font-semibold text-gold-text tabular-nums">
            {text} <span className="text-13 font-medium">{token.symbol}</span>
          </strong>
          <span className="text-ink-2">
            {rank !== null && (
              <>
                <Trans>
                  rank {figure(rank)} of {figure(people)}
                </Trans>
                {', '}
              </>
            )}
            <Plural value={points} one="# point" other="# points" />
          </span>
        </p>
        {why && (
          <p className="mt-2 max-w-[60ch] text-ink-2" role="note">
            {t(OWN_WHY_WORD[why])}
          </p>
        )}
        <Sum reward={reward} text={text} />
        {reward.salted && (
          <p className="mt-3.5 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
            <Trans>Your ID in the season file, known only to you</Trans> <Hash value={reward.salted} />
          </p>
        )}
        {leaf && address && (
          <p className="mt-3.5 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
            <Trans>Goes to</Trans> <Hash value={address} />
            {deadline && (
              <span className="ml-auto">
                <Trans>claim until {dayOf(deadline)}</Trans>
              </span>
            )}
          </p>
        )}
      </Panel>
    </div>
  )
}

/** The same sum as the administrator's, read backwards. */
function Sum({ reward, text }: { reward: OwnReward; text: string }) {
  const { t } = useLingui()
  const { export: payout, points, weight, totalWeight, amount } = reward
  const { token, unit, pool, curve, rounding } = payout
  const weighed = (value: string) => (curve === 'sqrt' ? rootText(value) : figure(Number(value)))
  const step = typedAmount(unit, token.decimals)
  const formula = t(CURVE_LABEL[curve].name)
  return (
    <dl className="mt-3">
      {weight !== null && (
        <Line
          name={
            <Trans>
              <Plural value={points} one="# point" other="# points" />, {formula}
            </Trans>
          }
          value={weighed(weight)}
        />
      )}
      {totalWeight !== null && (
        <Line name={<Trans>Sum of all eligible testers</Trans>} value={weighed(totalWeight)} />
      )}
      <Line
        name={
          <Trans>
            Your share of the pool of {tokenText(pool, token.decimals, unit)} {token.symbol}
          </Trans>
        }
        value={shareText(amount, pool)}
      />
      <Line
        total
        name={rounding === 'down' ? <Trans>Rounded down to {step}</Trans> : <Trans>Rounded to {step}</Trans>}
        value={`${text} ${token.symbol}`}
      />
    </dl>
  )
}

function Line({ name, value, total }: { name: ReactNode; value: ReactNode; total?: boolean }) {
  return (
    <div
      className={
        total
          ? 'flex justify-between gap-4 border-t border-line-strong py-2.5 font-semibold'
          : 'flex justify-between gap-4 border-t border-line-faint py-2.5 first:border-t-0'
      }
    >
      <dt>{name}</dt>
      <dd className={total ? 'text-gold-text tabular-nums' : 'mono text-right'}>{value}</dd>
    </div>
  )
}
