/** The first words of a text without its marks: enough for a line of a list. */
export const excerptOf = (markdown: string, most = 200): string => {
  const plain = markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(#+|>|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/[*_`~]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > most ? `${plain.slice(0, most).trimEnd()}…` : plain
}
