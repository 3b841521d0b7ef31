// What is open and must be closed, also when a run is cut short: processes, folders, databases.
const open = new Set();

/** Something with a `close()`; it says itself when that is done. */
export function toClose(what) {
  open.add(what);
}

export function closed(what) {
  open.delete(what);
}

export async function closeAll() {
  for (const what of [...open].reverse()) await what.close().catch(() => {});
}
