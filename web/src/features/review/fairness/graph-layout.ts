// Where the parts of a case stand: up to four columns, each line as short as it can be.
import type { Graph, GraphEdge, GraphNode } from '#/entities/fairness/case-schema'

const COLUMNS = ['funder', 'wallet', 'user', 'device'] as const
export type Column = (typeof COLUMNS)[number]

/** The width of each column's boxes. */
const BOX: Record<Column, number> = { funder: 124, wallet: 140, user: 124, device: 104 }
export const WIDTH = 734
const MARGIN = 8
/** No line between two columns is longer than it needs to be seen. */
const WIDEST_GAP = 160
export const HEIGHT_OF_BOX = 40
const ROW = 52
const TOP = 46

export interface Placed extends GraphNode {
  x: number
  width: number
  /** Of its middle. */
  y: number
}

export interface PlacedEdge extends GraphEdge {
  a: Placed
  b: Placed
}

interface Layout {
  /** The middle of each column that has something in it. */
  columns: { kind: Column; middle: number }[]
  nodes: Placed[]
  edges: PlacedEdge[]
  height: number
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Pushes what would overlap down, in the order they wish. */
function spaced(wished: { node: GraphNode; y: number }[]): Map<string, number> {
  const places = new Map<string, number>()
  let free = TOP
  for (const { node, y } of wished.toSorted((one, other) => one.y - other.y)) {
    const at = Math.max(free, y)
    places.set(node.id, at)
    free = at + ROW
  }
  return places
}

/** The left edge of each column that has something in it. */
function placeColumns(nodes: GraphNode[]): Map<Column, number> {
  const used = COLUMNS.filter(kind => nodes.some(node => node.kind === kind))
  const boxes = used.reduce((sum, kind) => sum + BOX[kind], 0)
  const gap = Math.min(WIDEST_GAP, (WIDTH - 2 * MARGIN - boxes) / Math.max(1, used.length - 1))
  let x = MARGIN
  return new Map(
    used.map(kind => {
      const at = x
      x += BOX[kind] + gap
      return [kind, at]
    }),
  )
}

/** Wallets stand beside their accounts, funders and devices amid what they are joined to. */
export function layOut({ nodes, edges }: Graph): Layout {
  const column = (kind: Column) => nodes.filter(node => node.kind === kind)
  const neighbours = new Map<string, string[]>()
  for (const { from, to } of edges) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to])
    neighbours.set(to, [...(neighbours.get(to) ?? []), from])
  }
  const wallets = new Set(column('wallet').map(({ id }) => id))
  const y = new Map<string, number>()
  // An account with several wallets gets a row for each, and is in their middle.
  let row = 0
  for (const user of column('user')) {
    const own = (neighbours.get(user.id) ?? []).filter(id => wallets.has(id) && !y.has(id))
    const rows = Math.max(1, own.length)
    for (const [order, id] of own.entries()) y.set(id, TOP + (row + order) * ROW)
    y.set(user.id, TOP + (row + (rows - 1) / 2) * ROW)
    row += rows
  }
  for (const wallet of column('wallet').filter(({ id }) => !y.has(id))) y.set(wallet.id, TOP + row++ * ROW)
  for (const kind of ['funder', 'device'] as const) {
    const wished = column(kind).map(node => {
      const joined = (neighbours.get(node.id) ?? []).flatMap(id => y.get(id) ?? [])
      return { node, y: joined.length > 0 ? mean(joined) : TOP }
    })
    for (const [id, at] of spaced(wished)) y.set(id, at)
  }
  const lefts = placeColumns(nodes)
  const placed = nodes.map(
    (node): Placed =>
      Object.assign({}, node, {
        x: lefts.get(node.kind) ?? MARGIN,
        width: BOX[node.kind],
        y: y.get(node.id) ?? TOP,
      }),
  )
  const byId = new Map(placed.map(node => [node.id, node]))
  const joined = edges.flatMap(edge => {
    const [one, other] = [byId.get(edge.from), byId.get(edge.to)]
    if (!one || !other) return []
    // Drawn from left to right, in either direction.
    const [a, b] = one.x <= other.x ? [one, other] : [other, one]
    return [Object.assign({}, edge, { a, b })]
  })
  const lowest = Math.max(TOP, ...placed.map(node => node.y))
  return {
    columns: [...lefts].map(([kind, x]) => ({ kind, middle: x + BOX[kind] / 2 })),
    nodes: placed,
    edges: joined,
    height: lowest + HEIGHT_OF_BOX / 2 + 8,
  }
}
