import { StreakTile } from '#/entities/person/StreakTile'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Delta } from '#/ui/Delta'
import { EmptyState } from '#/ui/EmptyState'
import { Failure } from '#/ui/Failure'
import { ShareBar } from '#/ui/Meter'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { Spinner } from '#/ui/Spinner'
import { Cell, HeadCell, Row, Table } from '#/ui/Table'

const ROWS = [
  { rank: 36, name: 'sable', points: 451, change: 12, accuracy: 69, parts: [60, 20, 20] },
  { rank: 37, name: 'lio', points: 434, change: 8, accuracy: 73, parts: [55, 25, 20], cursor: true },
  { rank: 38, name: 'rin', points: 412, change: 169, accuracy: 80, parts: [70, 10, 15, 5], own: true },
  { rank: 39, name: 'pavel_r', points: 405, change: -12, accuracy: 62, parts: [50, 30, 20] },
]

function Standings({ compact = false }: { compact?: boolean }) {
  return (
    <Table
      caption={compact ? 'Standings, compact' : 'Standings'}
      compact={compact}
      head={
        <>
          <HeadCell figure>#</HeadCell>
          <HeadCell>Tester</HeadCell>
          <HeadCell figure>Points</HeadCell>
          <HeadCell figure>7 d</HeadCell>
          <HeadCell figure>Accuracy</HeadCell>
          <HeadCell>By rule</HeadCell>
        </>
      }
    >
      {ROWS.map(row => (
        <Row key={row.rank} {...(row.cursor ? { cursor: true } : {})} {...(row.own ? { own: true } : {})}>
          <Cell figure>
            <span className="text-ink-3">{row.rank}</span>
          </Cell>
          <Cell>
            <span className="flex items-center gap-2 font-medium">
              <StreakTile name={row.name} />@{row.name} {row.own && <Badge tone="gold">you</Badge>}
            </span>
          </Cell>
          <Cell figure>
            <span className={row.own ? 'font-medium text-gold-text' : 'font-medium'}>{row.points}</span>
          </Cell>
          <Cell figure>
            <Delta change={row.change} />
          </Cell>
          <Cell figure>
            <span className="text-ink-2">{row.accuracy} %</span>
          </Cell>
          <Cell>
            <div className="w-30">
              <ShareBar parts={row.parts} />
            </div>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

export function Tables() {
  return (
    <>
      <div className="lg:!col-span-6">
        <Panel flush title="Table rows" note="rest, cursor, own">
          <Standings />
        </Panel>
      </div>
      <div className="lg:!col-span-6">
        <Panel flush title="Compact rows">
          <Standings compact />
        </Panel>
      </div>
    </>
  )
}

export function States() {
  return (
    <>
      <div className="lg:!col-span-4">
        <Panel flush title="Empty">
          <EmptyState
            title="No issue matches all four filters."
            actions={
              <>
                <Button>Remove it</Button>
                <Button kind="ghost">Clear all</Button>
              </>
            }
          >
            <code className="mono">net:84532</code> removed the most, 61 of 64.
          </EmptyState>
        </Panel>
      </div>
      <div className="lg:!col-span-4">
        <Panel flush title="Failed">
          <Failure title="Proof did not load." onRetry={() => undefined}>
            The report and the comments still work.
          </Failure>
        </Panel>
      </div>
      <div className="lg:!col-span-4">
        <Panel flush title="Loading" actions={<Spinner />}>
          <SkeletonRows rows={3} />
        </Panel>
      </div>
    </>
  )
}
