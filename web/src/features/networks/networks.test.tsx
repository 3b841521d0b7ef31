import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { knownChain } from '#/entities/network/known-chains'
import { Errors } from '#/features/networks/Errors'
import { Networks } from '#/features/networks/Networks'
import { Registry } from '#/features/networks/Registry'
import { selectorOf } from '#/features/networks/selector'
import { NETWORK_ROWS } from '#test/fixtures/networks'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect([Networks, Registry, Errors]).toHaveLength(3)

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

const silent = {
  host: 'node.test',
  ok: false,
  chainId: null,
  headBlock: null,
  headAgeSec: null,
  latencyMs: null,
  trace: 'none',
  error: 'It did not answer within two seconds.',
}

test('a network without a working node is said before anything else', async () => {
  renderRoute('/admin/settings/networks', server.begin(administrator))
  expect(await screen.findByText('OP Sepolia has no working endpoint.')).toBeInTheDocument()
  expect(await screen.findAllByText('healthy')).not.toHaveLength(0)
  expect(screen.getByText('421614 · 1 endpoint')).toBeInTheDocument()
})

test('the nodes of the chosen network are in the order of their use, and none with its key', async () => {
  const { user } = renderRoute('/admin/settings/networks', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: /^Base Sepolia/ }))
  const rows = screen
    .getAllByRole('button', { name: /^Test .*test/ })
    .map(button => button.getAttribute('aria-label'))
  expect(rows.slice(0, 3)).toEqual([
    'Test base-sepolia.node-one.test',
    'Test sepolia-base.public.test',
    'Test node-3.internal.test:8545',
  ])
  expect(screen.getAllByText('41s behind')).not.toHaveLength(0)
  expect(screen.getAllByRole('img', { name: /at most .* behind/ })).not.toHaveLength(0)
})

test('a node that is asked first keeps its key at the server', async () => {
  const { user } = renderRoute('/admin/settings/networks', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: /^Base Sepolia/ }))
  await user.click(await screen.findByRole('button', { name: 'More about node-3.internal.test:8545' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Use first' }))
  await waitFor(() =>
    expect(server.asked('networkSave')).toMatchObject({
      id: 'net-base',
      rpcUrls: ['keep:2', 'keep:0', 'keep:1'],
    }),
  )
})

test('a test says in words what a node can do', async () => {
  const { user } = renderRoute('/admin/settings/networks', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: 'Test sepolia.node-one.test' }))
  expect(await screen.findByText('Full traces.')).toBeInTheDocument()
  expect(screen.getByText('Head block 31,205,118, 2s old')).toBeInTheDocument()
  expect(server.asked('networkTest')).toEqual({ id: 'net-sepolia', place: 0 })
})

test('a node that does not answer says what to change', async () => {
  const as = server.begin(administrator)
  server.answer('networkTest', { endpoints: [silent] })
  const { user } = renderRoute('/admin/settings/networks', as)
  await user.click(await screen.findByRole('button', { name: 'Test sepolia.node-one.test' }))
  expect(await screen.findByText('It did not answer within two seconds.')).toBeInTheDocument()
  expect(screen.getByText(/allow the server to connect to this host/)).toBeInTheDocument()
})

test('a tried node fills in the network it belongs to, and the network is tested once it is saved', async () => {
  const { user } = renderRoute('/admin/settings/networks', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: /^Add network/ }))
  const dialog = await screen.findByRole('dialog', { name: 'New network' })
  await user.type(within(dialog).getByLabelText('RPC URL'), 'https://node.test/v1/key{Enter}')
  await waitFor(() => expect(within(dialog).getByLabelText('Name')).toHaveValue('Base Sepolia'))
  expect(within(dialog).getByLabelText('Chain ID')).toHaveValue('84532')
  await user.click(within(dialog).getByRole('button', { name: 'Add the network' }))
  await waitFor(() =>
    expect(server.asked('networkSave')).toMatchObject({
      chainId: 84_532,
      name: 'Base Sepolia',
      rpcUrls: ['https://node.test/v1/key'],
      explorerUrl: knownChain(84_532)?.explorerUrl,
    }),
  )
  await waitFor(() => expect(server.asked('networkTest')).toEqual({ id: 'new-network' }))
})

