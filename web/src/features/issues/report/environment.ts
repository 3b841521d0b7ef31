/** What a report says about the browser: enough to try it, too little to find a person again. */
export function environment(): Record<string, string> {
  const agent = navigator.userAgent
  return {
    browser: browserOf(agent),
    system: systemOf(agent),
    viewport: `${innerWidth} × ${innerHeight}`,
    language: navigator.language,
  }
}

// Order matters: nearly all of them also claim to be Chrome, and Chrome to be Safari.
const BROWSERS: [RegExp, string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]

export function browserOf(agent: string): string {
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(agent)?.[1]
    if (version) return `${name} ${version}`
  }
  return '?'
}

export function systemOf(agent: string): string {
  const names: [RegExp, string][] = [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ]
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? '?'
}
