// The line of the picture: a button that takes one, and then the picture as it is sent.
import type { Picture } from '../picture/index.ts'
import type { Make } from './element.ts'
import { button } from './views.ts'
import type { PanelWords } from './words.ts'

export interface PictureLine {
  readonly element: HTMLElement
  /** As it is sent. */
  data(): string | undefined
  clear(): void
}

export function createPictureLine(
  make: Make,
  words: PanelWords,
  take: () => Promise<Picture | undefined>,
): PictureLine {
  let picture: Picture | undefined
  const said = make('span', { className: 'grow', role: 'status' })
  const add = button(make, { label: words.addPicture, press: () => void taken() })
  const element = make('div', { className: 'line' }, said, add)

  function show(given: Picture | undefined, text = ''): void {
    picture?.element.remove()
    picture = given
    said.textContent = text
    add.hidden = Boolean(given)
    if (given) element.append(given.element)
  }

  async function taken(): Promise<void> {
    try {
      show(await take())
      picture?.onRemove(clear)
    } catch {
      show(undefined, words.noPicture)
    }
    ;(picture?.element.querySelector('button') ?? add).focus()
  }

  function clear(): void {
    show(undefined)
    add.focus()
  }

  return { element, data: () => picture?.data, clear: () => show(undefined) }
}
