import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { LinesOutcome } from '#/features/access/wallet-list/model'
import { figure } from '#/lib/number'

/** What would come of lines, before anything is added. */
export function LinesPreview({ outcome: { added, known, wrong, problems } }: { outcome: LinesOutcome }) {
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-3">
        <Count value={added} name={<Trans>new</Trans>} />
        <Count value={known} name={<Trans>already listed, or duplicates</Trans>} />
        <Count value={wrong} name={<Trans>invalid</Trans>} isWrong={wrong > 0} />
      </dl>
      {wrong > 0 && (
        <>
          <p>
            <Plural
              value={wrong}
              one="# line is not a valid address and is skipped."
              other="# lines are not valid addresses and are skipped."
            />{' '}
            <Trans>Names such as rin.eth and addresses with a wrong checksum are skipped.</Trans>
          </p>
          <ol
            className="max-h-48 overflow-y-auto rounded-2 border border-line bg-sunken px-3 py-2 text-12"
            tabIndex={0}
          >
            {problems.map(({ line, text }) => (
              <li key={line} className="flex gap-3">
                <span className="w-20 flex-none text-ink-3">
                  <Trans>line {figure(line)}</Trans>
                </span>
                <span className="mono min-w-0 break-all text-ink">{text}</span>
              </li>
            ))}
          </ol>
          {wrong > problems.length && (
            <p className="text-12 text-ink-3">
              <Trans>Showing the first {problems.length}.</Trans>
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Count({ value, name, isWrong = false }: { value: number; name: ReactNode; isWrong?: boolean }) {
  return (
    <div className="rounded-2 border border-line px-3 py-2">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className={`text-20 font-medium ${isWrong ? 'text-warning' : 'text-ink'}`}>{figure(value)}</dd>
    </div>
  )
}
