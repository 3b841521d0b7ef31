// The comparisons in a page of a browser: how the steps of a dapp end, with the recorder or without.
import { announce } from './announce.ts'
import { DAPPS, ORDERS, outcomes } from './dapps.ts'
import { KINDS } from './wallets.ts'

const { library = '', kind = '', order } = Object.fromEntries(new URLSearchParams(location.search))
const dapp = DAPPS[library as keyof typeof DAPPS]
const make = KINDS[kind]?.make

async function run(): Promise<object> {
  if (!make) throw new Error(`There is no wallet "${kind}".`)
  announce(window, make())
  const start = order === undefined ? undefined : ORDERS[order]
  const begun = start?.(() => dapp(window))
  const ends = await outcomes(begun?.steps ?? dapp(window))
  return { ends, problems: begun?.last.context().calls.map(({ problem }) => problem) }
}

Object.assign(window, {
  outcome: run().then(JSON.stringify, error => JSON.stringify({ failed: String(error) })),
})
