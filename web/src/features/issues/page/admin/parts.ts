// What only administrators see of an issue.
export { AdminPanel } from '#/features/issues/page/AdminPanel'
export { NextStep } from '#/features/issues/page/admin/NextStep'
