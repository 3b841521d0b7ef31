import { SkeletonRows } from '#/ui/Skeleton'

/** A panel whose figures are on the way. */
export function PanelOutline() {
  return (
    <div className="min-h-[222px] rounded-3 border border-line bg-panel">
      <SkeletonRows rows={4} />
    </div>
  )
}
