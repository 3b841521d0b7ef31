// A list that keeps its newest entries.

export interface Ring<Entry> {
  /** Keeps an entry; one that is kept already stays where it is. */
  add(entry: Entry): void
  newest(): Entry | undefined
  all(): readonly Entry[]
  clear(): void
}

export function createRing<Entry>(size: number): Ring<Entry> {
  const entries: Entry[] = []
  return {
    add(entry) {
      if (size > 0 && !entries.includes(entry) && entries.push(entry) > size) entries.shift()
    },
    newest: () => entries.at(-1),
    all: () => entries,
    clear: () => void entries.splice(0),
  }
}

/** Runs a task of the recorder. An error in it must not reach the dapp. */
export function safely(task: () => void): void {
  try {
    task()
  } catch {
    // The console belongs to the dapp.
  }
}
