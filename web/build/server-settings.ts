import type { Plugin } from 'vite'

const PLACE = /(<script id="settings"[^>]*>)(.*?)(<\/script>)/s

/**
 * In development the page comes from Vite, so what the server would write into it is taken from the page of the server.
 * Without a server, or with one that serves no app, the defaults of the app hold.
 */
export function serverSettings(server: string): Plugin {
  return {
    name: 'server-settings',
    apply: 'serve',
    async transformIndexHtml(html) {
      const answer = await fetch(server).catch(() => undefined)
      const written = answer?.ok ? PLACE.exec(await answer.text())?.[2] : undefined
      if (written === undefined) return html
      return html.replace(PLACE, (_, open: string, _old: string, close: string) => open + written + close)
    },
  }
}
