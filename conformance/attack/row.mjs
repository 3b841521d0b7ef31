// A row of the catalogue of attacks: what is tried, or why it does not concern this server.

/** The numbers of each section that this suite answers for; a number without a row counts as open. */
export const SECTIONS = {
  A: [1, 31],
  B: [32, 45],
  C: [46, 83],
  D: [84, 124],
  E: [125, 139],
  F: [140, 160],
  G: [161, 190],
  H: [191, 205],
  I: [206, 227],
  J: [228, 240],
  K: [241, 263],
  L: [264, 277],
  M: [278, 302],
  N: [303, 310],
  O: [311, 321],
  P: [322, 338],
  Q: [339, 361],
  R: [362, 368],
  S: [369, 384],
};

/** The sections whose every row is tried on the servers of either profile. */
export const IN_BOTH_PROFILES = new Set(['D']);

export function sectionOf({ id }) {
  return id.replace(/\d+$/, '');
}

const declared = new Map();

function declare(id, entry) {
  if (declared.has(id)) throw new Error(`row ${id} is declared twice`);
  declared.set(id, { id, ...entry });
}

/**
 * Declares an attack. `note` says why an answer other than the catalogue's is as safe, or which half of
 * the row is tried. `slow` rows mostly wait, and run beside the others; `alone` rows measure time, and
 * run when nothing else does; `last` rows look at what all the others left behind. `once` says why a row of
 * a section that is tried in both profiles is tried in one.
 */
export function row(id, title, ...rest) {
  const attack = rest.pop();
  const { note, once, slow = false, alone = false, last = false } = rest[0] ?? {};
  declare(id, { title, attack, note: [note, once].filter(Boolean).join('; ') || undefined, once, slow, alone, last });
}

/**
 * Declares that a row does not concern this server. `absent` proves it on the wire: as soon as the
 * thing exists, the proof fails and the row is open.
 */
export function notApplicable(id, title, reason, absent) {
  declare(id, { title, reason, attack: absent });
}

/** Every row in the order of the catalogue; an undeclared one is listed without an attack. */
export function catalogue() {
  return Object.entries(SECTIONS).flatMap(([section, [first, last]]) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const id = `${section}${first + index}`;
      return declared.get(id) ?? { id, title: 'this row is not written yet', isMissing: true };
    })
  );
}

/** Rows whose number is in no section, which would never run. */
export function strays() {
  const known = new Set(catalogue().map(({ id }) => id));
  return [...declared.keys()].filter(id => !known.has(id));
}
