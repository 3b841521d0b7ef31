import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

// Vite's own does the same for scripts too, with fallbacks for browsers that we do not build for, and weighs three times
// as much. Every visitor loads it on the sign-in page.
const CODE = `
const coming = {}
const sheet = name => coming[name] ??= new Promise((resolve, reject) => {
  const href = '/' + name
  if (document.querySelector('link[rel=stylesheet][href="' + href + '"]')) return resolve()
  const link = document.createElement('link')
  link.onload = resolve
  link.onerror = () => {
    link.remove()
    delete coming[name]
    reject(new Error('Unable to preload CSS for ' + href))
  }
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
})
export const __vitePreload = (load, sheets = []) =>
  Promise.all(sheets.map(sheet)).then(load).catch(payload => {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    throw payload
  })
`

/** Waits for the style sheets of a part of the app before its code runs; says of a part that does not come that it did not. */
export function sheetsFirst(): Plugin {
  return {
    name: 'sheets-first',
    enforce: 'pre',
    apply: 'build',
    load: { order: 'pre', handler: id => (id === HELPER ? CODE : null) },
  }
}