test('what the server refuses about a network is said in the dialog, and what was typed stays', async () => {
  const as = server.begin(administrator)
  server.answer(
    'networkSave',
    new Problem(Code.validation, 'CHAIN_KNOWN: This chain exists already, as Sepolia.'),
  )
  const { user } = renderRoute('/admin/settings/networks', as)
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Sepolia' })
  expect(within(dialog).getByLabelText('Chain ID')).toHaveAttribute('readonly')
  await user.clear(within(dialog).getByLabelText('Name'))
  await user.type(within(dialog).getByLabelText('Name'), 'Ours')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('This chain exists already, as Sepolia.')).toBeInTheDocument()
  expect(within(dialog).getByLabelText('Name')).toHaveValue('Ours')
})

test('without a network each page leads to adding one', async () => {
  const as = server.begin(administrator)
  server.answer('networks', { rows: [] })
  const { router } = renderRoute('/admin/settings/networks', as)
  expect(await screen.findByText('No network yet.')).toBeInTheDocument()
  await router.navigate({ to: '/admin/settings/$tab', params: { tab: 'contracts' } })
  expect(await screen.findByRole('link', { name: 'Add the first network' })).toHaveAttribute(
    'href',
    '/admin/settings/networks',
  )
})

test('a list that does not come fails alone and can be asked for again', async () => {
  const as = server.begin(administrator)
  server.answer('networks', new Problem(Code.internal, 'Internal server error.'))
  renderRoute('/admin/settings/networks', as)
  expect(await screen.findByText('Couldn’t load the networks.', {}, { timeout: 8000 })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Add network/ })).toBeInTheDocument()
}, 12_000)

test('testers find nothing of it', async () => {
  renderRoute('/admin/settings/networks', server.begin(tester))
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('contracts tell how many of their errors are known, and which have no ABI', async () => {
  const { user } = renderRoute('/admin/settings/contracts', server.begin(administrator))
  expect(await screen.findByText('41 errors')).toBeInTheDocument()
  expect(screen.getByText('missing')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Edit Fee hook' }))
  const dialog = await screen.findByRole('dialog', { name: 'Fee hook' })
  await user.click(within(dialog).getByLabelText('ABI'))
  await user.paste('[{"type":"error","name":"Paused","inputs":[]}]')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked('contractSave')).toMatchObject({
      id: 'contract-4',
      role: 'other',
      abi: '[{"type":"error","name":"Paused","inputs":[]}]',
    }),
  )
})

test('saving a contract without typing an ABI leaves the one it has', async () => {
  const { user } = renderRoute('/admin/settings/contracts', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: 'Edit Router v3' }))
  const dialog = await screen.findByRole('dialog', { name: 'Router v3' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked('contractSave')).toMatchObject({ id: 'contract-1' }))
  expect(server.asked('contractSave')).not.toHaveProperty('abi')
})

const DEPLOYED = {
  chain: 84_532,
  timestamp: 1,
  transactions: [
    {
      hash: '0x1',
      transactionType: 'CREATE',
      contractName: 'SwapRouter',
      contractAddress: `0x${'1'.repeat(40)}`,
    },
    { hash: '0x2', transactionType: 'CREATE', contractName: 'Hook', contractAddress: `0x${'2'.repeat(40)}` },
  ],
  receipts: [
    { transactionHash: '0x1', blockNumber: '0x10', status: '0x1' },
    { transactionHash: '0x2', blockNumber: '0x11', status: '0x1' },
  ],
}

test('files become a list, and only what is ticked is saved', async () => {
  const { user } = renderRoute('/admin/settings/contracts?network=net-base', server.begin(administrator))
  const file = new File([JSON.stringify(DEPLOYED)], 'run-latest.json', { type: 'application/json' })
  await user.upload(await screen.findByLabelText('Files'), file)
  const dialog = await screen.findByRole('dialog', { name: 'Import to Base Sepolia' })
  expect(within(dialog).getByLabelText('Role of SwapRouter')).toHaveValue('router')
  expect(server.asked('registryImport')).toBeUndefined()
  await user.click(within(dialog).getByLabelText('Hook'))
  await user.click(within(dialog).getByRole('button', { name: 'Import 1 entry' }))
  await waitFor(() =>
    expect(server.asked('registryImport')).toEqual({
      network: 'net-base',
      contracts: [{ address: `0x${'1'.repeat(40)}`, name: 'SwapRouter', role: 'router', firstBlock: 16 }],
      tokens: [],
    }),
  )
})

