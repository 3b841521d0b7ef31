// What a tester does to a picture: lines, and parts that are made unreadable.

export type Tool = 'pen' | 'blur'
export type Point = readonly [x: number, y: number]

interface Stroke {
  tool: Tool
  points: Point[]
}

const INK = '#d4123b'
/** The smallest block of a part that is made unreadable, in points of the page: larger than a letter. */
const BLOCK = 24

export interface Drawing {
  begin(tool: Tool, at: Point): void
  move(to: Point): void
  undo(): void
  readonly isChanged: boolean
}

/** Draws on `shown`, a canvas of the size of the picture. Blurred parts are replaced in its pixels. */
export function createDrawing(picture: HTMLCanvasElement, shown: HTMLCanvasElement, scale: number): Drawing {
  const strokes: Stroke[] = []
  const pen = shown.getContext('2d') as CanvasRenderingContext2D
  const small = shown.ownerDocument.createElement('canvas')

  function blur(points: Point[]): void {
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [points[0], points.at(-1)]
    const [left, top] = [Math.floor(Math.min(x1, x2)), Math.floor(Math.min(y1, y2))]
    const [width, height] = [Math.ceil(Math.abs(x2 - x1)), Math.ceil(Math.abs(y2 - y1))]
    if (width < 1 || height < 1) return
    const block = Math.max(BLOCK * scale, Math.min(width, height) / 2)
    small.width = Math.max(1, Math.round(width / block))
    small.height = Math.max(1, Math.round(height / block))
    small.getContext('2d')?.drawImage(shown, left, top, width, height, 0, 0, small.width, small.height)
    pen.imageSmoothingEnabled = false
    pen.drawImage(small, left, top, width, height)
  }

  function line(points: Point[]): void {
    pen.strokeStyle = INK
    pen.lineWidth = 3 * scale
    pen.lineCap = pen.lineJoin = 'round'
    pen.beginPath()
    for (const [x, y] of points) pen.lineTo(x, y)
    pen.stroke()
  }

  function draw(): void {
    pen.imageSmoothingEnabled = true
    pen.drawImage(picture, 0, 0)
    for (const { tool, points } of strokes) if (tool === 'blur') blur(points)
    for (const { tool, points } of strokes) if (tool === 'pen') line(points)
  }
  draw()

  return {
    begin(tool, at) {
      strokes.push({ tool, points: [at, at] })
      draw()
    },
    move(to) {
      strokes.at(-1)?.points.push(to)
      draw()
    },
    undo() {
      strokes.pop()
      draw()
    },
    get isChanged() {
      return strokes.length > 0
    },
  }
}
