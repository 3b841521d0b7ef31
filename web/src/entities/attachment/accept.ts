// Which files a report may carry. The server looks at the bytes itself; this only spares people the way.
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { measure } from '#/lib/number'

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const TEXTS = ['.txt', '.log', '.json', '.har', '.csv']

export interface Limits {
  imageBytes: number
  textBytes: number
}

/** What the programme takes; until it is known, what it takes unless its operator chose otherwise. */
export const limitsOf = (uploads: Limits | undefined): Limits => ({
  imageBytes: uploads?.imageBytes ?? 8_388_608,
  textBytes: uploads?.textBytes ?? 2_097_152,
})

export type FileSort = 'image' | 'text'

export const sortOf = (file: { name: string; type: string }): FileSort | null => {
  if (IMAGES.includes(file.type)) return 'image'
  const name = file.name.toLowerCase()
  return TEXTS.some(ending => name.endsWith(ending)) ? 'text' : null
}

/** Why a file cannot go along; `null` if it can. */
export function refusal(
  file: { name: string; type: string; size: number },
  limits: Limits,
): MessageDescriptor | null {
  const sort = sortOf(file)
  if (!sort)
    return msg`Only pictures (PNG, JPEG, WebP, GIF) and texts (TXT, log, JSON, HAR, CSV) can be added.`
  if (file.size === 0) return msg`The file is empty.`
  const most = sort === 'image' ? limits.imageBytes : limits.textBytes
  if (file.size > most) return msg`The file is too large: at most ${megabytes(most)}.`
  return null
}

/** "412 kB", "1.4 MB". */
export const megabytes = (bytes: number): string =>
  bytes < 1_000_000
    ? measure(Math.max(1, bytes / 1000), 'kilobyte')
    : measure(bytes / 1_000_000, 'megabyte', 1)

export const ACCEPT = [...IMAGES, ...TEXTS].join(',')
