// A picture of the page, loaded when the tester asks for one: taken, drawn on, and handed to the panel.
import type { Start } from '../start.ts'
import { capture } from './capture.ts'
import { createDrawing, type Tool } from './drawing.ts'
import { EDITOR_CSS } from './style.ts'
import { PICTURE_ENGLISH } from './words.ts'

export interface Picture {
  /** WebP, PNG or JPEG in base64, as it is sent. */
  data: string
  /** The same picture, and a button that removes it. */
  element: HTMLElement
  onRemove(listener: () => void): void
}

/** 3 MB in base64, which the server takes. */
const MOST_CHARACTERS = 4_000_000
const FORMATS = [
  ['image/webp', 0.9],
  ['image/jpeg', 0.8],
  ['image/jpeg', 0.4],
] as const

/** Takes a picture and shows it. `undefined` if the tester does not use it. */
export async function takePicture({ page, zone, options }: Start): Promise<Picture | undefined> {
  const words = { ...PICTURE_ENGLISH, ...options.words }
  const { document } = page
  const picture = await capture(page)
  const others = [...document.querySelectorAll<HTMLElement>('touchstone-widget')]
  const place = zone('whole')
  place.style(EDITOR_CSS)

  const make = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties: object,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[Tag] => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }
  const button = (label: string, press: () => void, className = 'plain'): HTMLButtonElement => {
    const made = make('button', { type: 'button', textContent: label, className })
    made.addEventListener('click', press)
    return made
  }

  const canvas = make('canvas', { width: picture.width, height: picture.height, role: 'img' })
  canvas.ariaLabel = words.picture
  const drawing = createDrawing(picture, canvas, picture.width / page.innerWidth)
  let tool: Tool = 'blur'
  const tools = (['blur', 'pen'] as const).map(name => ({
    name,
    element: button(words[name], () => choose(name)),
  }))

  function choose(wanted: Tool): void {
    tool = wanted
    for (const { name, element } of tools) element.ariaPressed = String(name === wanted)
  }
  choose(tool)

  const at = ({ offsetX, offsetY }: PointerEvent): [number, number] => [
    (offsetX * canvas.width) / canvas.clientWidth,
    (offsetY * canvas.height) / canvas.clientHeight,
  ]
  let pointer: number | undefined
  canvas.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    event.preventDefault()
    pointer = event.pointerId
    canvas.setPointerCapture(pointer)
    drawing.begin(tool, at(event))
  })
  canvas.addEventListener('pointermove', event => {
    if (event.pointerId === pointer) drawing.move(at(event))
  })
  for (const type of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(type, () => (pointer = undefined))

  function chosen(): Picture {
    const remove = button(words.remove, () => undefined)
    return {
      data: dataOf(canvas),
      element: make('span', { className: 'row' }, canvas, remove),
      onRemove: listener => remove.addEventListener('click', listener),
    }
  }

  return new Promise(resolve => {
    const end = (used: boolean): void => {
      place.remove()
      for (const other of others) other.inert = false
      resolve(used ? chosen() : undefined)
    }
    const editor = make(
      'section',
      { className: 'panel editor', role: 'dialog', ariaLabel: words.picture, tabIndex: -1 },
      make(
        'div',
        { className: 'bar' },
        make('h2', { textContent: words.picture }),
        ...tools.map(({ element }) => element),
        button(words.undo, drawing.undo),
      ),
      make('div', { className: 'stage' }, canvas),
      make(
        'div',
        { className: 'bar' },
        make('p', { textContent: words.pictureNote }),
        button(words.cancel, () => end(false)),
        button(words.use, () => end(true), 'main'),
      ),
    )
    editor.addEventListener('keydown', event => {
      if (event.key === 'Escape') end(false)
      if (event.key === 'z' && (event.ctrlKey || event.metaKey)) drawing.undo()
    })
    for (const other of others) other.inert = true
    place.show(editor)
    editor.focus()
  })
}

function dataOf(canvas: HTMLCanvasElement): string {
  // A browser that cannot write a format writes PNG.
  const all = FORMATS.map(
    ([type, quality]) =>
      () =>
        canvas.toDataURL(type, quality),
  )
  let url = ''
  for (const write of all) if ((url = write()).length <= MOST_CHARACTERS) break
  return url.slice(url.indexOf(',') + 1)
}
