import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '#/ui/toasts'

/** Puts a text on the clipboard, also on pages without https, and says so if neither way works. */
export function useCopyText() {
  const { t } = useLingui()
  return async (text: string) => {
    const done = await write(text)
    if (!done)
      toast({
        tone: 'danger',
        title: t`Couldn’t copy.`,
        detail: t`The browser blocked the clipboard. Select the text and copy it.`,
      })
    return done
  }
}

/** The same for one text, with whether it was copied. */
export function useCopy(text: string, onCopied?: () => void) {
  const copyText = useCopyText()
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    const done = await copyText(text)
    setCopied(done)
    if (done) onCopied?.()
  }
  return { isCopied, copy: () => void copy(), forget: () => setCopied(false) }
}

/** `navigator.clipboard` exists on secure pages only; elsewhere a selection is copied. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  // Inside an open dialog, which takes the focus from everything else.
  const place = document.activeElement?.closest('dialog') ?? document.body
  const before = document.activeElement
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
