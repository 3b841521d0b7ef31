// What is sent to the server of the contracts and tokens that were found in files.
import type { RegistryEntries } from '#/features/networks/api'
import type { Found, FoundContract } from '#/features/networks/files/proposal'
import type { Role } from '#/features/networks/model'

const contractEntry = ({ address, name, abi, firstBlock }: FoundContract, role?: Role) => ({
  address,
  name,
  ...(role ? { role } : {}),
  ...(abi ? { abi: JSON.stringify(abi) } : {}),
  ...(firstBlock === null ? {} : { firstBlock }),
})

/** The entries of what was found. A role is sent for contracts that have one in `roles`. */
export function entriesOf(
  network: string,
  { contracts, tokens }: Pick<Found, 'contracts' | 'tokens'>,
  roles: ReadonlyMap<string, Role> = new Map(),
): RegistryEntries {
  return {
    network,
    contracts: contracts.map(contract => contractEntry(contract, roles.get(contract.address))),
    tokens: tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
  }
}
