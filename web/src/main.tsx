import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#/app/App'
import { activateMessages } from '#/locales/activate'
import '#/ui/public.css'

activateMessages()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')
// In pieces, between which the browser can paint and listen.
startTransition(() => createRoot(root).render(<App />))
