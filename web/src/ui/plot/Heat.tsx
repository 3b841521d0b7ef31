import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { figure } from '#/lib/number'

interface Props {
  label: string
  rows: string[]
  columns: string[]
  /** One row of counts for each row. */
  counts: number[][]
}

const STEPS = 7

/** How much of something, by two things at once. A cell that never had any is an empty box, not a pale one. */
export function Heat({ label, rows, columns, counts }: Props) {
  const { t } = useLingui()
  const max = Math.max(...counts.flat(), 1)
  const stepOf = (count: number) => Math.max(1, Math.ceil((count / max) * STEPS))
  return (
    <div className="relative overflow-x-auto" role="group" aria-label={label} tabIndex={0}>
      <table className="w-full table-fixed border-separate border-spacing-px text-center text-11">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-9">
              <span className="sr-only">{label}</span>
            </th>
            {columns.map((column, order) => (
              <th key={column} scope="col" className="h-5 font-normal text-(--viz-axis)">
                <span className={order % 6 === 0 ? '' : 'sr-only'}>{column}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={row}>
              <th scope="row" className="pr-2 text-left font-normal whitespace-nowrap text-(--viz-axis)">
                {row}
              </th>
              {columns.map((column, place) => {
                const count = counts[line]?.[place] ?? 0
                return (
                  <td
                    key={column}
                    title={t`${row} ${column}: ${figure(count)}`}
                    className={clsx('h-[19px] rounded-[2px]', count === 0 && 'border border-line-faint')}
                    style={count > 0 ? { background: `var(--seq-${stepOf(count)})` } : undefined}
                  >
                    <span className="sr-only">{figure(count)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
