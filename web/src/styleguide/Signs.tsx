import { CircleCheck, Clock, Info, TriangleAlert, Wallet } from 'lucide-react'
import { VERDICTS } from '#/entities/evidence/failure'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { SEVERITIES, STATUSES } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { StatusMark } from '#/entities/issue/StatusMark'
import { StreakTile } from '#/entities/person/StreakTile'
import { MOD } from '#/lib/key-names'
import { Shelf } from '#/styleguide/Controls'
import { Badge, RoleBadge, Tag } from '#/ui/Badge'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'
import { Delta } from '#/ui/Delta'
import { Facts } from '#/ui/Facts'
import { FilterChip } from '#/ui/FilterChip'
import { Hash } from '#/ui/Hash'
import { Keys } from '#/ui/Keys'
import { Logo } from '#/ui/Logo'
import { Meter, ShareBar } from '#/ui/Meter'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'

export function Marks() {
  return (
    <div className="lg:!col-span-4">
      <Panel title="Status, severity, verdict">
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {STATUSES.map(status => (
              <StatusMark key={status} status={status} />
            ))}
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {SEVERITIES.map(severity => (
              <SeverityMark key={severity} severity={severity} />
            ))}
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {VERDICTS.map(verdict => (
              <VerdictMark key={verdict} verdict={verdict} />
            ))}
            <VerdictMark chip verdict="suspect" word="Our router" />
            <VerdictMark chip verdict="expected" word="Your slippage limit" />
          </div>
          <Shelf>
            <RoleBadge isAdmin />
            <RoleBadge isAdmin={false} />
            <Badge tone="gold">you</Badge>
            <Badge tone="success" icon={<CircleCheck size={12} aria-hidden />}>
              your wallet
            </Badge>
            <Badge icon={<Clock size={12} aria-hidden />}>provisional</Badge>
            <Badge tone="info">info</Badge>
            <Badge tone="warning">late</Badge>
            <Badge tone="danger">burning</Badge>
            <Tag>permit_expired</Tag>
          </Shelf>
          <Shelf>
            {['rin', 'kai', 'juno', 'neo', 'sable', 'lio', 'mia'].map(name => (
              <span key={name} className="flex items-center gap-2 pr-2 font-medium">
                <StreakTile name={name} />@{name}
              </span>
            ))}
          </Shelf>
          <Shelf>
            <StreakTile name="rin" size={28} />
            <StreakTile name="rin" size={56} />
            <Logo size={26} />
            <Logo size={44} />
          </Shelf>
        </div>
      </Panel>
    </div>
  )
}

export function Small() {
  return (
    <div className="lg:!col-span-8">
      <Panel title="Keys, hashes, facts, bands">
        <div className="grid gap-4">
          <Shelf>
            <Keys of={['g', 'i']} />
            <Keys of={[MOD, 'K']} />
            <Keys of={['Esc']} />
            <Hash value="0x12ab34cd56ef7890aabbccddeeff00112233445566778899aabbccddeeff9f30" />
            <FilterChip on>Status: open</FilterChip>
            <FilterChip>Severity</FilterChip>
            <Meter label="Quality" value={3} max={4} />
            <Delta change={12} />
            <Delta change={-12} />
            <Delta change={0} />
            <Moment at="2026-10-01T10:20:58.000Z" />
          </Shelf>
          <ShareBar parts={[60, 20, 14, 6]} />
          <Facts
            facts={[
              { name: 'Network', value: 'Sepolia' },
              { name: 'Build', value: '0.4.2' },
              { name: 'Wallet', value: <Hash value="0x9f30aabbccddeeff00112233445566778899aabb" /> },
            ]}
          />
          <Band icon={<Info size={16} aria-hidden />} title="Offline.">
            Reports are kept on this device and sent later.
          </Band>
          <Band
            tone="warning"
            icon={<Wallet size={16} aria-hidden />}
            title="No payout wallet yet."
            actions={<Button>Choose wallet</Button>}
          >
            Season 2 ends in 12 d.
          </Band>
          <Band tone="success" icon={<CircleCheck size={16} aria-hidden />} title="Fixed in 0.4.2.">
            Does it work for you?
          </Band>
          <Band tone="info" icon={<Info size={16} aria-hidden />} title="Rules v2 from Monday.">
            Nothing already earned changes.
          </Band>
          <Band tone="danger" icon={<TriangleAlert size={16} aria-hidden />} title="Base lags by 41 s.">
            Hashes of the last minute may be missing.
          </Band>
        </div>
      </Panel>
    </div>
  )
}
