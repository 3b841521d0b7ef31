import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Sort } from '#/entities/issue/sort'

export interface View {
  key: string
  label: MessageDescriptor
  query: string
  sort?: Sort
  /** Says how many there are. */
  counted?: boolean
}

/** The searches everybody needs. */
export const VIEWS: View[] = [
  { key: 'open', label: msg`Open`, query: 'is:open' },
  { key: 'mine', label: msg`Mine`, query: 'reporter:me' },
  { key: 'affects', label: msg`Affects me`, query: 'affects:me is:open' },
  { key: 'check', label: msg`Please check`, query: 'check:me', counted: true },
  { key: 'fixed', label: msg`Recently fixed`, query: 'is:fixed' },
]
