import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { Button } from '#/ui/Button'
import { useCopy } from '#/ui/use-copy'

interface Props {
  text: string
  /** A button with the word on it, where copying is what there is to do. */
  kind?: 'primary' | 'plain'
  size?: 'small'
}

/** Copies a text: a mark beside it, or a button. */
export function CopyButton({ text, kind, size }: Props) {
  const { t } = useLingui()
  const { isCopied, copy, forget } = useCopy(text)
  const Icon = isCopied ? Check : Copy
  const name = isCopied ? t`Copied` : t`Copy`
  if (kind)
    return (
      <Button
        {...(kind === 'primary' ? { kind, 'data-autofocus': true } : {})}
        {...(size ? { size } : {})}
        onClick={copy}
        icon={<Icon size={14} strokeWidth={1.9} aria-hidden />}
      >
        {name}
      </Button>
    )
  return (
    <button
      type="button"
      onClick={copy}
      onBlur={forget}
      aria-label={name}
      className="flex-none rounded-1 p-0.5 text-ink-3 hover:text-ink max-md:-my-3 max-md:p-3"
    >
      <Icon size={12} strokeWidth={2.1} aria-hidden />
    </button>
  )
}
