/** `0x12ab…9f30`; whatever is short already stays. */
export const shortHash = (value: string) =>
  value.length > 13 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
