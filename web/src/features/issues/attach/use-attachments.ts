import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { client } from '#/backend/client'
import { problemFrom } from '#/backend/problem'
import { useProblemWords } from '#/backend/use-problem-words'
import { addAttachment, removeAttachment } from '#/features/issues/api'
import { type Limits, refusal, sortOf } from '#/features/issues/attach/accept'
import { withoutSecrets } from '#/features/issues/attach/har'
import { type Box, nameFor, redrawn } from '#/features/issues/attach/picture'

/** A file on its way to the server. */
export interface Pending {
  key: number
  name: string
  size: number
  sort: 'image' | 'text'
  /** What was chosen, for redaction. */
  source: File
  /** How much has gone out; 1 when the server has it. */
  part: number
  /** The server's name for it, once it has it. */
  id: string | null
  failed: string | null
  preview: string | null
}

let lastKey = 0

/** The files of one report or comment: sent at once, so that submitting waits for nothing. */
export function useAttachments(limits: Limits & { most: number }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemWords()
  const [files, setFiles] = useState<Pending[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const map = running.current
    return () => {
      for (const controller of map.values()) controller.abort()
    }
  }, [])

  const change = (key: number, next: Partial<Pending>) =>
    setFiles(all => all.map(file => (file.key === key ? { ...file, ...next } : file)))

  async function send(file: Pending, boxes: Box[] = []) {
    running.current.get(file.key)?.abort()
    const controller = new AbortController()
    running.current.set(file.key, controller)
    try {
      const body = await prepared(file, boxes)
      const name = nameFor(file.name, body.type)
      change(file.key, {
        size: body.size,
        name,
        part: 0,
        failed: null,
        id: null,
        preview: previewOf(file, body),
      })
      const onProgress = (part: number) => change(file.key, { part: Math.min(part, 0.99) })
      const stored = await (await client()).upload(name, body, onProgress, controller.signal)
      const { attachment } = await addAttachment(stored, name)
      change(file.key, { part: 1, id: attachment.id })
    } catch (thrown) {
      if (controller.signal.aborted) return
      change(file.key, { failed: sayProblem(problemFrom(thrown)) ?? t`It was not sent.` })
    }
  }

  function add(chosen: Iterable<File>) {
    setRefused(null)
    let room = limits.most - files.length
    for (const source of chosen) {
      const reason = refusal(source, limits)
      if (reason) {
        setRefused(`${source.name}: ${t(reason)}`)
      } else if (room <= 0) {
        setRefused(t`At most ${limits.most} files can be added.`)
      } else {
        room -= 1
        const file = begun(source)
        setFiles(all => [...all, file])
        void send(file)
      }
    }
  }

  function remove(key: number) {
    const file = files.find(each => each.key === key)
    running.current.get(key)?.abort()
    setFiles(all => all.filter(each => each.key !== key))
    if (file?.preview) URL.revokeObjectURL(file.preview)
    // What belongs to no report is thrown away after a day in any case.
    if (file?.id) removeAttachment(file.id).catch(() => undefined)
  }

  return {
    files,
    refused,
    add,
    remove,
    retry: (file: Pending) => void send(file),
    redact: (file: Pending, boxes: Box[]) => {
      if (file.id) removeAttachment(file.id).catch(() => undefined)
      void send(file, boxes)
    },
    clear: () => setFiles([]),
    ids: files.flatMap(({ id }) => id ?? []),
    busy: files.some(({ id, failed }) => !id && !failed),
  }
}

export type Attachments = ReturnType<typeof useAttachments>

function begun(source: File): Pending {
  lastKey += 1
  return {
    key: lastKey,
    name: source.name.slice(0, 120) || 'picture.png',
    size: source.size,
    sort: sortOf(source) ?? 'text',
    source,
    part: 0,
    id: null,
    failed: null,
    preview: null,
  }
}

async function prepared({ source, sort, name }: Pending, boxes: Box[]): Promise<Blob> {
  if (sort === 'image') return redrawn(source, boxes)
  if (!/\.har$/i.test(name)) return source.slice(0, source.size, 'text/plain')
  return new Blob([withoutSecrets(await source.text())], { type: 'application/json' })
}

function previewOf(file: Pending, body: Blob): string | null {
  if (file.preview) URL.revokeObjectURL(file.preview)
  return file.sort === 'image' ? URL.createObjectURL(body) : null
}
