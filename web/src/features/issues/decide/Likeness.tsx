import { Plural, Trans } from '@lingui/react/macro'
import { Fingerprint } from 'lucide-react'
import type { Similar } from '#/entities/issue/view'

/** From which score on two texts are as good as the same. */
const NEARLY = 0.6

/** Why one report is held for another, in words, and how many more say the same. */
export function Likeness({ row }: { row: Pick<Similar, 'why' | 'score' | 'folded'> }) {
  return (
    <>
      <Why of={row} />
      {row.folded > 0 && (
        <>
          {', '}
          <Plural value={row.folded} one="# more like it" other="# more like it" />
        </>
      )}
    </>
  )
}

function Why({ of: { why, score } }: { of: Pick<Similar, 'why' | 'score'> }) {
  if (why === 'failure')
    return (
      <span className="inline-flex items-center gap-1 font-medium text-link">
        <Fingerprint size={12} strokeWidth={2.1} aria-hidden />
        <Trans>same failure</Trans>
      </span>
    )
  if (why === 'title')
    return score >= NEARLY ? <Trans>nearly the same title</Trans> : <Trans>similar title</Trans>
  return score >= NEARLY ? <Trans>nearly the same text</Trans> : <Trans>some of the same words</Trans>
}
