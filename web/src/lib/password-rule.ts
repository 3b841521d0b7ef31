/** What the server asks of a password at least; it may refuse more, in its own words. */
export const MIN_PASSWORD = 12
