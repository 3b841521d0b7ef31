/** The workspace version, put in by the build. */
declare const __VERSION__: string

declare module '*.svg?no-inline' {
  const address: string
  export default address
}
