import { Trans } from '@lingui/react/macro'
import { Check, Minus } from 'lucide-react'
import type { WouldHave } from '#/entities/evidence/explanation'
import { Badge } from '#/ui/Badge'

/** What would have made the swap pass, and how sure that is. Nothing if it could not be tried. */
export function WouldHaveLine({ wouldHave: { outcome, sentence, certainty } }: { wouldHave: WouldHave }) {
  if (!sentence) return null
  const works = outcome === 'works'
  const glyph = { size: 12, strokeWidth: 2.1, 'aria-hidden': true } as const
  return (
    <p
      className={`mt-2.5 flex max-w-[66ch] items-start gap-2.5 rounded-2 border px-3 py-2 ${
        works ? 'border-success-line bg-success-wash' : 'border-line-faint bg-sunken'
      }`}
    >
      <span className={`mt-1 flex-none ${works ? 'text-success' : 'text-ink-3'}`}>
        {works ? <Check {...glyph} /> : <Minus {...glyph} />}
      </span>
      <span className="min-w-0 flex-1 text-ink-2">{sentence}</span>
      <Badge>{certainty === 'exact' ? <Trans>replayed</Trans> : <Trans>estimated</Trans>}</Badge>
    </p>
  )
}
