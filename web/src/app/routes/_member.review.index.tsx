import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_member/review/')({
  beforeLoad: () => {
    throw redirect({ to: '/review/$kind/{-$item}', params: { kind: 'reports' }, replace: true })
  },
})
