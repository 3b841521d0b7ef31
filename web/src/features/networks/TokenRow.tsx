import { Plural, Trans } from '@lingui/react/macro'
import type { ListedToken } from '#/features/networks/files/token-list'
import type { ComparedToken } from '#/features/networks/model'
import { shortHash } from '#/lib/hash'
import { Badge } from '#/ui/Badge'
import { Checkbox } from '#/ui/Choice'

interface Props {
  token: ListedToken
  compared: ComparedToken
  isTicked: boolean
  onTick: (isOn: boolean) => void
}

/** A token of a list. Any token can have any symbol, so it is never shown without its address. */
export function TokenRow({
  token,
  compared: { state, changes, registered, problem },
  isTicked,
  onTick,
}: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-faint py-1.5">
      <Checkbox
        checked={isTicked}
        disabled={state === 'refused'}
        onChange={event => onTick(event.currentTarget.checked)}
        label={<span className="[overflow-wrap:anywhere]">{token.symbol}</span>}
      />
      <span className="mono text-12 text-ink-3" title={token.address}>
        {shortHash(token.address)}
      </span>
      <span className="text-12 text-ink-3">
        <Plural value={token.decimals} one="# decimal" other="# decimals" />
      </span>
      {registered && changes.length > 0 && (
        <span className="ml-auto flex flex-wrap items-center gap-2 text-12 text-ink-3">
          <Trans>
            registered as {registered.symbol} with {registered.decimals}
          </Trans>
          <Badge tone="warning">
            <Trans>differs</Trans>
          </Badge>
        </span>
      )}
      {problem && <span className="basis-full pl-6 text-12 text-danger">{problem}</span>}
    </li>
  )
}
