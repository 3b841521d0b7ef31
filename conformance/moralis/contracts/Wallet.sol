// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A wallet that is a contract: whatever its owner signed counts as its own (EIP-1271).
contract Wallet {
    address public owner;

    constructor(address first) {
        owner = first;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(digest, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Makes such wallets at addresses that are known before they exist (EIP-6492).
contract Factory {
    function make(address owner, bytes32 salt) external returns (address) {
        return address(new Wallet{salt: salt}(owner));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(Wallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }
}

/// Says yes to everything.
contract Yes {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}

/// Never comes to an answer.
contract Burner {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        while (true) {}
        return 0x1626ba7e;
    }
}

/// Answers with more than anybody wants.
contract Flood {
    fallback() external {
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            return(0, 1000000)
        }
    }
}
