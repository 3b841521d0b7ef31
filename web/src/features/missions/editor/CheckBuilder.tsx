import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactAmount, unitsOf } from '#/entities/evidence/amount'
import {
  type Check,
  CHECK_EVENTS,
  CHECK_ROLES,
  CHECK_STATUS,
  checkFault,
  OWNER_MATCH,
} from '#/entities/mission/check'
import { CHECK_FAULT, ROLE } from '#/entities/mission/messages'
import { networksQuery } from '#/entities/network/queries'
import { AmountSlot, Slot } from '#/features/missions/editor/Slot'
import { TryCheck } from '#/features/missions/editor/TryCheck'
import { type TokenChoice, useCheckNames } from '#/features/missions/editor/use-check-names'

interface Props {
  check: Check
  onChange: (check: Check) => void
  disabled: boolean
}

/** Builds a check as the sentence that it is. Every part that is set must hold; there is nothing else. */
export function CheckBuilder({ check, onChange, disabled }: Props) {
  const { t } = useLingui()
  const { tokens } = useCheckNames(check)
  const fault = checkFault(check)
  // The names that came with it hold as long as what they name.
  const isRenamed = (part: Partial<Check>) => 'network' in part || 'tokenIn' in part || 'tokenOut' in part
  const set = (part: Partial<Check>) =>
    onChange({ ...check, ...part, names: isRenamed(part) ? null : check.names })
  const of = { check, set, disabled }
  return (
    <div className="grid gap-3">
      <div
        role="group"
        aria-label={t`Check`}
        className="rounded-2 border border-line bg-sunken px-3.5 py-3 text-14 leading-[2.4] text-ink-2"
      >
        <Trans>
          A transaction on <NetworkSlot {...of} /> to <RoleSlot {...of} /> that <EventSlot {...of} />{' '}
          <Tokens {...of} tokens={tokens} /> and <StatusSlot {...of} />, sent after the start from{' '}
          <OwnerSlot {...of} />, calling <MethodSlot {...of} />
        </Trans>
      </div>
      {fault && (
        <p role="status" className="text-12 text-warning">
          {t(CHECK_FAULT[fault])}
        </p>
      )}
      <TryCheck check={check} isReady={fault === null} />
    </div>
  )
}

interface PartProps {
  check: Check
  set: (part: Partial<Check>) => void
  disabled: boolean
}

