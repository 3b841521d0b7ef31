import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import type { Argument, Revert, RevertFrame } from '#/entities/evidence/explanation'
import { shortHash } from '#/lib/hash'

const said = ({ name, value }: Argument) =>
  /^\d+$/.test(name) ? shortHash(value) : `${name} ${shortHash(value)}`

const argumentsOf = (args: Argument[]) => `(${args.map(said).join(', ')})`

/** Each call that failed, from the outermost to the frame that gave up. Only that one is red. */
export function RevertPath({ revert }: { revert: Revert }) {
  const { t } = useLingui()
  const { frames, text, alternatives } = revert
  const last = frames.length - 1
  return (
    <>
      <div
        role="group"
        tabIndex={0}
        aria-label={t`Failed calls, outermost first`}
        className="overflow-x-auto rounded-2 border border-line-faint bg-sunken focus-visible:-outline-offset-2"
      >
        <ol className="min-w-max py-1.5 font-mono text-12 leading-[1.625rem]">
          {frames.map((frame, order) => (
            <Frame key={order} frame={frame} order={order} origin={order === last} text={text} />
          ))}
        </ol>
      </div>
      {alternatives.length > 0 && (
        <p className="mt-2 text-12 text-ink-3">
          <Trans>This selector also matches</Trans>{' '}
          {alternatives.map(({ signature }) => (
            <span key={signature} className="mono mr-2 text-ink-2">
              {signature}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

interface FrameProps {
  frame: RevertFrame
  order: number
  origin: boolean
  /** What the error says, where it is a text. */
  text: string | null
}

function Frame({ frame, order, origin, text }: FrameProps) {
  const { method, label, contract, role, name, selector, args } = frame
  const where = label ?? (contract ? shortHash(contract) : null)
  const error = name ?? selector
  return (
    <li
      className={clsx(
        'flex items-center gap-2 px-3 whitespace-nowrap',
        origin && 'bg-danger-wash text-danger',
      )}
    >
      <span className={origin ? undefined : 'text-ink-3'} aria-hidden>
        {order}
      </span>
      {order > 0 && (
        <span className="whitespace-pre text-ink-3" aria-hidden>
          {'  '.repeat(order - 1)}└
        </span>
      )}
      <span>
        {method && (
          <span className={origin ? 'text-ink-2' : undefined}>
            {where ? `${where}.` : ''}
            {method}
            {error && (origin || name) ? ' › ' : ''}
          </span>
        )}
        {(origin || name) && error}
        {origin && text && name === 'Error' ? (
          <span className="text-ink"> “{text}”</span>
        ) : (
          (origin || name) && args.length > 0 && <span className="text-ink">{argumentsOf(args)}</span>
        )}
        {!method && !error && (where ?? <Trans>a call</Trans>)}
      </span>
      <span className="ml-auto pl-6 font-sans text-11 max-md:hidden">
        {origin ? (
          <>
            <Trans>origin</Trans>
            {selector && ` · ${selector}`}
          </>
        ) : (
          <span className="text-ink-3">
            {role !== 'unknown' && role.replaceAll('_', ' ')}
            {role !== 'unknown' && contract && ' · '}
            {contract && shortHash(contract)}
          </span>
        )}
      </span>
    </li>
  )
}
