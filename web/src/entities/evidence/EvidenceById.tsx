import { Trans } from '@lingui/react/macro'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import { Await } from '#/ui/Await'
import { Bone, Skeleton } from '#/ui/Skeleton'

/** One piece of evidence, followed until it is settled. */
export function EvidenceById({ id, compact = false }: { id: string; compact?: boolean }) {
  const query = useEvidence(id)
  return (
    <Await
      alone
      level={3}
      query={query}
      skeleton={<EvidenceSkeleton />}
      failed={<Trans>Couldn’t load the evidence.</Trans>}
    >
      {({ evidence }) => <EvidencePanel evidence={evidence} compact={compact} />}
    </Await>
  )
}

export function EvidenceSkeleton() {
  return (
    <Skeleton>
      <div className="flex gap-3 rounded-3 border border-line bg-panel p-4">
        <Bone className="!size-6 flex-none !rounded-full" />
        <div className="grid flex-1 gap-2.5 pt-1.5">
          <Bone className="w-8/12" />
          <Bone className="w-5/12" />
          <Bone className="w-6/12" />
        </div>
      </div>
    </Skeleton>
  )
}
