import type { Plugin } from 'vite'

const LINK = /<link rel="([\w-]+)" href="\/brand\/[^>]*>/g
const PLACE = /(<script id="settings"[^>]*>)(.*?)(<\/script>)/s

/**
 * In development the page comes from Vite, so settings and the brand are taken from the page of the server.
 * Without a server, or with one that serves no app, the defaults of the app hold.
 */
export function serverSettings(server: string): Plugin {
  return {
    name: 'server-settings',
    apply: 'serve',
    async transformIndexHtml(html) {
      const answer = await fetch(server).catch(() => undefined)
      const page = answer?.ok ? await answer.text() : ''
      const written = PLACE.exec(page)?.[2]
      if (written === undefined) return html
      const links = [...page.matchAll(LINK)]
      let branded = html.replace('</head>', `${links.map(([link]) => link).join('')}</head>`)
      for (const [, rel] of links)
        if (rel !== 'stylesheet') branded = branded.replace(new RegExp(`<link rel="${rel}"[^>]*>`), '')
      return branded.replace(PLACE, (_, open: string, _old: string, close: string) => open + written + close)
    },
  }
}