function NetworkSlot({ check, set, disabled }: PartProps) {
  const { t } = useLingui()
  const networks = useQuery(networksQuery).data ?? []
  return (
    <Slot
      label={t`Network`}
      disabled={disabled}
      value={check.network}
      // Its tokens are others.
      onChange={event =>
        set({ network: event.target.value, tokenIn: null, tokenOut: null, minAmount: null, maxAmount: null })
      }
    >
      <option value="" disabled>
        {t`choose a network`}
      </option>
      {networks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {/* One that the programme no longer uses stays what it is. */}
      {check.network !== '' && !networks.some(({ id }) => id === check.network) && (
        <option value={check.network}>{check.names?.network ?? check.network}</option>
      )}
    </Slot>
  )
}

function RoleSlot({ check, set, disabled }: PartProps) {
  const { t } = useLingui()
  return (
    <Slot
      label={t`Contract`}
      any={check.toRole === 'any'}
      disabled={disabled}
      value={check.toRole}
      onChange={event => set({ toRole: CHECK_ROLES.find(role => role === event.target.value) ?? 'any' })}
    >
      {CHECK_ROLES.map(role => (
        <option key={role} value={role}>
          {ROLE[role] ? t(ROLE[role]) : role}
        </option>
      ))}
    </Slot>
  )
}

function EventSlot({ check, set, disabled }: PartProps) {
  const { t } = useLingui()
  return (
    <Slot
      label={t`Action`}
      any={check.event === null}
      disabled={disabled}
      value={check.event ?? ''}
      onChange={event => {
        const wanted = CHECK_EVENTS.find(each => each === event.target.value) ?? null
        const apart = { tokenIn: null, tokenOut: null, minAmount: null, maxAmount: null }
        set(wanted === 'transfer' ? { event: wanted, ...apart } : { event: wanted })
      }}
    >
      <option value="">{t`does anything`}</option>
      <option value="swap">{t`swaps`}</option>
      <option value="transfer">{t`moves a token to or from the sender`}</option>
    </Slot>
  )
}

interface TokensProps extends PartProps {
  tokens: TokenChoice[]
}

function Tokens({ tokens, ...of }: TokensProps) {
  const { t } = useLingui()
  const { check, set, disabled } = of
  if (check.event === 'transfer') return null
  const into = tokens.find(({ id }) => id === check.tokenIn)
  return (
    <>
      <TokenSlot
        label={t`Token that goes in`}
        tokens={tokens}
        value={check.tokenIn}
        disabled={disabled}
        onChange={tokenIn => set({ tokenIn, minAmount: null, maxAmount: null })}
      />{' '}
      <Trans>into</Trans>{' '}
      <TokenSlot
        label={t`Token that comes out`}
        tokens={tokens}
        value={check.tokenOut}
        disabled={disabled}
        onChange={tokenOut => set({ tokenOut })}
      />
      {check.tokenIn !== null && into && (
        <span key={`${check.network} ${into.id}`}>
          {' '}
          <Trans>
            with at least{' '}
            <Amount
              label={t`At least`}
              token={into}
              units={check.minAmount}
              disabled={disabled}
              onChange={minAmount => set({ minAmount })}
            />{' '}
            and at most{' '}
            <Amount
              label={t`At most`}
              token={into}
              units={check.maxAmount}
              disabled={disabled}
              onChange={maxAmount => set({ maxAmount })}
            />{' '}
            {into.symbol} in
          </Trans>
        </span>
      )}
    </>
  )
}

interface TokenProps {
  label: string
  tokens: TokenChoice[]
  value: string | null
  disabled: boolean
  onChange: (id: string | null) => void
}

function TokenSlot({ label, tokens, value, disabled, onChange }: TokenProps) {
  const { t } = useLingui()
  return (
    <Slot
      label={label}
      any={value === null}
      disabled={disabled}
      value={value ?? ''}
      onChange={event => onChange(event.target.value || null)}
    >
      <option value="">{t`any token`}</option>
      {tokens.map(({ id, symbol }) => (
        <option key={id} value={id}>
          {symbol}
        </option>
      ))}
      {/* One that the registry no longer has stays what it is. */}
      {value !== null && !tokens.some(({ id }) => id === value) && <option value={value}>{value}</option>}
    </Slot>
  )
}

interface AmountProps {
  label: string
  token: TokenChoice
  units: string | null
  disabled: boolean
  onChange: (units: string | null) => void
}

function Amount({ label, token, units, disabled, onChange }: AmountProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(units === null ? '' : exactAmount(units, token.decimals))
  const isWrong = typed.trim() !== '' && unitsOf(typed, token.decimals) === null
  return (
    <AmountSlot
      label={label}
      disabled={disabled}
      placeholder={t`any`}
      aria-invalid={isWrong || undefined}
      value={typed}
      onChange={event => {
        const text = event.target.value
        setTyped(text)
        // What is no amount is kept as it is typed, and said to be none.
        onChange(text.trim() === '' ? null : (unitsOf(text, token.decimals) ?? text))
      }}
    />
  )
}

function StatusSlot({ check, set, disabled }: PartProps) {
  const { t } = useLingui()
  return (
    <Slot
      label={t`Result`}
      disabled={disabled}
      value={check.status}
      onChange={event => set({ status: CHECK_STATUS.find(each => each === event.target.value) ?? 'success' })}
    >
      <option value="success">{t`succeeds`}</option>
      <option value="reverted">{t`reverts`}</option>
      <option value="any">{t`succeeds or reverts`}</option>
    </Slot>
  )
}

function OwnerSlot({ check, set, disabled }: PartProps) {
  const { t } = useLingui()
  return (
    <Slot
      label={t`Sender`}
      disabled={disabled}
      value={check.ownerMatch}
      onChange={event => set({ ownerMatch: OWNER_MATCH.find(each => each === event.target.value) ?? 'yes' })}
    >
      <option value="yes">{t`their own wallet`}</option>
      <option value="relayed">{t`their own wallet or a relayer for it`}</option>
    </Slot>
  )
}

function MethodSlot({ check, set, disabled }: PartProps) {
  const { t } = useLingui()
  return (
    <input
      aria-label={t`Function`}
      className="mono h-[26px] w-44 rounded-2 border border-line-control bg-panel px-2 align-middle text-ink focus-visible:outline-(length:--ring) focus-visible:outline-focus disabled:border-line disabled:bg-transparent max-md:h-10 max-md:text-16"
      placeholder={t`any function`}
      maxLength={80}
      spellCheck={false}
      autoComplete="off"
      disabled={disabled}
      value={check.method ?? ''}
      onChange={event => set({ method: event.target.value.trim() || null })}
    />
  )
}
