import { createRoot } from 'react-dom/client'
import { App } from '#/app/App'
import { speak } from '#/words/speak'
import '#/ui/door.css'

speak()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')
createRoot(root).render(<App />)
