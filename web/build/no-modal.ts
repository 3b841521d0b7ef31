/** In place of WalletConnect's own window, which asks its maker for typefaces: we draw the code ourselves. */
export function createAppKit(): never {
  throw new Error('The window of WalletConnect is not part of this app.')
}
