import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { nameProduct } from '#/lib/product-name'
import { settings } from '#/lib/settings'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'

const { server, begin } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeEach(() => {
  begin(tester)
})

const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

test('each page is read out by its own title, with the name of the product', async () => {
  const { user } = renderRoute('/u/juno', { as: tester })
  await screen.findByRole('heading', { level: 1, name: '@juno' })
  await waitFor(() => expect(announced()).toContain(`@juno · ${settings.product} Beta Feedback`))
  await user.click((await screen.findAllByRole('link', { name: /^Issues/ }))[0] as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'Issues' })
  await waitFor(() => expect(announced()).toContain(`${settings.product} Beta Feedback`))
})

test('the title of the tab follows a product that is renamed', async () => {
  renderRoute('/leaderboard', { as: tester })
  await screen.findByRole('heading', { level: 1, name: 'Leaderboard' })
  act(() => nameProduct('Harbour Swap'))
  expect(document.title).toMatch(/Harbour Swap Beta Feedback$/)
  act(() => nameProduct(settings.product))
})
