import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { KINDS } from '#/entities/notification/kinds'
import type { KindRow } from '#/entities/notification/preferences'

const PROGRAMME = new Set(['release', 'rules_season', 'payout', 'mission', 'badge_level'])

const GROUPS: { title: MessageDescriptor; has: (row: KindRow) => boolean }[] = [
  { title: msg`Waiting for you`, has: ({ kind, bucket }) => bucket === 'action' && !isStaffs(kind) },
  { title: msg`For administrators`, has: ({ kind }) => isStaffs(kind) },
  {
    title: msg`News about my reports`,
    has: ({ kind, bucket }) => bucket === 'news' && !isStaffs(kind) && !PROGRAMME.has(kind),
  },
  { title: msg`Programme`, has: ({ kind, bucket }) => bucket === 'news' && PROGRAMME.has(kind) },
]

const isStaffs = (kind: string) => kind.startsWith('admin_')
const ORDER = Object.keys(KINDS)
const placeOf = ({ kind }: KindRow) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length)

/** The rows of the matrix under their headings; a heading without rows is left out. */
export const grouped = (rows: readonly KindRow[]) =>
  GROUPS.map(({ title, has }) => ({
    title,
    rows: rows.filter(has).toSorted((one, other) => placeOf(one) - placeOf(other)),
  })).filter(({ rows: of }) => of.length > 0)