test('what differs from a registered contract is shown, and waits for a tick', async () => {
  const as = server.begin(administrator)
  server.answer('registryPreview', {
    contracts: [
      {
        address: `0x${'1'.repeat(40)}`,
        state: 'changed',
        changes: ['name', 'firstBlock'],
        registered: { name: 'Router v3', role: 'router', firstBlock: 12 },
      },
      { address: `0x${'2'.repeat(40)}`, state: 'same' },
    ],
    tokens: [],
  })
  const { user } = renderRoute('/admin/settings/contracts?network=net-base', as)
  const file = new File([JSON.stringify(DEPLOYED)], 'run-latest.json', { type: 'application/json' })
  await user.upload(await screen.findByLabelText('Files'), file)
  const dialog = await screen.findByRole('dialog', { name: 'Import to Base Sepolia' })
  expect(within(dialog).getByText('First block 16, registered 12')).toBeInTheDocument()
  expect(within(dialog).getByText('“SwapRouter” in the files. Its name stays.')).toBeInTheDocument()
  expect(within(dialog).getByText('1 entry is registered with the same values.')).toBeInTheDocument()
  expect(within(dialog).getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await user.click(within(dialog).getByLabelText('Router v3'))
  expect(within(dialog).getByRole('button', { name: 'Import 1 entry' })).toBeEnabled()
})

test('a token says what is odd about it', async () => {
  const { user } = renderRoute('/admin/settings/contracts', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: 'Edit USDC' }))
  const dialog = await screen.findByRole('dialog', { name: 'USDC' })
  await user.click(within(dialog).getByLabelText('Can be paused'))
  await user.click(within(dialog).getByLabelText('Can block addresses'))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked('tokenSave')).toMatchObject({ flags: ['permit', 'pausable'] }))
})

test('the bench reads a hash as a report would', async () => {
  const as = server.begin(administrator)
  const evidence = {
    id: 'evidence-1',
    kind: 'tx',
    state: 'decoded',
    network: NETWORK_ROWS[0],
    txHash: `0x${'ab'.repeat(32)}`,
    isMine: true,
    createdAt: '2026-11-15T09:00:00.000Z',
    explanation: {
      chainStatus: 'reverted',
      failureClass: 'permit_expired',
      verdict: 'suspect',
      sentence: 'The signed permit has expired.',
      confidence: 'exact',
    },
  }
  server.answer('evidencePreview', { evidence })
  server.answer('evidenceGet', { evidence, similar: [], proposal: null })
  const { user } = renderRoute('/admin/settings/contracts', as)
  const field = await screen.findByLabelText('Hash, explorer link or error message')
  await user.type(field, `${evidence.txHash}{Enter}`)
  expect(await screen.findByText('The signed permit has expired.')).toBeInTheDocument()
  expect(screen.getByText('permit_expired')).toBeInTheDocument()
  expect(server.asked('evidencePreview')).toEqual({ text: evidence.txHash })
})

test('a signature is hashed as it is typed, and a wrong one cannot be saved', async () => {
  const { user } = renderRoute('/admin/settings/errors', server.begin(administrator))
  const form = await screen.findByRole('form', { name: 'Name 0xd1527949' })
  const signature = within(form).getByLabelText('Signature')
  await user.type(signature, 'Closed(uint256)')
  expect(signature).toHaveAccessibleDescription(/^Hashes to 0x.{8}, not to 0xd1527949\.$/)
  expect(within(form).getByRole('button', { name: /^Name it/ })).toBeDisabled()
  await user.clear(signature)
  await user.type(signature, 'FeeWindowClosed(uint256 from, uint until)')
  expect(signature).toHaveAccessibleDescription('Hashes to this selector, so it is right.')
  await user.selectOptions(within(form).getByLabelText('Class'), 'contract_paused')
  expect(within(form).getByLabelText('Description for testers')).toHaveValue('The contract is paused.')
  await user.click(within(form).getByRole('button', { name: /^Name it/ }))
  await waitFor(() =>
    expect(server.asked('errorSignatureSave')).toEqual({
      selector: '0xd1527949',
      signature: 'FeeWindowClosed(uint256 from, uint until)',
      failureClass: 'contract_paused',
      verdict: 'expected',
      sentence: 'The contract is paused.',
    }),
  )
})

