import type { Plugin } from 'vite'

const SHIM = /^use-sync-external-store\/shim(?:\/index\.js)?$/
const ID = '\0native-store'

/** React has had `useSyncExternalStore` since 18; libraries still bring a copy for older ones. */
export function nativeStore(): Plugin {
  return {
    name: 'native-store',
    enforce: 'pre',
    resolveId: source => (SHIM.test(source) ? ID : null),
    load: id =>
      id === ID ? `module.exports = { useSyncExternalStore: require('react').useSyncExternalStore }` : null,
  }
}
