import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { newRouter } from '#/app/router'
import { MoralisProvider } from '#/backend/MoralisProvider'
import { settings } from '#/lib/settings'

const router = newRouter()

/** Everything that stands around the pages. */
export function App() {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MoralisProvider
          appId={settings.applicationId}
          serverUrl={settings.serverUrl}
          javascriptKey={settings.javascriptKey}
        >
          <RouterProvider router={router} />
        </MoralisProvider>
      </I18nProvider>
    </StrictMode>
  )
}
