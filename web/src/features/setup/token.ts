/** The token in a fragment such as `token=abc`. A fragment is never sent, so the token is in no log but the first. */
export const tokenIn = (fragment: string): string =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('token') ?? ''
