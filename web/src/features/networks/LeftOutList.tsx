import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import type { LeftOut, Reason } from '#/features/networks/files/deployment'
import { figure } from '#/lib/number'

const REASON: Record<Reason, MessageDescriptor> = {
  otherChain: msg`On another chain`,
  failed: msg`The transaction failed`,
  notMined: msg`No receipt: the transaction was not mined`,
  noChain: msg`The chain is not known: choose the whole folder`,
  notEvm: msg`Not an address of an EVM chain`,
  badToken: msg`A token without address, symbol or decimals`,
  tooMany: msg`Above the limit of one import`,
  unreadable: msg`Not JSON`,
  unrecognised: msg`Not a deployment, an artifact or a token list`,
}

/** So many are named of each reason. */
const NAMED = 5

/** What was found and is not proposed, by reason. */
export function LeftOutList({ leftOut }: { leftOut: LeftOut[] }) {
  const { t } = useLingui()
  if (leftOut.length === 0) return null
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason)
  return (
    <details className="text-12 text-ink-3">
      <summary className="cursor-pointer text-ink-2 max-md:min-h-11">
        <Plural value={leftOut.length} one="# entry left out" other="# entries left out" />
      </summary>
      <dl className="mt-1.5 grid gap-1.5">
        {[...byReason].map(([reason, all]) => (
          <div key={reason}>
            <dt className="text-ink-2">
              {t(REASON[reason])} <span className="text-ink-3">{figure(all.length)}</span>
            </dt>
            <dd className="[overflow-wrap:anywhere]">
              {all
                .slice(0, NAMED)
                .map(({ what }) => what)
                .join(', ')}
              {all.length > NAMED && ' …'}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
