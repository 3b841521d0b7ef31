import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ComboboxList } from '#/ui/ComboboxList'
import { useCombobox } from '#/ui/use-combobox'

const NAMES = ['kim', 'kit', 'rin']

function Names({ onChoose, eager = false }: { onChoose: (name: string) => void; eager?: boolean }) {
  const [text, setText] = useState('')
  const box = useCombobox({
    items: NAMES.filter(name => text && name.startsWith(text)),
    onChoose,
    eager,
  })
  return (
    <>
      <input
        aria-label="Name"
        value={text}
        {...box.aria}
        onChange={event => {
          setText(event.target.value)
          box.show()
        }}
        onKeyDown={box.onKeyDown}
        onBlur={box.close}
      />
      <ComboboxList box={box} label="Names" className="" keyOf={name => name}>
        {name => name}
      </ComboboxList>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Name' })
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

test('what is typed opens the list, and the arrows say which option is in hand', async () => {
  render(<Names onChoose={vi.fn()} />)
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.type(field(), 'ki')
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('listbox', { name: 'Names' })).toHaveAttribute(
    'id',
    field().getAttribute('aria-controls'),
  )
  expect(active()).toBeUndefined()
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toBe('kim')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toBe('kim')
  await userEvent.keyboard('{ArrowUp}')
  expect(active()).toBe('kit')
  expect(field()).toHaveFocus()
})

test('Escape closes the list and leaves the focus where it was; the next letter opens it again', async () => {
  render(<Names onChoose={vi.fn()} />)
  await userEvent.type(field(), 'k{Escape}')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(field()).toHaveFocus()
  await userEvent.keyboard('i')
  expect(field()).toHaveAttribute('aria-expanded', 'true')
})

test('Enter takes what is in hand: the first at once only where that is asked for', async () => {
  const chosen = vi.fn()
  const { unmount } = render(<Names onChoose={chosen} />)
  await userEvent.type(field(), 'ki{Enter}')
  expect(chosen).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toHaveBeenLastCalledWith('kim')
  unmount()
  render(<Names eager onChoose={chosen} />)
  await userEvent.type(field(), 'r{Enter}')
  expect(chosen).toHaveBeenLastCalledWith('rin')
})
