import { createFileRoute } from '@tanstack/react-router'
import { MissingPage } from '#/app/shell/MissingPage'

export const Route = createFileRoute('/_member/issues/$number')({ component: MissingPage })
