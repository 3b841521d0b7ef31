import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import type { Box } from '#/entities/attachment/picture'
import type { Pending } from '#/entities/attachment/use-attachments'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'

interface Props {
  file: Pending
  onClose: () => void
  onDone: (boxes: Box[]) => void
}

const MIDDLE: Box = { x: 0.4, y: 0.45, width: 0.2, height: 0.1 }

/** Draws boxes over what others should not see. The picture is recreated without it, and the old one is removed. */
export default function RedactDialog({ file, onClose, onDone }: Props) {
  const { t } = useLingui()
  const [boxes, setBoxes] = useState<Box[]>([])
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null)
  const [drawing, setDrawing] = useState<Box | null>(null)
  const picture = useAddress(file)

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

  /** Without a pointer: Enter sets a box into the middle, arrows move the last one, with Shift they size it. */
  function onKeyDown(event: KeyboardEvent) {
    const last = boxes.at(-1)
    if (event.key === 'Enter') setBoxes([...boxes, MIDDLE])
    else if (event.key === 'Delete' || event.key === 'Backspace') setBoxes(boxes.slice(0, -1))
    else {
      const next = last && nudged(last, event.key, event.shiftKey)
      if (!next) return
      setBoxes([...boxes.slice(0, -1), next])
    }
    event.preventDefault()
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
          >{t`Undo`}</Button>
          <Button kind="primary" disabled={boxes.length === 0} onClick={() => onDone(boxes)}>
            <Trans>Remove covered parts</Trans>
          </Button>
        </>
      }
    >
      <p className="mb-3">
        <Trans>Draw boxes over addresses, names or amounts. The covered parts are removed, not hidden.</Trans>{' '}
        <Trans>Keyboard: Enter adds a box, arrows move it, Shift and arrows resize it.</Trans>
      </p>
      <div
        role="application"
        aria-label={t`Picture. Draw boxes with the pointer, or press Enter to add one.`}
        tabIndex={0}
        data-autofocus
        onKeyDown={onKeyDown}
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

/** An address for a file, for as long as it is shown; one of an earlier visit has its own. */
function useAddress({ source, kept }: Pending): string {
  const [address] = useState(() => (source ? URL.createObjectURL(source) : (kept?.url ?? '')))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return address
}

/** How far a press of an arrow goes, in parts of the picture. */
const STEP = 0.01

/** The box after a press of an arrow: moved, or with Shift another size. `null` for any other key. */
export function nudged(box: Box, key: string, resizing: boolean): Box | null {
  const across = { ArrowLeft: -STEP, ArrowRight: STEP }[key] ?? 0
  const down = { ArrowUp: -STEP, ArrowDown: STEP }[key] ?? 0
  if (across === 0 && down === 0) return null
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
  return resizing
    ? {
        ...box,
        width: within(box.width + across, STEP, 1 - box.x),
        height: within(box.height + down, STEP, 1 - box.y),
      }
    : { ...box, x: within(box.x + across, 0, 1 - box.width), y: within(box.y + down, 0, 1 - box.height) }
}
