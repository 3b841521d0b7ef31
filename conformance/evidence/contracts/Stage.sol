// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

interface IMoving {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Permissions by signature, with the functions and errors of the contract that routers use for it.
/// The real one is in no package.
contract Permission {
    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    error SignatureExpired(uint256 signatureDeadline);
    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);
    error InvalidNonce();
    error InvalidSigner();

    bytes32 private constant DETAILS =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant SINGLE = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );

    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, keccak256("Permit2"), block.chainid, address(this)));
    }

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowed storage allowed = allowance[msg.sender][token][spender];
        (allowed.amount, allowed.expiration) = (amount, expiration);
    }

    function permit(address owner, PermitSingle memory single, bytes calldata signature) external {
        if (block.timestamp > single.sigDeadline) revert SignatureExpired(single.sigDeadline);
        bytes32 details = keccak256(abi.encode(DETAILS, single.details));
        bytes32 structure = keccak256(abi.encode(SINGLE, details, single.spender, single.sigDeadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), structure));
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        if (ecrecover(digest, uint8(signature[64]), r, s) != owner) revert InvalidSigner();
        Allowed storage allowed = allowance[owner][single.details.token][single.spender];
        if (allowed.nonce != single.details.nonce) revert InvalidNonce();
        allowed.nonce += 1;
        (allowed.amount, allowed.expiration) = (single.details.amount, single.details.expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = allowance[from][token][msg.sender];
        if (block.timestamp > allowed.expiration) revert AllowanceExpired(allowed.expiration);
        if (allowed.amount < amount) revert InsufficientAllowance(allowed.amount);
        allowed.amount -= amount;
        require(IMoving(token).transferFrom(from, to, amount), "TRANSFER_FROM_FAILED");
    }
}

/// Fails in every way that no router does.
contract Failing {
    error WrappedError(address target, bytes4 selector, bytes reason, bytes details);
    error UnexpectedRevertBytes(bytes revertData);
    error V4TooLittleReceived(uint256 minimum, uint256 received);
    error NeverSeenBefore(uint256 what);
    error NamedByItsInterface(uint256 day);
    error EnforcedPause();

    uint256[] private numbers;

    function divide(uint256 by) external pure returns (uint256) {
        return 1 / by;
    }

    function reach(uint256 at) external view returns (uint256) {
        return numbers[at];
    }

    function subtract(uint256 from, uint256 what) external pure returns (uint256) {
        return from - what;
    }

    function silent() external pure {
        assembly {
            revert(0, 0)
        }
    }

    function unknown() external pure {
        revert NeverSeenBefore(7);
    }

    function named() external pure {
        revert NamedByItsInterface(16);
    }

    function words() external pure {
        revert("a text without a known meaning");
    }

    function paused() external pure {
        revert EnforcedPause();
    }

    function inner() external pure {
        revert V4TooLittleReceived(1000, 900);
    }

    function middle() external view {
        try this.inner() {}
        catch (bytes memory data) {
            revert UnexpectedRevertBytes(data);
        }
    }

    function nested() external view {
        try this.middle() {}
        catch (bytes memory data) {
            revert WrappedError(address(this), this.middle.selector, data, "");
        }
    }

    function spin() external pure {
        for (uint256 i = 0; i < type(uint256).max; ++i) {}
    }
}

/// As much of an entry point as it takes to carry operations of smart accounts.
contract EntryPoint {
    struct Operation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );
    event UserOperationRevertReason(
        bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason
    );

    function handleOps(Operation[] calldata ops, address payable) external {
        for (uint256 i = 0; i < ops.length; ++i) {
            bytes32 hash = keccak256(abi.encode(ops[i].sender, ops[i].nonce));
            (bool success, bytes memory reason) = ops[i].sender.call(ops[i].callData);
            if (!success) emit UserOperationRevertReason(hash, ops[i].sender, ops[i].nonce, reason);
            emit UserOperationEvent(hash, ops[i].sender, address(0), ops[i].nonce, success, 0, 0);
        }
    }
}

/// A smart account that does what it is told.
contract Account {
    function execute(address target, uint256 value, bytes calldata data) external {
        (bool success, bytes memory reason) = target.call{value: value}(data);
        if (success) return;
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }
}
