import { CircleX, TriangleAlert } from 'lucide-react'
import type { Preview } from '#/entities/reward/schema'
import { Band } from '#/ui/Band'

/** What stops a payout from being built, and what should be known before. */
export function Findings({
  preview: { problems, warnings },
}: {
  preview: Pick<Preview, 'problems' | 'warnings'>
}) {
  if (problems.length + warnings.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      {problems.map(({ key, sentence }) => (
        <Band
          key={key}
          tone="danger"
          role="alert"
          icon={<CircleX size={16} strokeWidth={1.75} aria-hidden />}
          title={sentence}
        />
      ))}
      {warnings.map(({ key, sentence }) => (
        <Band
          key={key}
          tone="warning"
          icon={<TriangleAlert size={16} strokeWidth={1.75} aria-hidden />}
          title={sentence}
        />
      ))}
    </div>
  )
}
