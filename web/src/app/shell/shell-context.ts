import { createContext, use } from 'react'

export type Sheet = 'palette' | 'help'

interface ShellActions {
  /** Opens the sidebar where it is a drawer. */
  openDrawer: () => void
  /** Opens what lies over the page. */
  open: (sheet: Sheet) => void
}

export const ShellContext = createContext<ShellActions>({
  openDrawer: () => undefined,
  open: () => undefined,
})

export const useShell = () => use(ShellContext)
