import { createFileRoute, notFound } from '@tanstack/react-router'
import { StyleguidePage } from '#/app/styleguide-page'

export const Route = createFileRoute('/styleguide')({
  beforeLoad: () => {
    if (!StyleguidePage) throw notFound()
  },
  ...(StyleguidePage ? { component: StyleguidePage } : {}),
})
