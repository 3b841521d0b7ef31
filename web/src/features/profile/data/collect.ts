import type { DataPart } from '#/features/profile/data/model'

export interface Progress {
  done: number
  of: number
}

/** Reads part after part until there is no other, and gives the whole: lists by name, in the order they came. */
export async function collect(
  read: (cursor: string | null) => Promise<DataPart>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Record<string, unknown[]>> {
  const whole: Record<string, unknown[]> = {}
  let cursor: string | null = null
  do {
    const part = await read(cursor)
    signal.throwIfAborted()
    for (const [name, rows] of Object.entries(part.data)) whole[name] = [...(whole[name] ?? []), ...rows]
    onProgress({ done: part.done, of: part.of })
    cursor = part.next
  } while (cursor !== null)
  return whole
}

/** The file: who it is about, when and where it was made, and the lists. */
export function fileOf(username: string, lists: Record<string, unknown[]>, at: Date, server: string): string {
  const { account, ...rest } = lists
  return JSON.stringify(
    { username, madeAt: at.toISOString(), server, account: account?.[0] ?? null, ...rest },
    null,
    2,
  )
}
