import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type Column,
  HEIGHT_OF_BOX,
  layOut,
  type Placed,
  type PlacedEdge,
  WIDTH,
} from '#/features/review/fairness/graph-layout'
import type { Graph } from '#/entities/fairness/case-schema'
import { shortHash } from '#/lib/hash'
import { clockOf, dayOf } from '#/lib/time'
import { Panel } from '#/ui/Panel'
import { Legend } from '#/ui/plot/axes'

const COLUMN_LABEL: Record<Column, MessageDescriptor> = {
  funder: msg`paid by`,
  wallet: msg`wallet`,
  user: msg`account`,
  device: msg`device`,
}

/** Who paid which wallet, whose it is, and from which device they come. Orange is shared, grey is their own. */
export function CaseGraph({ graph }: { graph: Graph }) {
  const { t } = useLingui()
  if (graph.nodes.length === 0) return null
  const { columns, nodes, edges, height } = layOut(graph)
  return (
    <Panel
      title={<Trans>Connections</Trans>}
      actions={
        <Legend
          of={[
            { label: t`shared`, colour: 'var(--warning)' },
            { label: t`own`, colour: 'var(--line-control)' },
          ]}
        />
      }
    >
      <div
        role="group"
        tabIndex={0}
        aria-label={t`Connections`}
        className="max-h-[26rem] overflow-auto focus-visible:-outline-offset-2"
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          width="100%"
          role="img"
          aria-label={sentence(nodes, edges)}
          className="max-w-[56rem] min-w-[40rem] text-11"
        >
          {columns.map(({ kind, middle }) => (
            <text key={kind} x={middle} y={14} textAnchor="middle" fill="var(--ink-3)">
              {t(COLUMN_LABEL[kind])}
            </text>
          ))}
          {edges.map(edge => (
            <path
              key={`${edge.from} ${edge.to}`}
              d={path(edge)}
              fill="none"
              stroke={edge.hot ? 'var(--warning)' : 'var(--line-control)'}
              strokeWidth={edge.hot ? 1.75 : 1}
            />
          ))}
          {nodes.map(node => (
            <Box key={node.id} node={node} />
          ))}
        </svg>
      </div>
    </Panel>
  )
}

function path({ a, b }: PlacedEdge): string {
  const [x1, x2] = [a.x + a.width, b.x]
  const middle = (x1 + x2) / 2
  return `M${x1} ${a.y} C${middle} ${a.y} ${middle} ${b.y} ${x2} ${b.y}`
}

function Box({ node }: { node: Placed }) {
  const middle = node.x + node.width / 2
  const isHash = node.label.startsWith('0x')
  const label = isHash ? shortHash(node.label) : node.kind === 'user' ? `@${node.label}` : node.label
  return (
    <g>
      <title>{[node.label, node.note].filter(Boolean).join(', ')}</title>
      <rect
        x={node.x}
        y={node.y - HEIGHT_OF_BOX / 2}
        width={node.width}
        height={HEIGHT_OF_BOX}
        rx={5}
        fill={node.hot ? 'var(--warning-wash)' : 'var(--bg-raised)'}
        stroke={node.hot ? 'var(--warning-line)' : 'var(--line-strong)'}
      />
      <text
        x={middle}
        y={node.note ? node.y - 3 : node.y + 4}
        textAnchor="middle"
        fill="var(--ink)"
        className={isHash ? 'font-mono' : 'font-semibold'}
      >
        {clip(label, node.width)}
      </text>
      {node.note && (
        <text x={middle} y={node.y + 12} textAnchor="middle" fill="var(--ink-3)">
          {clip(noteText(node.note), node.width)}
        </text>
      )}
    </g>
  )
}

/** A note that is a time is written as one. */
const noteText = (note: string) =>
  /^\d{4}-\d\d-\d\dT/.test(note) ? `${dayOf(note)}, ${clockOf(note)}` : note

/** As much as fits into a box. */
const clip = (text: string, width: number) => {
  const most = Math.floor(width / 6.4)
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** The same for readers: what is joined, one after another. */
const sentence = (nodes: Placed[], edges: PlacedEdge[]) =>
  nodes
    .filter(({ hot }) => hot)
    .map(node => {
      const joined = edges
        .filter(({ a, b }) => a.id === node.id || b.id === node.id)
        .map(({ a, b }) => (a.id === node.id ? b.label : a.label))
      return `${node.label}: ${joined.join(', ')}`
    })
    .join('. ')
