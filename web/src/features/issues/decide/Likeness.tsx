import { Trans } from '@lingui/react/macro'
import type { Similar } from '#/features/issues/model'

/** From which score on two texts are as good as the same. */
const NEARLY = 0.6

/** Why one report is held for another, in words. */
export function Likeness({ row: { why, score } }: { row: Pick<Similar, 'why' | 'score'> }) {
  if (why === 'title')
    return score >= NEARLY ? <Trans>nearly the same title</Trans> : <Trans>a title like it</Trans>
  return score >= NEARLY ? <Trans>nearly the same text</Trans> : <Trans>some of the same words</Trans>
}
