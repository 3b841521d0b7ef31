import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Completion, complete, completionsAt } from '#/features/issues/list/completion'
import { useVocabulary } from '#/features/issues/list/use-facets'
import { useQueryText } from '#/features/issues/list/use-query-text'
import { ComboboxList } from '#/ui/ComboboxList'
import { frame } from '#/ui/Field'
import { Keys } from '#/ui/Keys'
import { useCombobox } from '#/ui/use-combobox'

interface Props {
  value: string
  onSearch: (query: string) => void
  field: RefObject<HTMLInputElement | null>
}

/** The whole search as text. Chips and views write into it; it can be written by hand as well. */
export function QueryField({ value, onSearch, field }: Props) {
  const { t } = useLingui()
  const vocabulary = useVocabulary()
  const { text, setText, commit } = useQueryText(value, onSearch)
  const [caret, setCaret] = useState(0)
  const list = useCombobox({ items: completionsAt(text, caret, vocabulary), onChoose: choose })

  function choose(item: Completion) {
    const done = complete(text, caret, item)
    // At once: the next letter goes where the caret is.
    flushSync(() => {
      setText(done.query)
      setCaret(done.caret)
    })
    field.current?.setSelectionRange(done.caret, done.caret)
  }

  function follow() {
    setCaret(field.current?.selectionStart ?? text.length)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (list.onKeyDown(event)) return
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
          {...list.aria}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={500}
          placeholder={t`Search, or filter with is: and area:`}
          value={text}
          onChange={event => {
            setText(event.target.value)
            follow()
            list.show()
          }}
          onKeyDown={onKeyDown}
          onKeyUp={follow}
          onClick={follow}
          onBlur={() => {
            list.close()
            commit(text)
          }}
          className="mono min-w-0 flex-1 bg-transparent text-ellipsis outline-none max-md:text-16"
        />
        <Keys of={['/']} />
      </label>
      <ComboboxList
        box={list}
        label={t`Suggestions`}
        className="inset-x-0 mt-1.5"
        keyOf={({ text: way }) => way}
      >
        {({ text: way, note }) => (
          <>
            <code className="mono text-ink">{way}</code>
            <span className="ml-auto text-12 text-ink-3">{note}</span>
          </>
        )}
      </ComboboxList>
    </div>
  )
}
