import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Completion, complete, completionsAt } from '#/features/issues/list/completion'
import { useVocabulary } from '#/features/issues/list/use-facets'
import { useQueryText } from '#/features/issues/list/use-query-text'
import { frame } from '#/ui/Field'
import { Keys } from '#/ui/Keys'

interface Props {
  value: string
  onSearch: (query: string) => void
  field: RefObject<HTMLInputElement | null>
}

/** The whole search as text. Chips and views write into it; it can be written by hand as well. */
export function QueryField({ value, onSearch, field }: Props) {
  const { t } = useLingui()
  const id = useId()
  const { text, setText, commit } = useQueryText(value, onSearch)
  const list = useCompletion(text, field, chosen => {
    // At once: the next letter goes where the caret is.
    flushSync(() => setText(chosen.query))
    field.current?.setSelectionRange(chosen.caret, chosen.caret)
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (list.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Enter') {
      event.preventDefault()
      commit(text)
      list.close()
    }
    if (event.key === 'Escape') field.current?.blur()
  }

  return (
    <div className="relative w-[400px] max-w-full max-md:w-full">
      <label className={`${frame} h-(--control)`}>
        <span className="sr-only">{t`Search issues`}</span>
        <Search size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded={list.open}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={list.open && list.at >= 0 ? `${id}-${list.at}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={500}
          placeholder={t`Search, or filter with is: and area:`}
          value={text}
          onChange={event => {
            setText(event.target.value)
            list.show()
          }}
          onKeyDown={onKeyDown}
          onKeyUp={list.follow}
          onClick={list.follow}
          onBlur={() => {
            list.close()
            commit(text)
          }}
          className="mono min-w-0 flex-1 bg-transparent text-ellipsis outline-none max-md:text-16"
        />
        <Keys of={['/']} />
      </label>
      <div
        id={id}
        role="listbox"
        aria-label={t`Ways to go on`}
        hidden={!list.open}
        className="absolute inset-x-0 top-full z-(--z-menu) mt-1.5 rounded-3 bg-overlay p-1 shadow-overlay"
      >
        {list.items.map((item, order) => (
          <div
            key={item.text}
            id={`${id}-${order}`}
            role="option"
            aria-selected={order === list.at}
            // The field must keep the focus.
            onPointerDown={event => {
              event.preventDefault()
              list.choose(item)
            }}
            className="flex h-[30px] cursor-default items-center gap-3 rounded-1 px-2 aria-selected:bg-active max-md:h-(--touch)"
          >
            <code className="mono text-ink">{item.text}</code>
            <span className="ml-auto text-12 text-ink-3">{item.note}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The list of ways to go on, and the keys that choose from it. */
function useCompletion(
  text: string,
  field: RefObject<HTMLInputElement | null>,
  onChoose: (done: { query: string; caret: number }) => void,
) {
  const vocabulary = useVocabulary()
  const [shown, setShown] = useState(false)
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(-1)
  const items = shown ? completionsAt(text, caret, vocabulary) : []
  const open = items.length > 0

  function choose(item: Completion) {
    const done = complete(text, caret, item)
    setCaret(done.caret)
    setAt(-1)
    onChoose(done)
  }

  return {
    items,
    open,
    at: Math.min(at, items.length - 1),
    choose,
    show: () => {
      setShown(true)
      setCaret(field.current?.selectionStart ?? text.length)
      setAt(-1)
    },
    close: () => setShown(false),
    follow: () => {
      const now = field.current?.selectionStart ?? text.length
      if (now !== caret) setCaret(now)
    },
    /** Answers whether the key was meant for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (event.key === 'ArrowDown' && !open) {
        setShown(true)
        return true
      }
      if (!open) return false
      if (event.key === 'ArrowDown') setAt((at + 1) % items.length)
      else if (event.key === 'ArrowUp') setAt((at - 1 + items.length) % items.length)
      else if (event.key === 'Escape') setShown(false)
      else if ((event.key === 'Enter' || event.key === 'Tab') && at >= 0) choose(items[at] as Completion)
      else return false
      return true
    },
  }
}
