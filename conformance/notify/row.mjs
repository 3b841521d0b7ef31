// A row of the table of notifications: who does what, and who is notified of it where.

const declared = [];
const absent = [];

/**
 * Declares a row. `prepare(scene)` makes what it is about, before anything is counted; `act(scene, about)` is the
 * command; `told(scene, about)` names the kinds of notification by person, and `hooks` the types of the events that
 * receivers of webhooks are sent. Where choices are not all that decides, `lines(scene, about)` says who gets it where.
 * `byClock` rows are done by a task that runs every minute; what `late` rows prepare would change what others do, and is
 * made when it is their turn; `eachLook` is done before each look at what has arrived, `after` when all was counted.
 */
export function row(title, { prepare = async () => undefined, act, told = () => ({}), lines = () => [], hooks = [], byClock = false, late = false, eachLook = async () => undefined, after = async () => undefined }) {
  declared.push({ title, prepare, act, told, lines, hooks, byClock, late, eachLook, after });
}

/** Declares a row of the table whose command does not exist yet; `command` is what it will be called. */
export function notThere(title, command) {
  absent.push({ title, command });
}

export const rows = () => declared;
export const rowsNotThere = () => absent;
