/**
 * Parts of a line with dots between them, which may be broken anywhere. Each part has its dot before it, and the line
 * begins a dot's width too far to the left, where its parent cuts it off (`overflow-x-clip`): whatever begins a line,
 * the first or a broken one, shows no dot.
 */
export const dottedLine = '-ml-4 flex'

export const dottedPart =
  "flex items-center before:w-4 before:shrink-0 before:text-center before:text-ink-3 before:content-['·'/'']"
