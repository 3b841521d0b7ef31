import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { newRouter } from '#/app/router'
import { storageKey } from '#/backend/stored-user'
import type { User } from '#/backend/user'
import { MoralisProvider } from '#/backend/MoralisProvider'

export const tester: User = {
  objectId: 'rin',
  username: 'rin',
  email: 'rin@example.org',
  emailVerified: true,
  isAdmin: false,
  createdAt: '2026-10-01T00:00:00.000Z',
  timeZone: 'Europe/Zurich',
}
export const administrator: User = { ...tester, objectId: 'mia', username: 'mia', isAdmin: true }

/** Opens the app at an address, as a user the browser remembers or as a stranger. */
export function renderRoute(path: string, { as }: { as?: User } = {}) {
  if (as) localStorage.setItem(storageKey('test'), JSON.stringify(as))
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }), 'test')
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <MoralisProvider appId="test" serverUrl="/parse">
        <RouterProvider router={router} />
      </MoralisProvider>
    </I18nProvider>,
  )
  return { router, user: userEvent.setup(), leave: unmount }
}
