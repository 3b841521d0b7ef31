import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Cell, HeadCell, Row, Table } from '#/ui/Table'

interface Words<Line> {
  head: ReactNode
  action?: never
  /** Right aligned, tabular. */
  figure?: boolean
  cell: (line: Line) => ReactNode
  /** Left out on narrow screens. */
  wide?: boolean
}

/** Buttons and menus; their head is for readers alone. */
interface Action<Line> {
  action: true
  head?: never
  figure?: never
  cell: (line: Line) => ReactNode
  wide?: boolean
}

interface Props<Line> {
  /** Says to readers what the rows are. */
  caption: string
  compact?: boolean
  rows: readonly Line[]
  keyOf: (row: Line) => string | number
  /** The row the keyboard is at. */
  isAt?: (row: Line) => boolean
  columns: (Words<Line> | Action<Line> | false)[]
}

/** A table as a list of its columns. */
export function DataTable<Line>({ caption, compact = false, rows, keyOf, isAt, columns }: Props<Line>) {
  const { t } = useLingui()
  const shown = columns.filter(column => column !== false)
  const look = ({ action, figure, wide }: (typeof shown)[number]) => ({
    figure: action ?? figure ?? false,
    wide: wide ?? false,
  })
  return (
    <Table
      caption={caption}
      compact={compact}
      head={shown.map((column, order) => (
        <HeadCell key={order} {...look(column)}>
          {column.action ? <span className="sr-only">{t`Action`}</span> : column.head}
        </HeadCell>
      ))}
    >
      {rows.map(row => (
        <Row key={keyOf(row)} cursor={isAt?.(row) ?? false}>
          {shown.map((column, order) => (
            <Cell key={order} {...look(column)}>
              {column.cell(row)}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  )
}
