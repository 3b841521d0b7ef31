// Settings, Connections, Widget: the keys of pages, and the code that a page needs.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { widgetKey } from '#test/fixtures/widget'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const SERVER = 'https://beta.example.org'
const page = (search = '') => renderRoute(`/admin/settings/widget${search}`, { as: administrator })
const list = (...rows: object[]) => answer('widgetKeyList', { rows, server: SERVER })
const RELEASE = { version: '0.1.0', start: '0.1.0-5f1c2a7d9e0b/start.js', integrity: 'sha384-abc' }
const code = () => screen.findByRole('group', { name: 'Code' })

beforeAll(() => import('#/features/integrations/widget/Widget'), 120_000)
beforeEach(() => {
  begin(administrator)
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/sdk/v1.json')
    return Response.json(RELEASE)
  })
})

test('the first key is created from a page that says what the widget is', async () => {
  list()
  const { user, router } = page()
  expect(await screen.findByText(/^With the widget, testers report a problem/)).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Install' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create the first key' }))
  const dialog = await screen.findByRole('dialog', { name: 'New key' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Swap')
  await user.type(
    within(dialog).getByRole('textbox', { name: 'Origins' }),
    'https://swap.example.org{Enter}http://localhost:5173{Enter}',
  )
  list(widgetKey(), widgetKey({ id: 'key-new', name: 'Swap', key: 'tsp_new' }))
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }))
  await waitFor(() =>
    expect(asked('widgetKeySave')).toEqual({
      name: 'Swap',
      origins: ['https://swap.example.org', 'http://localhost:5173'],
      records: true,
      unsigned: false,
      isOn: true,
    }),
  )
  await waitFor(() => expect(router.state.location.search).toEqual({ key: 'key-new' }))
  expect(await code()).toHaveTextContent("key: 'tsp_new'")
})

test('a key has its origins, its last page and its testers in the list', async () => {
  list(widgetKey({ origins: [1, 2, 3, 4, 5].map(host => `https://app${host}.example.org`) }))
  page()
  const row = await screen.findByRole('row', { name: /Touchstone Swap/ })
  expect(row).toHaveTextContent('https://app3.example.org')
  expect(row).not.toHaveTextContent('https://app4.example.org')
  expect(row).toHaveTextContent('and 2 more')
  expect(within(row).getAllByRole('cell').at(-2)).toHaveTextContent('41')
  expect(within(row).getByText('on')).toBeInTheDocument()
})

test('a key is changed, and a box that was cleared is sent as off, one that was checked as on', async () => {
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'More about Touchstone Swap' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Key Touchstone Swap' })
  await user.click(within(dialog).getByRole('checkbox', { name: 'Record wallet calls' }))
  await user.click(within(dialog).getByRole('checkbox', { name: 'Take reports without a sign-in' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked('widgetKeySave')).toEqual({
      id: 'key-swap',
      name: 'Touchstone Swap',
      origins: ['https://swap.example.org', 'http://localhost:5173'],
      records: false,
      unsigned: true,
      isOn: true,
    }),
  )
})

test('a refused origin is named beside the field, and what was typed stays', async () => {
  answer(
    'widgetKeySave',
    new Problem(
      142,
      'WIDGET_ORIGINS: http://swap.example.org is not an origin. Only localhost may use http.',
    ),
  )
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = await screen.findByRole('dialog', { name: 'New key' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Swap')
  const field = within(dialog).getByRole('textbox', { name: 'Origins' })
  await user.type(field, 'http://swap.example.org')
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }))
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(
      'http://swap.example.org is not an origin. Only localhost may use http.',
    ),
  )
  expect(within(dialog).getAllByText(/is not an origin/)).toHaveLength(1)
  expect(field).toHaveValue('http://swap.example.org')
})

test('a key is switched off from its menu', async () => {
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'More about Touchstone Swap' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Switch off' }))
  await waitFor(() => expect(asked('widgetKeySave')).toMatchObject({ id: 'key-swap', isOn: false }))
})

test('deleting a key says what ends', async () => {
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'More about Touchstone Swap' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the key “Touchstone Swap”?' })
  expect(dialog).toHaveTextContent('41 testers are signed out of it.')
  expect(dialog).toHaveTextContent('Reports are not deleted.')
  await user.click(within(dialog).getByRole('button', { name: 'Delete the key' }))
  await waitFor(() => expect(asked('widgetKeyDelete')).toEqual({ id: 'key-swap' }))
})

test('the key and the way to install are in the address', async () => {
  list(widgetKey(), widgetKey({ id: 'key-dev', name: 'Staging', key: 'tsp_staging', isOn: false }))
  const { user, router } = page('?key=key-dev&show=tag')
  expect(await code()).toHaveTextContent(`<script async crossorigin src="${SERVER}/sdk/v1.js"></script>`)
  expect(screen.getByRole('group', { name: 'Code' })).toHaveTextContent("key:'tsp_staging'")
  expect(screen.getByRole('group', { name: 'Content policy' })).toHaveTextContent(`script-src ${SERVER}`)
  const pinned = await screen.findByRole('group', { name: 'Code for one version' })
  expect(pinned).toHaveTextContent(`src="${SERVER}/sdk/${RELEASE.start}" integrity="${RELEASE.integrity}"`)
  expect(pinned).toHaveTextContent("key:'tsp_staging'")
  expect(screen.getByText('Staging is off: its pages show no widget')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'React' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ key: 'key-dev', show: 'react' }))
  expect(await code()).toHaveTextContent('TouchstoneProvider')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Key' }), 'Touchstone Swap')
  await waitFor(() => expect(router.state.location.search).toEqual({ key: 'key-swap', show: 'react' }))
})
