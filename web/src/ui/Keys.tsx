import { clsx } from 'clsx'

interface Props {
  of: string[]
  /** Also if there are no keys to press: in a list of them. */
  always?: boolean
}

/** Key chips. Hidden from readers, who get `aria-keyshortcuts`, and from touch screens, which have no keys. */
export function Keys({ of, always }: Props) {
  return (
    <span className={clsx('gap-[3px]', always ? 'inline-flex' : 'hidden md:mouse:inline-flex')} aria-hidden>
      {of.map(key => (
        <kbd
          key={key}
          className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-1 border border-line-strong bg-canvas px-[5px] font-mono text-[10.5px] leading-none font-medium tracking-normal text-ink-2 in-[.bg-inverse]:border-current in-[.bg-inverse]:bg-transparent in-[.bg-inverse]:text-current in-[.bg-inverse]:opacity-70 in-[.bg-gold-fill]:border-current in-[.bg-gold-fill]:bg-transparent in-[.bg-gold-fill]:text-current"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
