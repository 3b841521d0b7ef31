import { Code, Problem } from '#/backend/problem'

/** A file as the server keeps it. */
export interface StoredFile {
  name: string
  url: string
}

export interface Upload {
  address: string
  headers: Record<string, string>
  body: Blob
  /** How much has gone out, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Sends a file as it is.
 *
 * Not by the SDK: it sends by `fetch`, which tells nothing until all has gone out, and writes files as text, a third
 * longer.
 */
export function upload({ address, headers, body, onProgress, signal }: Upload): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const said = (request.response ?? {}) as {
        name?: unknown
        url?: unknown
        code?: unknown
        error?: unknown
      }
      if (request.status < 300 && typeof said.name === 'string' && typeof said.url === 'string')
        resolve({ name: said.name, url: said.url })
      else
        reject(
          new Problem(
            typeof said.code === 'number' ? said.code : Code.internal,
            typeof said.error === 'string' ? said.error : '',
            { requestId: request.getResponseHeader('X-Request-Id') },
          ),
        )
    })
    request.addEventListener('error', () =>
      reject(new Problem(Code.connectionFailed, 'Unable to connect to the API')),
    )
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) request.abort()
    else request.send(body)
  })
}
