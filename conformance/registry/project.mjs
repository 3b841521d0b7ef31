// A project of Foundry that deploys to a chain of our own: behind a proxy, at an address made of a salt, and by a call.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProject } from '../evidence/stage/foundry.mjs';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface Vm { function startBroadcast() external; function stopBroadcast() external; }

contract Pool {
    error PoolLocked();
    function drain() external pure { revert PoolLocked(); }
}

contract SwapRouter {
    error LessThanWanted(uint256 least, uint256 got);
    Pool public pool;
    function open() external { pool = new Pool(); }
    function swap(uint256 least) external pure { revert LessThanWanted(least, 1); }
}

contract Quoter {
    function quote(uint256 amount) external pure returns (uint256) { return amount; }
}

contract ERC1967Proxy {
    error NotAContract(address implementation);
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    constructor(address implementation, bytes memory) {
        if (implementation.code.length == 0) revert NotAContract(implementation);
        assembly { sstore(SLOT, implementation) }
    }
    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(SLOT), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if ok { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }
}

/// Errors of packages that the programme has not registered, and one whose selector has invented names.
contract Stranger {
    error OwnableUnauthorizedAccount(address account);
    function known() external view { revert OwnableUnauthorizedAccount(msg.sender); }
    function collides() external view {
        bytes memory data = abi.encodeWithSelector(0xa9059cbb, msg.sender, uint256(1));
        assembly { revert(add(data, 32), mload(data)) }
    }
}

contract Deploy {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    function run() external {
        vm.startBroadcast();
        SwapRouter router = new SwapRouter();
        ERC1967Proxy proxy = new ERC1967Proxy(address(router), "");
        new Quoter{salt: bytes32(uint256(1))}();
        SwapRouter(address(proxy)).open();
        vm.stopBroadcast();
    }
}
`;

const LATEST = 'Deploy.t.sol/31337/run-latest.json';

/** The project after its deployment; `sender` is an account that the node signs for. */
export async function deployedProject(url, sender) {
  const project = await makeProject(url);
  await project.put('Deploy', SOURCE);
  await project.broadcast('test/Deploy.t.sol:Deploy', sender);
  const read = path => JSON.parse(readFileSync(join(project.folder, path), 'utf8'));
  const run = read(`broadcast/${LATEST}`);
  assert.equal(run.receipts.filter(({ status }) => status === '0x1').length, 4, JSON.stringify(run.receipts));
  return {
    ...project,
    run,
    artifact: name => read(`out/Deploy.t.sol/${name}.json`),
    /** What Foundry keeps beside the broadcast: the address of the node. */
    secrets: readFileSync(join(project.folder, 'cache', LATEST), 'utf8'),
  };
}
