import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import type { Cluster } from '#/entities/cluster/schema'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'

/** Says for which failure a report is to stand. */
export function ClusterBand({ cluster, onDrop }: { cluster: Cluster; onDrop: () => void }) {
  return (
    <div className="mt-3">
      <Band
        tone="info"
        icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
        title={
          <Trans>
            It will stand for{' '}
            <Link
              to="/issues/clusters/$id"
              params={{ id: cluster.id }}
              className="underline underline-offset-2"
            >
              {cluster.title}
            </Link>
            .
          </Trans>
        }
        actions={
          <Button size="small" kind="ghost" onClick={onDrop}>
            <Trans>Report separately</Trans>
          </Button>
        }
      >
        <Plural
          value={cluster.personCount}
          one="# person is counted from the beginning."
          other="# people are counted from the beginning."
        />
      </Band>
    </div>
  )
}
