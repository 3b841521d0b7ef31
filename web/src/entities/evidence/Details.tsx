import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { amountText } from '#/entities/evidence/amount'
import type { Explanation, RouterCommand, Transfer } from '#/entities/evidence/explanation'
import { RevertPath } from '#/entities/evidence/RevertPath'
import type { Evidence } from '#/entities/evidence/schema'
import { tokenName } from '#/entities/evidence/SwapWords'
import { shortHash } from '#/lib/hash'
import { Button } from '#/ui/Button'
import { Segmented } from '#/ui/Segmented'

type View = 'path' | 'commands' | 'balances' | 'raw'
const FEW = 12

/** What the machine read, in the four ways it can be looked at. */
export function Details({ evidence, explanation }: { evidence: Evidence; explanation: Explanation }) {
  const { t } = useLingui()
  const { revert, commands, transfers } = explanation
  const has: Record<View, boolean> = {
    path: (revert?.frames.length ?? 0) > 0,
    commands: commands.length > 0,
    balances: transfers.length > 0,
    raw: true,
  }
  const words: Record<View, string> = {
    path: t`Failed path`,
    commands: t`Commands`,
    balances: t`Balances`,
    raw: t`Raw`,
  }
  const views = (['path', 'commands', 'balances', 'raw'] as const).filter(view => has[view])
  const [chosen, setChosen] = useState<View | null>(null)
  // The raw answer is long, and only for those who ask for it.
  const view = chosen ?? views.find(each => each !== 'raw') ?? null
  const notes: Record<View, string> = {
    path: t`call path, outermost first`,
    commands: t`in the order the router ran them`,
    balances: t`tokens that moved to and from the sender`,
    raw: t`all stored data`,
  }
  return (
    <div className="border-t border-line-faint px-4 py-3.5">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-2">
        <h4 className="text-13">{has.path ? <Trans>Point of failure</Trans> : <Trans>Decoded data</Trans>}</h4>
        <span className="text-12 text-ink-3 max-md:hidden">{view && notes[view]}</span>
        <span className="ml-auto max-md:ml-0">
          <Segmented
            label={t`Content to show`}
            value={view ?? ''}
            onChange={next => setChosen(next as View)}
            options={views.map(each => ({ value: each, label: words[each] }))}
          />
        </span>
      </div>
      {view === 'path' && revert && <RevertPath revert={revert} />}
      {view === 'commands' && <Commands commands={commands} />}
      {view === 'balances' && (
        <Balances
          transfers={transfers}
          from={explanation.from}
          native={evidence.network?.nativeSymbol ?? null}
        />
      )}
      {view === 'raw' && <Raw explanation={explanation} />}
    </div>
  )
}

function Commands({ commands }: { commands: RouterCommand[] }) {
  return (
    <ol className="divide-y divide-line-faint rounded-2 border border-line-faint bg-sunken text-12">
      {commands.map(({ index, name, failed, inputs }) => (
        <li key={index} className={failed ? 'bg-danger-wash px-3 py-1.5' : 'px-3 py-1.5'}>
          <p className="flex items-center gap-2">
            <span className="text-ink-3">{index}</span>
            <span className={`mono ${failed ? 'text-danger' : 'text-ink'}`}>{name}</span>
            {failed && (
              <span className="inline-flex items-center gap-1 font-medium text-danger">
                <X size={12} strokeWidth={2.1} aria-hidden />
                <Trans>failed here</Trans>
              </span>
            )}
          </p>
          {inputs.length > 0 && (
            <p className="mono pl-4 [overflow-wrap:anywhere] text-ink-2">
              {inputs.map(({ name: input, value }) => `${input} ${shortHash(value)}`).join(' · ')}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

interface BalancesProps {
  transfers: Transfer[]
  from: string | null
  native: string | null
}

function Balances({ transfers, from, native }: BalancesProps) {
  const [all, setAll] = useState(false)
  const shown = all ? transfers : transfers.slice(0, FEW)
  return (
    <>
      <ul className="divide-y divide-line-faint rounded-2 border border-line-faint bg-sunken text-12">
        {shown.map(({ token, amount, from: payer, to }, order) => {
          const out = payer !== null && payer === from
          const other = out ? to : payer
          return (
            <li key={order} className="flex min-h-8 items-center gap-3 px-3">
              <span
                className={`tabular min-w-24 text-right ${out ? 'text-(--div-down)' : 'text-(--div-up)'}`}
              >
                {out ? '−' : '+'}
                {amountText(amount, token.decimals)}
              </span>
              <span className="font-medium text-ink">{tokenName(token, native)}</span>
              {other && (
                <span className="mono ml-auto text-ink-3">
                  {out ? <Trans>to {shortHash(other)}</Trans> : <Trans>from {shortHash(other)}</Trans>}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {transfers.length > shown.length && (
        <div className="mt-2">
          <Button size="small" kind="ghost" onClick={() => setAll(true)}>
            <Trans>Show all {transfers.length}</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Raw({ explanation }: { explanation: Explanation }) {
  const { t } = useLingui()
  const text = JSON.stringify(explanation, (_, value) => (isNothing(value) ? undefined : value), 2)
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={t`Raw`}
      className="max-h-80 overflow-auto rounded-2 border border-line-faint bg-sunken p-3 font-mono text-12 text-ink-2 focus-visible:-outline-offset-2"
    >
      {text}
    </pre>
  )
}

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
