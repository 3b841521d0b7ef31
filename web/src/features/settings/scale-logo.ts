/** The kinds of picture that a browser can scale without loading anything else. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp']
/** The largest picture that the server accepts. */
const MOST_BYTES = 64 << 10
/** Sides in pixels, the best first. A smaller one is for pictures that compress badly. */
const SIDES = [512, 256, 192, 128, 64]
/** The longest text that the server accepts in a request is a little longer. */
const PIECE = 16_000

/** The side at which a picture is tried: never larger than it is, unless it is tiny. */
export function sidesFor(longest: number): number[] {
  const sides = SIDES.filter(side => side <= longest)
  return sides.length > 0 ? sides : [Math.min(...SIDES)]
}

/** Where a picture is drawn in a square, whole and in the middle. */
export function placeIn(side: number, { width, height }: { width: number; height: number }) {
  const scale = side / Math.max(width, height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return { ...size, x: Math.round((side - size.width) / 2), y: Math.round((side - size.height) / 2) }
}

/** Text in the pieces that one request may hold. */
export const inPieces = (text: string): string[] => text.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? []

/** A picture as a square PNG in Base64, as the setting takes it. Nothing if it is none, or stays too large. */
export async function scaleLogo(file: File): Promise<string[] | undefined> {
  if (!LOGO_TYPES.includes(file.type)) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  for (const side of sidesFor(Math.max(picture.width, picture.height))) {
    const address = drawn(picture, side)
    const text = address.slice(address.indexOf(',') + 1)
    if ((text.length * 3) / 4 <= MOST_BYTES) return inPieces(text)
  }
  return undefined
}

function drawn(picture: ImageBitmap, side: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return ''
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = placeIn(side, picture)
  context.drawImage(picture, x, y, width, height)
  return canvas.toDataURL('image/png')
}
