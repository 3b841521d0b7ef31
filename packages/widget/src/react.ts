// The widget in React.
import type { Call } from '@touchstone/recorder'
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { Widget } from './options.ts'
import { type WagmiConfig, watchWagmi } from './wagmi.ts'

export interface Touchstone extends Widget {
  /** Whether the panel is open. */
  isOpen: boolean
  /** The newest failure. */
  problem: Readonly<Call> | undefined
}

export interface TouchstoneProviderProps {
  /** Made with `createWidget`, before React and the libraries of wallets. */
  widget: Widget
  /** The config of wagmi. Its wallets are watched when they connect. */
  wagmi?: WagmiConfig
  children?: ReactNode
}

const Context = createContext<Touchstone | undefined>(undefined)

export function TouchstoneProvider({ widget, wagmi, children }: TouchstoneProviderProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const [problem, setProblem] = useState<Readonly<Call>>()

  useEffect(() => {
    const undo = [
      widget.on('open', () => setIsOpen(true)),
      widget.on('close', () => setIsOpen(false)),
      widget.on('problem', setProblem),
    ]
    return () => {
      for (const back of undo) back()
    }
  }, [widget])
  useEffect(() => (wagmi ? watchWagmi(widget, wagmi) : undefined), [widget, wagmi])

  const value = useMemo(() => ({ ...widget, isOpen, problem }), [widget, isOpen, problem])
  return createElement(Context.Provider, { value }, children)
}

/** The widget, whether its panel is open, and the newest failure. */
export function useTouchstone(): Touchstone {
  const touchstone = useContext(Context)
  if (!touchstone) throw new Error('useTouchstone needs a TouchstoneProvider around the component.')
  return touchstone
}
