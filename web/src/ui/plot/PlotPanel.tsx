import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { Download, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#/ui/Button'
import { saveText } from '#/lib/save-text'
import { Panel } from '#/ui/Panel'
import { useInViewport } from '#/ui/plot/use-in-viewport'
import { Cell, HeadCell, Row, Table } from '#/ui/Table'

/** The same figures, to be read, copied and taken away. */
export interface Twin {
  head: string[]
  rows: (string | number)[][]
}

interface Props {
  title: string
  note?: ReactNode
  legend?: ReactNode
  /** The legend is too long to stand beside the title in half a page. */
  longLegend?: boolean
  twin: Twin
  /** Below the drawing, ruled off. */
  footer?: ReactNode
  children: ReactNode
}

/** A plot in a panel, and its twin in figures. */
export function PlotPanel({ title, note, legend, longLegend, twin, footer, children }: Props) {
  const { t } = useLingui()
  const [asTable, setAsTable] = useState(false)
  const [ref, near] = useInViewport()

  return (
    <div className="@container grid min-w-0 grid-cols-1">
      <Panel
        flush
        title={title}
        note={note}
        actions={
          <>
            {!asTable && legend && (
              <span className={longLegend ? '@max-[40rem]:hidden' : '@max-[27rem]:hidden'}>{legend}</span>
            )}
            {asTable && (
              <Button
                kind="ghost"
                size="small"
                onClick={() => saveText(`${title}.csv`, 'text/csv', csv(twin))}
                icon={<Download size={14} strokeWidth={1.9} aria-hidden />}
              >{t`CSV`}</Button>
            )}
            <Button
              kind="ghost"
              size="small"
              shape="icon"
              aria-pressed={asTable}
              aria-label={t`${title} as a table`}
              title={t`Table`}
              onClick={() => setAsTable(!asTable)}
              icon={<Table2 size={14} strokeWidth={1.9} aria-hidden />}
            />
          </>
        }
      >
        {asTable ? (
          <div className="max-h-72 overflow-y-auto border-t border-line-faint">
            <TwinTable title={title} twin={twin} />
          </div>
        ) : (
          <div ref={ref} className={clsx('px-4 pb-3', !near && 'min-h-[180px]')}>
            {legend && (
              <p className={longLegend ? 'pb-2 @[40rem]:hidden' : 'pb-2 @[27rem]:hidden'}>{legend}</p>
            )}
            {near && children}
          </div>
        )}
        {footer && <div className="border-t border-line-faint px-4 py-2.5 text-12 text-ink-2">{footer}</div>}
      </Panel>
    </div>
  )
}

function TwinTable({ title, twin }: { title: string; twin: Twin }) {
  return (
    <Table
      compact
      caption={title}
      head={twin.head.map((word, order) => (
        <HeadCell key={word} figure={order > 0}>
          {word}
        </HeadCell>
      ))}
    >
      {twin.rows.map((row, order) => (
        <Row key={order}>
          {row.map((value, column) => (
            <Cell key={column} figure={column > 0}>
              {value}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  )
}

/** Quotes every cell; one that a spreadsheet would run as a formula becomes text. */
export const csv = ({ head, rows }: Twin): string =>
  [head, ...rows]
    .map(row =>
      row
        .map(value => {
          const text = String(value)
          const tame = typeof value === 'string' && /^[=+@\t\r-]/.test(text) ? `'${text}` : text
          return `"${tame.replaceAll('"', '""')}"`
        })
        .join(','),
    )
    .join('\r\n')