test('an error that a package declares comes with its signature and without a class', async () => {
  const as = server.begin(administrator)
  server.answer('errorSignatures', {
    rows: [],
    unknown: [
      { key: '0x118cdaa7', count: 1, people: 1, words: 1, signature: 'OwnableUnauthorizedAccount(address)' },
    ],
  })
  renderRoute('/admin/settings/errors', as)
  const form = await screen.findByRole('form', { name: 'Name 0x118cdaa7' })
  expect(within(form).getByLabelText('Signature')).toHaveValue('OwnableUnauthorizedAccount(address)')
  expect(within(form).getByLabelText('Class')).toHaveValue('unknown_revert')
  expect(form).toHaveTextContent('The name comes from a well-known contract package.')
})

test('a sentence that a user wrote stays when the class changes', async () => {
  const { user } = renderRoute('/admin/settings/errors', server.begin(administrator))
  const form = await screen.findByRole('form', { name: 'Name 0xd1527949' })
  const sentence = within(form).getByLabelText('Description for testers')
  await user.type(sentence, 'Not tonight.')
  await user.selectOptions(within(form).getByLabelText('Class'), 'permit_expired')
  expect(sentence).toHaveValue('Not tonight.')
  expect(within(form).getByLabelText('Verdict')).toHaveValue('suspect')
})

test('an error that is known by its text is named by its text', async () => {
  const { user } = renderRoute('/admin/settings/errors', server.begin(administrator))
  await user.click(await screen.findByRole('button', { name: 'the moon is full' }))
  const form = await screen.findByRole('form', { name: 'Name the moon is full' })
  expect(within(form).queryByLabelText('Signature')).not.toBeInTheDocument()
  await user.type(within(form).getByLabelText('Description for testers'), 'Not tonight.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(server.asked('errorSignatureSave')).toMatchObject({ textPattern: 'the moon is full' }),
  )
})

test('known errors are found by name, and one that is built in can be said otherwise', async () => {
  const { user } = renderRoute('/admin/settings/errors', server.begin(administrator))
  await user.type(await screen.findByLabelText('Search errors'), 'toolittle')
  expect(screen.queryByRole('button', { name: 'Edit PoolPaused(uint256)' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Edit V3TooLittleReceived()' }))
  const dialog = await screen.findByRole('dialog', { name: '0x39d35496' })
  expect(dialog).toHaveTextContent('This error is built in.')
  expect(within(dialog).queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
})

test('the dashboard tells how many networks answer, and which do not', async () => {
  const as = server.begin(administrator)
  server.answer('clusterList', { rows: [], next: null })
  server.answer('coverageMatrix', { networks: [], wallets: [], cells: [] })
  server.answer('failureStats', { days: [], classes: [], builds: [], quoteError: null, headroom: null })
  renderRoute('/', as)
  const tile = await screen.findByRole('link', { name: /^Networks/ })
  await waitFor(() => expect(tile).toHaveTextContent('3of 4 healthy'))
  expect(tile).toHaveTextContent('OP Sepolia down')
  expect(tile).toHaveAttribute('href', '/admin/settings/networks')
})

test('both names of a type hash to the same selector, and half a signature to none', () => {
  expect(selectorOf('error V4TooLittleReceived(uint256 least, uint256 got);')).toBe('0x8b063d73')
  expect(selectorOf('V4TooLittleReceived(uint, uint256)')).toBe('0x8b063d73')
  expect(selectorOf('V4TooLittleReceived(')).toBeNull()
  expect(selectorOf('')).toBeNull()
})
