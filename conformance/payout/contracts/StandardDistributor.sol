// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Pays by a root of a StandardMerkleTree of addresses and amounts, to each leaf once. For tests: a team deploys
/// one that was audited.
contract StandardDistributor {
    IERC20 private immutable token;
    bytes32 private immutable root;
    mapping(bytes32 leaf => bool) private isClaimed;

    constructor(IERC20 token_, bytes32 root_) {
        token = token_;
        root = root_;
    }

    function claim(address account, uint256 amount, bytes32[] calldata proof) external {
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(account, amount))));
        require(MerkleProof.verifyCalldata(proof, root, leaf), "Invalid proof");
        require(!isClaimed[leaf], "already claimed");
        isClaimed[leaf] = true;
        require(token.transfer(account, amount), "not paid");
    }
}
