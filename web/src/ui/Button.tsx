import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '#/ui/Spinner'

const BASE =
  'inline-flex flex-none items-center justify-center gap-1.5 rounded-2 border font-medium whitespace-nowrap no-underline transition-colors duration-(--time-quick) hover:no-underline disabled:cursor-default disabled:border-line disabled:bg-transparent disabled:text-ink-off'
const KIND = {
  plain: 'border-line-strong bg-raised text-ink hover:border-line-control hover:bg-active hover:text-ink',
  primary:
    'border-inverse bg-inverse text-ink-inverse hover:border-inverse-hover hover:bg-inverse-hover hover:text-ink-inverse',
  gold: 'border-gold-fill bg-gold-fill text-gold-on-fill hover:border-gold-fill-hover hover:bg-gold-fill-hover hover:text-gold-on-fill',
  ghost:
    'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink disabled:border-transparent',
  danger: 'border-danger-fill bg-danger-fill text-danger-on-fill hover:opacity-90 hover:text-danger-on-fill',
}
const SIZE = {
  small: 'h-(--control-sm) px-[9px] text-12 max-md:px-3 max-md:text-13',
  medium: 'h-(--control) px-3',
  large: 'h-(--control-lg) px-4 text-14',
}
const SHAPE = { words: '', icon: 'aspect-square !px-0', block: 'w-full' }

interface Variants {
  kind?: keyof typeof KIND | undefined
  size?: keyof typeof SIZE | undefined
  shape?: keyof typeof SHAPE | undefined
}

/** The looks of a button, for what is none. */
export const button = ({ kind = 'plain', size = 'medium', shape = 'words' }: Variants) =>
  `${BASE} ${KIND[kind]} ${SIZE[size]} ${SHAPE[shape]}`

export interface ButtonLook extends Variants {
  icon?: ReactNode
  /** The keys that do the same, shown as chips. */
  keys?: ReactNode
}

interface Props extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Something is under way: the button stays where it is and cannot be pressed again. */
  busy?: boolean
  'data-autofocus'?: boolean | undefined
}

export function Button({
  kind,
  size,
  shape,
  icon,
  keys,
  busy = false,
  type = 'button',
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={button({ kind, size, shape })}
      aria-disabled={busy || undefined}
      onClick={busy ? event => event.preventDefault() : rest.onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
      {keys}
    </button>
  )
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'className'>, ButtonLook {}

function Anchor({ kind, size, shape, icon, keys, children, ...rest }: LinkProps) {
  return (
    <a {...rest} className={button({ kind, size, shape })}>
      {icon}
      {children}
      {keys}
    </a>
  )
}

/** Looks like a button and goes somewhere. */
export const ButtonLink = createLink(Anchor)
