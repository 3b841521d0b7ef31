// The build of the dapp, as its page says it.

const LONGEST = 64

/** `<meta name="touchstone-build" content="web 0.5.1 a41c9e2">`, otherwise `<html data-build>`. */
export function buildOf(
  page: Pick<Document, 'querySelector' | 'documentElement'> | undefined,
): string | undefined {
  const said =
    page?.querySelector<HTMLMetaElement>('meta[name="touchstone-build"]')?.content ||
    page?.documentElement?.dataset?.['build']
  return said?.trim().slice(0, LONGEST) || undefined
}
