import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { type PointerEvent, useEffect, useState } from 'react'
import type { Box } from '#/features/issues/attach/picture'
import type { Pending } from '#/features/issues/attach/use-attachments'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'

interface Props {
  file: Pending
  onClose: () => void
  onDone: (boxes: Box[]) => void
}

/** Draws boxes over what nobody should see. The picture is made anew without it, and the old one is taken back. */
export default function RedactDialog({ file, onClose, onDone }: Props) {
  const { t } = useLingui()
  const [boxes, setBoxes] = useState<Box[]>([])
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null)
  const [drawing, setDrawing] = useState<Box | null>(null)
  const picture = useAddress(file.source)

  function place(event: PointerEvent) {
    const frame = event.currentTarget.getBoundingClientRect()
    const part = (value: number) => Math.min(1, Math.max(0, value))
    return {
      x: part((event.clientX - frame.left) / frame.width),
      y: part((event.clientY - frame.top) / frame.height),
    }
  }

  function draw(event: PointerEvent) {
    if (!from) return
    const to = place(event)
    setDrawing({
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    })
  }

  function end() {
    if (drawing && drawing.width > 0.004 && drawing.height > 0.004) setBoxes([...boxes, drawing])
    setFrom(null)
    setDrawing(null)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={<Trans>Redact {file.name}</Trans>}
      footer={
        <>
          <Button
            kind="ghost"
            disabled={boxes.length === 0}
            icon={<Undo2 size={14} aria-hidden />}
            onClick={() => setBoxes(boxes.slice(0, -1))}
          >
            <Trans>Undo</Trans>
          </Button>
          <Button kind="primary" disabled={boxes.length === 0} onClick={() => onDone(boxes)}>
            <Trans>Remove what is covered</Trans>
          </Button>
        </>
      }
    >
      <p className="mb-3">
        <Trans>Draw boxes over addresses, names or amounts. What is under them is removed, not hidden.</Trans>
      </p>
      <div
        role="application"
        aria-label={t`Picture; draw boxes with the pointer`}
        className="relative cursor-crosshair touch-none overflow-hidden rounded-2 border border-line bg-sunken select-none"
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setFrom(place(event))
        }}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <img src={picture} alt="" draggable={false} className="block w-full" />
        {[...boxes, ...(drawing ? [drawing] : [])].map((box, order) => (
          <span
            key={order}
            className="absolute outline outline-line-control"
            style={{
              left: `${box.x * 100}%`,
              top: `${box.y * 100}%`,
              width: `${box.width * 100}%`,
              height: `${box.height * 100}%`,
              background: '#000',
            }}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** An address for a file, for as long as it is shown. */
function useAddress(file: File): string {
  const [address] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return address
}
