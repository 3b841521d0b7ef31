import { homedir } from 'node:os'
import { join } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { adminFiles } from './build/admin-files.ts'
import { iconsOf } from './build/icons-of.ts'
import { entryFiles, issueFiles, publicFiles, publicStyles, shellFiles } from './build/public-entry.ts'
import { nativeCoreJs } from './build/native-core-js.ts'
import { nativeStore } from './build/native-store.ts'
import { serverSettings } from './build/server-settings.ts'
import { sheetsFirst } from './build/sheets-first.ts'

const whole = (file: string) => `${import.meta.dirname}/${file}`
const publicPages = publicFiles().map(whole)
const entry = new Set(entryFiles().map(whole))
const admin = new Set(adminFiles().map(whole))
const withIcons = (files: string[]) => new Set([...files, ...iconsOf(files)].map(whole))
const shell = withIcons(shellFiles())
const issue = withIcons(issueFiles())

/**
 * What members' pages share, and no public one needs. The shell, an issue, all other pages and those of administrators
 * have a chunk each, so that none brings what only the next ones need. Plots, texts and evidence come with the pages that
 * show some.
 */
const isShared = (id: string) =>
  !publicPages.includes(id) &&
  (/lucide-react.dist.esm.icons./.test(id) ||
    /[/\\]src[/\\](ui|lib|backend|entities)[/\\](?!plot|markdown|push[/\\]|evidence[/\\](?!failure)|cluster|attachment|mission|parse-client|user-data|ask-first|acceptance|fresh-sign-in|live[/\\](?:exchange|links|sdk-socket|switchboard|worker)).*\.tsx?$/.test(
      id,
    ))
const SERVER = process.env['TOUCHSTONE_SERVER'] ?? 'http://127.0.0.1:1337'

export default defineConfig(({ mode }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The sign-in page is small and most first visits are to it: it comes with the entry, a round trip earlier.
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === '/login' ? [] : undefined) },
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/routes.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    lingui(),
    babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
    // Public pages are too small to gain by it, and it would make them heavier.
    // The styleguide is looked at and not shipped: it does without, and is built in half the time.
    mode !== 'styleguide' &&
      babel({ exclude: [/node_modules/, ...publicPages], presets: [reactCompilerPreset()] }),
    publicStyles(),
    tailwindcss(),
    nativeCoreJs(),
    nativeStore(),
    sheetsFirst(),
    serverSettings(SERVER),
  ],
  resolve: {
    alias: [
      // The SDK wants Node's module of this name.
      { find: /^events$/, replacement: 'events/' },
      // It would be fetched only for a window we never open, and is as large as the rest of the app.
      { find: /^@reown\/appkit\/core$/, replacement: `${import.meta.dirname}/build/no-modal.ts` },
      { find: /^#\//, replacement: `${import.meta.dirname}/src/` },
      { find: /^#test\//, replacement: `${import.meta.dirname}/test/` },
    ],
  },
  define: { __VERSION__: JSON.stringify(manifest.version) },
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The entry would name every file of every page, most of a kilobyte before the sign-in page can be used. A page's
      // own imports follow it; pages are fetched when the pointer is over their link.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter(file => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        // Most of this file runs at once. A browser that knows so compiles it while it comes, beside the page, and not
        // function by function while the page waits: it is blocked for half as long.
        postBanner: ({ name }) => (name === 'ground' ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: [
            {
              name: 'ground',
              test: /node_modules.(react|react-dom|scheduler|clsx|@lingui|@tanstack.(react-)?(router|store|history).*)[/\\]/,
            },
            // In one file, because many small ones compress worse.
            { name: 'entry', test: id => entry.has(id) && !id.endsWith('/main.tsx') },
            // What the furniture is made of. Left to itself the bundler puts it together with pages, which import the
            // furniture: then each of the two waits for the other, and one finds nothing there.
            {
              name: 'library',
              test: /node_modules.(class-variance-authority|valibot|@tanstack.(query-core|react-query))[/\\]|node_modules.lucide-react.dist.esm.(?!icons)/,
              minShareCount: 2,
            },
            { name: 'furniture', test: id => shell.has(id) && isShared(id) },
            { name: 'issue', test: id => issue.has(id) && isShared(id), minShareCount: 2 },
            // The entry names every file of every page, so fewer are better.
            { name: 'parts', test: id => isShared(id) && !admin.has(id), minShareCount: 2 },
            {
              name: 'admin',
              test: id => admin.has(id) && /[/\\]src[/\\](ui|entities|lib)[/\\]/.test(id),
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/parse': { target: SERVER, ws: true }, '/brand': SERVER },
  },
  worker: { format: 'es', plugins: () => [nativeCoreJs()] },
  preview: { host: '127.0.0.1' },
  test: {
    restoreMocks: true,
    testTimeout: 120_000,
    // Outside the checkout, so that a fresh clone finds what the last one transformed.
    fsModuleCachePath: join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'touchstone/vitest'),
    projects: [
      { extends: true, test: { name: 'pure', environment: 'node', include: ['{src,test}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./test/setup.ts'],
        },
      },
    ],
  },
}))
