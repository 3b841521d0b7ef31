// The contracts: Uniswap's as their packages bring them, our own by the compiler's package.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

const prefixed = code => (code.startsWith('0x') ? code : `0x${code}`);

function artefact(path) {
  const { abi, bytecode } = require(`@uniswap/${path}.json`);
  return { abi, bytecode: prefixed(bytecode.object ?? bytecode) };
}

/** Uniswap's, by the names they are known by. */
export const uniswap = () => ({
  weth: artefact('v2-periphery/build/WETH9'),
  factory2: artefact('v2-core/build/UniswapV2Factory'),
  pair: artefact('v2-core/build/UniswapV2Pair'),
  router2: artefact('v2-periphery/build/UniswapV2Router02'),
  factory3: artefact('v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory'),
  router3: artefact('v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter'),
  positions3: artefact(
    'v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager'
  ),
  quoter3: artefact('v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2'),
  router02: artefact('swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02'),
  universal: artefact('universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter'),
  manager4: artefact('v4-core/out/PoolManager.sol/PoolManager'),
  liquidity4: artefact('v4-core/out/PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest'),
  swap4: artefact('v4-core/out/PoolSwapTest.sol/PoolSwapTest'),
});

/** Our own, compiled. */
export function ours() {
  const solc = require('solc');
  const files = ['Coins.sol', 'Stage.sol', 'Approvals.sol'];
  const content = name => readFileSync(join(import.meta.dirname, '../contracts', name), 'utf8');
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: Object.fromEntries(files.map(name => [name, { content: content(name) }])),
        settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
      })
    )
  );
  const wrong = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (wrong.length) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const all = files.flatMap(name => Object.entries(output.contracts[name]));
  return Object.fromEntries(
    all.map(([name, { abi, evm }]) => [name, { abi, bytecode: prefixed(evm.bytecode.object) }])
  );
}
