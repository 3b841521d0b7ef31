import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#/ui/Button'

interface Props {
  /** The place after which the next page begins; `null` on the last. */
  next: number | null
  /** Where each page so far began; the last is the one in sight. */
  trail: number[]
  onGo: (trail: number[]) => void
}

/** The first page of a list. */
export const FIRST_PAGE = [0]

/** To the next page of a list by places, and back. */
export function Pagination({ next, trail, onGo }: Props) {
  const { t } = useLingui()
  if (next === null && trail.length === 1) return null
  return (
    <span className="inline-flex gap-1">
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Previous page`}
        disabled={trail.length === 1}
        onClick={() => onGo(trail.slice(0, -1))}
        icon={<ChevronLeft size={14} aria-hidden />}
      />
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Next page`}
        disabled={next === null}
        onClick={() => next !== null && onGo([...trail, next])}
        icon={<ChevronRight size={14} aria-hidden />}
      />
    </span>
  )
}
