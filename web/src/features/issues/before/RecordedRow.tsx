import { Plural, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Entry, timeBefore } from '#/features/issues/before/entries'
import type { ConsoleLine, WalletCall } from '#/features/issues/before/recording'
import { useRecordedWords } from '#/features/issues/before/use-recorded-words'
import { figure, measure } from '#/lib/number'
import { CopyButton } from '#/ui/CopyButton'
import { Facts } from '#/ui/Facts'
import { Hash } from '#/ui/Hash'

/** A longer text does not fit on one line. */
const ONE_LINE = 60

interface Props {
  entry: Entry
  zero: number
  chainName: (chain: number) => string
}

/** One call or one line, on one line. The failure is open. */
export function RecordedRow({ entry, zero, chainName }: Props) {
  const { at, call, line, isFailure } = entry
  const words = useRecordedWords()
  const time = timeBefore(at, zero)
  if (line)
    return (
      <Line
        time={time}
        kind={words.kind(line.kind)}
        text={<span className="truncate text-ink">{line.text}</span>}
        end={<LineEnd line={line} />}
      >
        {(line.frames.length > 0 || line.text.length > ONE_LINE) && <LineDetails line={line} />}
      </Line>
    )
  const outcome = words.outcome(call)
  return (
    <Line
      time={time}
      kind={words.kind('wallet')}
      text={
        <>
          <span className="mono truncate text-ink">{call.method}</span>
          {outcome && (
            <span className={clsx('flex-none', isFailure ? 'font-medium text-danger' : 'text-ink-2')}>
              {outcome}
            </span>
          )}
        </>
      }
      end={call.ms !== null && measure(call.ms / 1000, 'second', 1)}
      isOpen={isFailure}
    >
      {(isFailure || call.error || call.to || call.hash) && <CallFacts call={call} chainName={chainName} />}
    </Line>
  )
}

interface LineProps {
  time: string
  kind: string
  text: ReactNode
  end: ReactNode
  isOpen?: boolean
  /** What opens below it, if there is more. */
  children: ReactNode
}

const GRID =
  'grid min-h-8 grid-cols-[14px_3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1 max-md:min-h-(--touch) max-md:gap-x-2'

function Line({ time, kind, text, end, isOpen = false, children }: LineProps) {
  const parts = (
    <>
      <span className="tabular text-right text-ink-3">{time}</span>
      <span className="flex min-w-0 items-center gap-x-2 max-md:flex-wrap">
        <span className="w-16 flex-none text-ink-3 max-md:w-full">{kind}</span>
        {text}
      </span>
      <span className="text-right text-ink-3">{end}</span>
    </>
  )
  return (
    <li className="border-t border-line-faint first:border-t-0">
      {children ? (
        <details className="group" open={isOpen}>
          <summary className={clsx(GRID, 'list-none hover:bg-hover focus-visible:-outline-offset-2')}>
            <ChevronRight
              size={14}
              strokeWidth={1.9}
              className="text-ink-3 group-open:rotate-90"
              aria-hidden
            />
            {parts}
          </summary>
          <div className="border-t border-line-faint bg-sunken px-4 py-3">{children}</div>
        </details>
      ) : (
        <div className={GRID}>
          <span />
          {parts}
        </div>
      )}
    </li>
  )
}

function LineEnd({ line: { times, ms } }: { line: ConsoleLine }) {
  if (times !== null && times > 1) return <Plural value={times} one="# time" other="# times" />
  return ms !== null && measure(ms / 1000, 'second', 1)
}

function LineDetails({ line: { text, frames } }: { line: ConsoleLine }) {
  return (
    <>
      <p className="[overflow-wrap:anywhere] whitespace-pre-wrap text-ink">{text}</p>
      {frames.length > 0 && (
        <ol className="mono mt-2 text-ink-2">
          {frames.map((frame, order) => (
            <li key={order} className="[overflow-wrap:anywhere]">
              {frame}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function CallFacts({ call, chainName }: { call: WalletCall; chainName: Props['chainName'] }) {
  const { t } = useLingui()
  const { method, chain, wallet, to, selector, value, bytes, hash, error } = call
  const mono = (text: string) => <span className="mono [overflow-wrap:anywhere]">{text}</span>
  const facts = [
    { name: t`Method`, value: mono(method) },
    { name: t`Network`, value: chain !== null && chainName(chain) },
    { name: t`Wallet`, value: wallet && mono(wallet) },
    { name: t`To`, value: to && <Hash value={to} /> },
    { name: t`Selector`, value: selector && mono(selector) },
    { name: t`Value`, value: value && mono(value) },
    { name: t`Calldata`, value: bytes !== null && t`${figure(bytes)} bytes` },
    { name: t`Transaction`, value: hash && <Hash value={hash} /> },
    {
      name: t`Error`,
      value: error && (
        <span className="[overflow-wrap:anywhere]">
          {[error.code, error.message].filter(part => part !== null && part !== '').join(' · ')}
        </span>
      ),
    },
    {
      name: t`Revert data`,
      value: error?.data && (
        <span className="flex min-w-0 items-center gap-[5px]">
          <span className="mono truncate text-ink-2">{error.data}</span>
          <CopyButton text={error.data} />
        </span>
      ),
    },
  ]
  return <Facts facts={facts.filter(({ value: shown }) => shown)} />
}
