// A recording of requests (HAR) holds whatever the browser sent: it is emptied of secrets before it leaves the device.
const SECRET = /^(authorization|cookie|set-cookie|proxy-authorization|x-.*(token|key|secret).*)$/i

type Json = { [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function clean(side: unknown): unknown {
  if (!isJson(side)) return side
  const headers = Array.isArray(side['headers']) ? side['headers'] : []
  const { cookies: _, postData: __, queryString: ___, ...rest } = side
  return {
    ...rest,
    ...(typeof side['url'] === 'string' ? { url: side['url'].split(/[?#]/)[0] } : {}),
    headers: headers.filter(header => !(isJson(header) && SECRET.test(String(header['name'])))),
    cookies: [],
    ...(isJson(side['content']) ? { content: { ...side['content'], text: '' } } : {}),
  }
}

/** A recording without cookies, keys, bodies and queries. Anything else stays as it is. */
export function withoutSecrets(text: string): string {
  let har: unknown
  try {
    har = JSON.parse(text)
  } catch {
    return text
  }
  const log = isJson(har) ? har['log'] : null
  if (!isJson(log) || !Array.isArray(log['entries'])) return text
  const entries = log['entries'].map(entry =>
    isJson(entry)
      ? { ...entry, request: clean(entry['request']), response: clean(entry['response']) }
      : entry,
  )
  return JSON.stringify({ log: { ...log, entries } })
}
