// Draws what the window shows. Nothing is fetched, and fields and private parts are never drawn.
import { createCopier } from './copy.ts'

const MOST_PIXELS = 2_400

/** The picture, in the pixels of the screen if it is not larger than needed. */
export async function capture(page: Window & typeof globalThis): Promise<HTMLCanvasElement> {
  const { document, innerWidth: width, innerHeight: height } = page
  const scale = Math.min(page.devicePixelRatio, MOST_PIXELS / Math.max(width, height))
  const image = new page.Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(page))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  // A page without a colour of its own has the one of the browser.
  pen.fillStyle =
    page.getComputedStyle(document.documentElement).colorScheme.includes('dark') &&
    page.matchMedia('(prefers-color-scheme: dark)').matches
      ? '#121212'
      : '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

function drawingOf(page: Window & typeof globalThis): string {
  const { document, innerWidth: width, innerHeight: height, scrollX, scrollY } = page
  const copier = createCopier(page)
  try {
    const body = copier.copy(document.body)
    const backgrounds = [document.documentElement, document.body].map(
      element => page.getComputedStyle(element).background,
    )
    // The background of the page covers the window, and moves with neither.
    const background = backgrounds.find(it => !it.startsWith('rgba(0, 0, 0, 0) none')) ?? 'none'
    const place = body.ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', 'div')
    const { style } = place as HTMLElement
    style.background = background
    style.width = `${width}px`
    style.height = `${height}px`
    style.overflow = 'hidden'
    style.position = 'relative'
    const moved = place.cloneNode(false) as HTMLElement
    moved.style.cssText = ''
    moved.style.position = 'absolute'
    moved.style.width = `${document.documentElement.clientWidth}px`
    moved.style.left = `${-scrollX}px`
    moved.style.top = `${-scrollY}px`
    moved.append(body)
    place.append(moved)
    const markup = new page.XMLSerializer().serializeToString(place)
    // Characters that no XML may have.
    const clean = markup.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${clean}</foreignObject></svg>`
  } finally {
    copier.end()
  }
}
