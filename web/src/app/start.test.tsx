import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { SetupWizard } from '#/features/start/SetupWizard'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect(SetupWizard).toBeTypeOf('function')

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

const at = (page: ReturnType<typeof renderRoute>, href: string) =>
  waitFor(() => expect(page.router.state.location.href).toBe(href))

const NETWORK = {
  id: 'n1',
  chainId: 84_532,
  name: 'Base Sepolia',
  isTestnet: true,
  enabled: true,
  nativeSymbol: 'ETH',
  explorerUrl: '',
}

/** A programme without networks, whose public nodes answer or do not. */
function empty(ok = true) {
  const as = server.begin(administrator)
  server.answer('networks', { rows: [] })
  server.answer('networkSave', ({ chainId, name }: { chainId: number; name: string }) => ({
    network: { ...NETWORK, chainId, name },
  }))
  server.answer('networkTest', { endpoints: [{ host: 'sepolia.base.org', ok }] })
  return as
}

test('the setup asks for everything a programme needs, saves each step, and ends with a link', async () => {
  const page = renderRoute('/admin/setup/programme', empty())
  const { user } = page
  const next = () => user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await user.type(await screen.findByLabelText('Product URL'), ' https://swap.example.org ')
  await next()
  await at(page, '/admin/setup/networks')
  expect(server.asked('settingSet')).toEqual({
    key: 'product.url',
    value: 'https://swap.example.org',
    version: 0,
  })

  await user.click(await screen.findByRole('checkbox', { name: /^Base Sepolia/ }))
  // No node is asked before the administrator agrees.
  await next()
  expect(server.asked('networkSave')).toBeUndefined()
  await user.click(screen.getByRole('checkbox', { name: /Use these public nodes.*sepolia\.base\.org/ }))
  await next()
  await at(page, '/admin/setup/response')
  expect(server.asked('networkSave')).toMatchObject({
    chainId: 84_532,
    isTestnet: true,
    rpcUrls: ['https://sepolia.base.org'],
  })
  expect(server.asked('networkSave')).not.toHaveProperty('publicNodes')

  const hours = await screen.findByLabelText('First answer to other reports, in hours')
  await user.clear(hours)
  await user.type(hours, '24')
  await next()
  await at(page, '/admin/setup/access')
  const set = (key: string) =>
    server.server.run.mock.calls.findLast(
      ([name, params]) => name === 'settingSet' && 'key' in params && params.key === key,
    )?.[1]
  expect(set('promise.firstResponseH')).toMatchObject({ value: 24 })
  // A default that is kept was decided, too.
  expect(set('promise.decisionDays')).toMatchObject({ value: 7 })

  await user.click(await screen.findByRole('radio', { name: /^People with an invitation/ }))
  await next()
  await at(page, '/admin/setup/done')
  expect(set('access.mode')).toMatchObject({ value: 'invite' })
  await user.click(await screen.findByRole('button', { name: 'Create invitation link' }))
  expect(await screen.findByRole('status', { name: 'Link for testers' })).toHaveTextContent(
    '/sign-up?code=Q7RM-2XKD-9FTC',
  )
  expect(server.asked('invitationCreate')).toEqual({ label: 'First testers', maxUses: 25 })
  const example = screen.getByRole('link', { name: 'Open a failed swap, explained' })
  expect(decodeURIComponent(example.getAttribute('href') ?? '')).toContain('INSUFFICIENT_OUTPUT_AMOUNT')
})

test('every step can be skipped, and the setup goes on with the first that was not done', async () => {
  const page = renderRoute('/admin/setup/programme', empty())
  for (const step of ['networks', 'response', 'access', 'done']) {
    await page.user.click(await screen.findByRole('link', { name: 'Skip' }))
    await at(page, `/admin/setup/${step}`)
  }
  expect(server.asked('settingSet')).toBeUndefined()
  page.leave()
  const again = renderRoute('/admin/setup', empty())
  const steps = within(await screen.findByRole('navigation', { name: 'Steps of the setup' }))
  expect(steps.getByRole('link', { current: 'step' })).toHaveTextContent('Programme')
  await again.user.click(steps.getByRole('link', { name: 'Access' }))
  await at(again, '/admin/setup/access')
})

test('a refused value stays on its step with the reason', async () => {
  const as = empty()
  server.answer('settingSet', new Problem(Code.validation, 'SETTING_VALUE: product.url is a web address.'))
  const page = renderRoute('/admin/setup/programme', as)
  await page.user.type(await screen.findByLabelText('Product URL'), 'https://swap')
  await page.user.click(screen.getByRole('button', { name: 'Save and continue' }))
  expect(await screen.findByText('product.url is a web address.')).toBeInTheDocument()
  expect(page.router.state.location.href).toBe('/admin/setup/programme')
})

test('a network whose node does not answer is added, and the step says so', async () => {
  const page = renderRoute('/admin/setup/networks', empty(false))
  await page.user.click(await screen.findByRole('checkbox', { name: /^Sepolia/ }))
  await page.user.click(screen.getByRole('checkbox', { name: /Use these public nodes/ }))
  await page.user.click(screen.getByRole('button', { name: 'Save and continue' }))
  expect(await screen.findByText(/did not answer: Sepolia/)).toBeInTheDocument()
  expect(page.router.state.location.href).toBe('/admin/setup/networks')
})

test('testers have no setup, and a step that does not exist is not found', async () => {
  const page = renderRoute('/admin/setup/programme', server.begin(tester))
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeInTheDocument()
  page.leave()
  renderRoute('/admin/setup/money', server.begin(administrator))
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeInTheDocument()
})
