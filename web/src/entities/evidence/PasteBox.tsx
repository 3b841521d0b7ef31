import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { ScanSearch } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { PASTED, type Pasted, pastedKind } from '#/entities/evidence/pasted'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { frame } from '#/ui/Field'

interface Props {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  /** Something is to be looked up: by the button, by Enter, or at once when it was pasted whole. */
  onLookUp: (text: string) => void
  busy: boolean
  problem?: ReactNode
  field?: RefObject<HTMLTextAreaElement | null>
  keys?: ReactNode
  /** The one thing to do on this part of the page. */
  primary?: boolean
}

/** Takes a hash, a link or an error message. What it is is said below; the server reads it and its word counts. */
export function PasteBox({
  label,
  placeholder,
  value,
  onChange,
  onLookUp,
  busy,
  problem,
  field,
  keys,
  primary,
}: Props) {
  const kind = pastedKind(value)
  const own = useRef<HTMLTextAreaElement>(null)
  const ref = field ?? own
  function lookUp(text: string) {
    if (text.trim() === '') ref.current?.focus()
    else if (!busy) onLookUp(text)
  }
  return (
    <div className="grid gap-1.5">
      <div className={clsx(frame, 'min-h-11 !items-start !pr-1.5 max-md:min-h-12')}>
        <ScanSearch size={16} strokeWidth={1.75} className="mt-[13px] flex-none text-ink-3" aria-hidden />
        <textarea
          ref={ref}
          {...{ [PASTED]: '' }}
          aria-label={label}
          rows={value.includes('\n') || value.length > 90 ? 4 : 1}
          value={value}
          maxLength={8000}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          onChange={event => onChange(event.target.value)}
          onPaste={event => {
            const text = event.clipboardData.getData('text')
            const pasted = pastedKind(text)
            // What a machine wrote is not pasted in order to change it.
            if (value.trim() === '' && ['hash', 'link', 'error'].includes(pasted)) lookUp(text)
          }}
          onKeyDown={event => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            lookUp(value)
          }}
          className={clsx(
            'min-w-0 flex-1 resize-none self-center overflow-x-hidden bg-transparent py-2.5 outline-none placeholder:whitespace-nowrap max-md:text-16',
            value && kind !== 'words' && 'mono',
          )}
        />
        <span className="flex h-11 flex-none items-center gap-2 max-md:h-12">
          {keys}
          <Button kind={primary ? 'primary' : 'plain'} busy={busy} onClick={() => lookUp(value)}>
            <Trans>Look up</Trans>
          </Button>
        </span>
      </div>
      <Hint kind={kind} />
      {problem && <FormError>{problem}</FormError>}
    </div>
  )
}

function Hint({ kind }: { kind: Pasted }) {
  const { t } = useLingui()
  const words: Record<Pasted, string> = {
    nothing: '',
    hash: t`Transaction hash: we’ll search every network.`,
    link: t`Link: we’ll read its hash and network.`,
    error: t`Error message: we’ll look up its meaning.`,
    words: t`Plain text: no hash or known error found.`,
  }
  return (
    <p role="status" className="min-h-4 text-12 text-ink-3 empty:hidden">
      {words[kind]}
    </p>
  )
}
