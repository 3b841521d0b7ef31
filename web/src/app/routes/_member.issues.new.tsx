import { createFileRoute } from '@tanstack/react-router'
import { MissingPage } from '#/app/shell/MissingPage'

export const Route = createFileRoute('/_member/issues/new')({
  component: MissingPage,
  validateSearch: ({ title }: Record<string, unknown>): { title?: string } =>
    typeof title === 'string' ? { title } : {},
})
