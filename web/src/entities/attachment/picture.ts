// Pictures are redrawn before they leave the device: what a camera wrote into them stays here, and what was redacted
// is no longer in them.

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const LONGEST = 4096

/** Where a picture of this size would be drawn, without growing. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The picture redrawn, with the boxes painted over: the pixels under them are gone. */
export async function redrawn(file: Blob, boxes: Box[] = []): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = fitted(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  context.fillStyle = '#000'
  for (const box of boxes)
    context.fillRect(box.x * width, box.y * height, box.width * width, box.height * height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('This browser cannot write the picture.'))),
      'image/webp',
      0.9,
    ),
  )
}

/** `shot.JPG` → `shot.webp`, `trace.har` → `trace.har.json`: the name says what is in the file. */
export const nameFor = (name: string, type: string): string => {
  const end = { 'image/webp': 'webp', 'image/png': 'png' }[type]
  if (/\.har$/i.test(name)) return `${name}.json`
  return end ? `${name.replace(/\.[^.]*$/, '') || 'picture'}.${end}` : name
}
