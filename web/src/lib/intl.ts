import { i18n } from '@lingui/core'

/** Makes something once for each language: a list shows many times, and a format takes long to make. */
export function perLanguage<T>(make: (language: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const language = i18n.locale || 'en'
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}
