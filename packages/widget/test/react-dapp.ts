// A dapp made with React: the widget around it, in strict mode.
import { createElement as h, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createWidget } from '../src/index.ts'
import { TouchstoneProvider, useTouchstone } from '../src/react.ts'

const widget = createWidget(Reflect.get(window, 'options'))
const connections = new Map()
const listeners = new Set<(now: typeof connections) => void>()
const wagmi = {
  state: { connections },
  subscribe(_: unknown, listener: (now: typeof connections) => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function Dapp() {
  const { open, isOpen, problem } = useTouchstone()
  return h(
    'main',
    {},
    h('h1', {}, 'Swap'),
    h('button', { onClick: () => open() }, 'Feedback'),
    h('p', { id: 'state' }, `${isOpen ? 'open' : 'closed'}, ${problem?.problem ?? 'no problem'}`),
  )
}

const root = createRoot(document.body.appendChild(document.createElement('div')))
root.render(h(StrictMode, {}, h(TouchstoneProvider, { widget, wagmi }, h(Dapp))))

Object.assign(window, {
  widget,
  listeners,
  unmount: () => root.unmount(),
  connect(provider: object) {
    const connector = { name: 'WalletConnect', getProvider: async () => provider }
    for (const listener of listeners) listener(new Map([['1', { connector }]]))
  },
})
