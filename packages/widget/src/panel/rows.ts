// The lines of the parts of a report, each with a switch and with its exact data.
import type { Make } from './element.ts'
import type { Part } from './parts.ts'
import { fill, type PanelWords } from './words.ts'

export function partRow(make: Make, words: PanelWords, part: Part, changed: () => void): HTMLElement {
  const data = make('pre', { tabIndex: 0 })
  const details = make(
    'details',
    {},
    make('summary', {}, part.label, ' ', make('span', { className: 'value', textContent: part.summary })),
    data,
  )
  // The data can be long. It is written when the tester looks at it.
  details.addEventListener('toggle', () => {
    data.textContent = details.open ? JSON.stringify(part.data, null, 1) : ''
  })
  const toggle = make('input', {
    type: 'checkbox',
    role: 'switch',
    checked: part.isOn,
    ariaLabel: fill(words.include, { part: part.label }),
  })
  const row = make('div', { className: 'line' }, details, toggle)
  const mark = (): void => void row.classList.toggle('off', !part.isOn)
  toggle.addEventListener('change', () => {
    part.isOn = toggle.checked
    mark()
    changed()
  })
  mark()
  return row
}
