// Which of the files that a user drops or picks are read. All others stay unopened.

export interface PickedFile {
  /** Folders and name, with slashes. */
  path: string
  file: File
}

/**
 * Folders that are never opened. Foundry writes addresses of nodes, keys included, into `cache`; `dry-run` has
 * transactions that were never sent.
 */
const NEVER = new Set(['cache', 'dry-run', 'node_modules', 'build-info'])

const isHidden = (name: string) => name.startsWith('.')

export const isOpened = (folder: string) => !isHidden(folder) && !NEVER.has(folder)

/** An earlier run, which `run-latest.json` repeats. */
const EARLIER_RUN = /^run-\d+\.json$/

/** Whether a file may be read, by its path alone. */
export function isReadable(path: string): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  return (
    name.endsWith('.json') &&
    !isHidden(name) &&
    !name.endsWith('.dbg.json') &&
    !EARLIER_RUN.test(name) &&
    folders.every(isOpened)
  )
}

/** Files of an input; in a folder they know where they are. */
export const filesOfInput = (files: FileList): PickedFile[] =>
  [...files].map(file => ({ path: file.webkitRelativePath || file.name, file }))

/** Files and folders that were dropped. The entries must be taken before anything is waited for. */
export async function filesOfDrop(items: DataTransferItemList): Promise<PickedFile[]> {
  const entries = [...items].map(item => item.webkitGetAsEntry()).filter(entry => entry !== null)
  return (await Promise.all(entries.map(entry => filesOfEntry(entry, '')))).flat()
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<PickedFile[]> {
  const path = `${folder}${entry.name}`
  if (entry.isFile) {
    if (!isReadable(path)) return []
    return [
      {
        path,
        file: await new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      },
    ]
  }
  if (!entry.isDirectory || !isOpened(entry.name)) return []
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: PickedFile[] = []
  // A browser hands out a hundred at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return found
    for (const one of some) found.push(...(await filesOfEntry(one, `${path}/`)))
  }
}
