import { createFileRoute, redirect } from '@tanstack/react-router'

/** Where the queue of reports was; letters and bookmarks still lead here. */
export const Route = createFileRoute('/_member/issues/triage')({
  validateSearch: ({ number }: Record<string, unknown>): { number?: string } =>
    typeof number === 'string' ? { number } : {},
  beforeLoad: ({ search: { number } }) => {
    throw redirect({
      to: '/review/$kind/{-$item}',
      params: { kind: 'reports', ...(number ? { item: number } : {}) },
      replace: true,
    })
  },
})
