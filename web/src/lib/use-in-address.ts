import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

type Search = Record<string, string | undefined>

/** The page that is open. */
const HERE = '.'

/**
 * A text of the view that is kept in the search part of the address, so that a link, a reload and the history show
 * the same. The route's `validateSearch` must let the key through.
 */
export function useTextInAddress(key: string): [string, (text: string) => void] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (text: string) =>
    void navigate({
      to: HERE,
      search: (now: object) => ({ ...now, [key]: text || undefined }),
      replace: true,
      resetScroll: false,
    })
  return [search[key] ?? '', set]
}

/** The same for one of a few values. The first of them is said by saying nothing. */
export function useChoiceInAddress<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [text, setText] = useTextInAddress(key)
  const chosen = values.find(value => value === text) ?? values[0]
  return [chosen, value => setText(value === values[0] ? '' : value)]
}

/** The same for a field: the address follows what is typed, which is never overwritten from there. */
export function useTypedInAddress(key: string): [string, (text: string) => void] {
  const [text, setText] = useTextInAddress(key)
  const [typed, setTyped] = useState(text)
  const type = (now: string) => {
    setTyped(now)
    setText(now)
  }
  return [typed, type]
}
