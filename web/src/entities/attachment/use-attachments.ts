import { plural } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { client } from '#/backend/client'
import { addAttachment, removeAttachment } from '#/entities/attachment/api'
import { type Limits, refusal, sortOf } from '#/entities/attachment/accept'
import { withoutSecrets } from '#/entities/attachment/har'
import { type KeptFile, stillKept } from '#/entities/attachment/kept'
import { type Box, nameFor, redrawn } from '#/entities/attachment/picture'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'

/** A file on its way to the server. */
export interface Pending {
  key: number
  name: string
  size: number
  sort: 'image' | 'text'
  /** What was chosen, for redaction; fetched again for a file of an earlier visit. */
  source: File | null
  /** How much has gone out; 1 when the server has it. */
  part: number
  /** The server's name for it, once it has it. */
  id: string | null
  failed: string | null
  preview: string | null
  /** What a draft keeps of it, once the server has it. */
  kept: KeptFile | null
}

interface Options extends Limits {
  most: number
  /** Files of an earlier visit. */
  kept?: KeptFile[]
  /** Told what the server has, whenever that changes. */
  onKeep?: (files: KeptFile[]) => void
}

let lastKey = 0

/** The files of one report or comment: sent at once, so that submitting waits for nothing. */
export function useAttachments({ kept = [], onKeep, ...limits }: Options) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [files, setFiles] = useState<Pending[]>(() => stillKept(kept, Date.now()).map(restored))
  const [refused, setRefused] = useState<string | null>(() => lostOf(kept, t`no longer stored. Add it again.`))
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const map = running.current
    return () => {
      for (const controller of map.values()) controller.abort()
    }
  }, [])

  const keep = useEffectEvent((ids: string[]) =>
    onKeep?.(files.flatMap(({ kept: each }) => (each && ids.includes(each.id) ? each : []))),
  )
  const stored = files.map(({ id }) => id ?? '').join(' ')
  useEffect(() => keep(stored.split(' ')), [stored])

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
        kept: null,
        preview: previewOf(file, body),
      })
      const onProgress = (part: number) => change(file.key, { part: Math.min(part, 0.99) })
      const sent = await (await client()).upload(name, body, onProgress, controller.signal)
      const { attachment } = await addAttachment(sent, name)
      const { id, url } = attachment
      change(file.key, {
        part: 1,
        id,
        kept: { id, name, size: body.size, sort: file.sort, url, at: Date.now() },
      })
    } catch (thrown) {
      if (controller.signal.aborted) return
      change(file.key, { failed: sayProblem(thrown) ?? t`Upload failed.` })
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
        setRefused(
          t`${plural(limits.most, { one: 'At most # file can be added.', other: 'At most # files can be added.' })}`,
        )
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
    kept: null,
  }
}

function restored(kept: KeptFile): Pending {
  lastKey += 1
  const { id, name, size, sort, url } = kept
  const preview = sort === 'image' ? url : null
  return { key: lastKey, name, size, sort, source: null, part: 1, id, failed: null, preview, kept }
}

/** Names the files of an earlier visit that are gone; `null` where none is. */
function lostOf(kept: KeptFile[], words: string): string | null {
  const left = stillKept(kept, Date.now())
  const lost = kept.filter(file => !left.includes(file)).map(({ name }) => name)
  return lost.length > 0 ? `${lost.join(', ')}: ${words}` : null
}

async function prepared(file: Pending, boxes: Box[]): Promise<Blob> {
  const { sort, name } = file
  const source = file.source ?? (await (await fetch(file.kept?.url ?? '')).blob())
  if (sort === 'image') return redrawn(source, boxes)
  if (!/\.har(\.json)?$/i.test(name)) return source.slice(0, source.size, 'text/plain')
  return new Blob([withoutSecrets(await source.text())], { type: 'application/json' })
}

function previewOf(file: Pending, body: Blob): string | null {
  if (file.preview) URL.revokeObjectURL(file.preview)
  return file.sort === 'image' ? URL.createObjectURL(body) : null
}
