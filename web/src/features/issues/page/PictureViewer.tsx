import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, ExternalLink, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Attachment } from '#/entities/issue/view'
import { Button } from '#/ui/Button'
import { beside, useModal } from '#/ui/Dialog'

interface Props {
  pictures: Attachment[]
  /** The one to begin with. */
  first: number
  onClose: () => void
}

const SCALES = [1, 1.5, 2, 3, 4]

/** Pictures of a report, one at a time and as large as the window lets them. Arrows turn, + and − zoom, Esc closes. */
export function PictureViewer({ pictures, first, onClose }: Props) {
  const { t } = useLingui()
  const ref = useModal(true)
  const [at, setAt] = useState(first)
  const [zoom, setZoom] = useState(0)
  const picture = pictures[at]
  const scale = SCALES[zoom] ?? 1

  function turn(by: 1 | -1) {
    setAt((at + by + pictures.length) % pictures.length)
    setZoom(0)
  }
  const zoomBy = (by: 1 | -1) => setZoom(Math.min(Math.max(zoom + by, 0), SCALES.length - 1))

  function onKeyDown(event: KeyboardEvent) {
    const does: Record<string, () => void> = {
      ArrowLeft: () => turn(-1),
      ArrowRight: () => turn(1),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': () => setZoom(0),
    }
    const run = does[event.key]
    if (!run || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    run()
  }

  if (!picture) return null
  const glyph = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <dialog
      ref={ref}
      aria-label={t`Picture ${picture.name}`}
      onClose={onClose}
      onClick={event => beside(event) && onClose()}
      onKeyDown={onKeyDown}
      className="m-auto h-[94dvh] w-[96vw] max-w-none overflow-hidden rounded-4 bg-overlay p-0 text-13 text-ink shadow-overlay backdrop:bg-scrim open:flex open:flex-col"
    >
      <header className="flex items-center gap-1 border-b border-line px-3 py-2">
        <p className="min-w-0 flex-1 truncate">
          {picture.name}{' '}
          {pictures.length > 1 && (
            <span className="text-ink-3">
              <Trans>
                {at + 1} of {pictures.length}
              </Trans>
            </span>
          )}
        </p>
        {pictures.length > 1 && (
          <>
            <Button
              kind="ghost"
              shape="icon"
              aria-label={t`Previous picture`}
              onClick={() => turn(-1)}
              icon={<ChevronLeft {...glyph} />}
            />
            <Button
              kind="ghost"
              shape="icon"
              aria-label={t`Next picture`}
              onClick={() => turn(1)}
              icon={<ChevronRight {...glyph} />}
            />
          </>
        )}
        <Button
          kind="ghost"
          shape="icon"
          aria-label={t`Smaller`}
          disabled={zoom === 0}
          onClick={() => zoomBy(-1)}
          icon={<ZoomOut {...glyph} />}
        />
        <Button
          kind="ghost"
          shape="icon"
          aria-label={t`Larger`}
          disabled={zoom === SCALES.length - 1}
          onClick={() => zoomBy(1)}
          icon={<ZoomIn {...glyph} />}
        />
        <a
          href={picture.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t`Open in a new tab`}
          className="grid size-(--control) place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink"
        >
          <ExternalLink {...glyph} />
        </a>
        <Button
          kind="ghost"
          shape="icon"
          aria-label={t`Close`}
          data-autofocus
          onClick={onClose}
          icon={<X {...glyph} />}
        />
      </header>
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto bg-sunken">
        <img
          src={picture.url}
          alt={picture.name}
          className={scale === 1 ? 'max-h-full max-w-full object-contain' : 'max-w-none'}
          style={scale === 1 ? undefined : { width: `${scale * 100}%` }}
        />
      </div>
    </dialog>
  )
}
