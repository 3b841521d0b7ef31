// The fields of a report.
import type { Config } from '../memory.ts'
import type { Kind } from '../report.ts'
import type { Make } from './element.ts'
import type { PanelWords } from './words.ts'

const KINDS: readonly Kind[] = ['bug', 'friction', 'idea']
const SHORTEST_TITLE = 8
const LONGEST_TITLE = 120

export interface Fields {
  kind: Kind
  title: string
  text: string
  area: string
}

export interface Form {
  readonly element: HTMLElement
  read(): Fields
  /** Whether the tester has written something. */
  isChanged(): boolean
  /** Sets the title, unless the tester has written one. */
  suggest(title: string): void
  setAreas(areas: Config['areas'], chosen: string | undefined): void
  /** Shows the errors of the server at their fields. */
  refuse(errors: readonly { field: string; detail: string }[]): void
  clear(): void
}

export function createForm(make: Make, words: PanelWords): Form {
  const kind = make(
    'select',
    {},
    ...KINDS.map(value => make('option', { value, textContent: words.kinds[value] })),
  )
  const area = make('select')
  const title = make('input', {
    minLength: SHORTEST_TITLE,
    maxLength: LONGEST_TITLE,
    required: true,
    autocomplete: 'off',
  })
  const text = make('textarea', { rows: 3 })
  const inputs = { kind, area, title, text }
  let suggested = ''

  const field = (name: keyof typeof inputs): HTMLElement => make('label', {}, words[name], inputs[name])
  const areaField = field('area')
  const element = make(
    'div',
    { className: 'part' },
    make('div', { className: 'pair' }, field('kind'), areaField),
    field('title'),
    field('text'),
  )
  areaField.hidden = true

  // An error of the server is about a text that is gone with the next key.
  element.addEventListener('input', () => {
    for (const input of Object.values(inputs)) input.setCustomValidity('')
  })

  return {
    element,
    read: () => ({
      kind: kind.value as Kind,
      title: title.value.trim(),
      text: text.value.trim(),
      area: area.value,
    }),
    isChanged: () => title.value !== suggested || text.value !== '',
    suggest(said) {
      const short = said.slice(0, LONGEST_TITLE)
      if (title.value === suggested) title.value = short
      suggested = short
    },
    setAreas(areas, chosen) {
      const now = area.value || chosen
      area.replaceChildren(
        ...areas.map(({ key, label }) => make('option', { value: key, textContent: label })),
      )
      area.value = areas.some(({ key }) => key === now) ? (now as string) : (areas[0]?.key ?? '')
      areaField.hidden = areas.length === 0
    },
    refuse(errors) {
      for (const { field, detail } of errors) {
        // The server names the text by its field of an issue.
        const input = inputs[(field === 'body' ? 'text' : field) as keyof typeof inputs]
        input?.setCustomValidity(detail)
        input?.reportValidity()
      }
    },
    clear() {
      title.value = text.value = suggested = ''
      kind.value = 'bug'
    },
  }
}
