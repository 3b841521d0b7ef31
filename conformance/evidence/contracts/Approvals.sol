// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A token that keeps approvals in its own way. What differs is how they are stored and given.
abstract contract Approving {
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 1e27;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed);

    constructor() {
        balanceOf[msg.sender] = totalSupply;
    }

    function _allowed(address owner, address spender) internal view virtual returns (uint256);
    function _allow(address owner, address spender, uint256 amount) internal virtual;
    function _before(address owner) internal view virtual {}

    function allowance(address owner, address spender) external view returns (uint256) {
        return _allowed(owner, spender);
    }

    function approve(address spender, uint256 amount) external virtual returns (bool) {
        _allow(msg.sender, spender, amount);
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        _before(from);
        uint256 allowed = _allowed(from, msg.sender);
        if (allowed < amount) revert ERC20InsufficientAllowance(msg.sender, allowed, amount);
        _allow(from, msg.sender, allowed - amount);
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// In a mapping of mappings, as OpenZeppelin's.
contract PlainApprovals is Approving {
    mapping(address => mapping(address => uint256)) private allowed;

    function _allowed(address owner, address spender) internal view virtual override returns (uint256) {
        return allowed[owner][spender];
    }

    function _allow(address owner, address spender, uint256 amount) internal virtual override {
        allowed[owner][spender] = amount;
    }
}

/// In the namespace of an upgradeable token. Its code is behind a proxy.
contract NamedApprovals is Approving {
    struct Storage {
        mapping(address => uint256) balances;
        mapping(address => mapping(address => uint256)) allowed;
    }

    bytes32 private constant PLACE = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00;

    function start(address owner) external {
        balanceOf[owner] = totalSupply;
    }

    function _storage() private pure returns (Storage storage own) {
        assembly {
            own.slot := PLACE
        }
    }

    function _allowed(address owner, address spender) internal view override returns (uint256) {
        return _storage().allowed[owner][spender];
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        _storage().allowed[owner][spender] = amount;
    }
}

contract ProxyApprovals {
    address private immutable code = address(new NamedApprovals());

    constructor() {
        (bool success,) = code.delegatecall(abi.encodeCall(NamedApprovals.start, (msg.sender)));
        require(success);
    }

    fallback() external {
        (bool success, bytes memory answer) = code.delegatecall(msg.data);
        assembly {
            if success { return(add(answer, 32), mload(answer)) }
            revert(add(answer, 32), mload(answer))
        }
    }
}

/// At a hash of its own form, as Solady's.
contract SeededApprovals is Approving {
    function _slot(address owner, address spender) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(owner, uint96(0x7f5e9f20), spender));
    }

    function _allowed(address owner, address spender) internal view override returns (uint256 amount) {
        bytes32 slot = _slot(owner, spender);
        assembly {
            amount := sload(slot)
        }
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        bytes32 slot = _slot(owner, spender);
        assembly {
            sstore(slot, amount)
        }
    }
}

/// With the order of hashing turned round, as Vyper's.
contract TurnedApprovals is Approving {
    function _slot(address owner, address spender) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(abi.encode(uint256(2), owner)), spender));
    }

    function _allowed(address owner, address spender) internal view override returns (uint256 amount) {
        bytes32 slot = _slot(owner, spender);
        assembly {
            amount := sload(slot)
        }
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        bytes32 slot = _slot(owner, spender);
        assembly {
            sstore(slot, amount)
        }
    }
}

/// In 96 bits, as tokens with votes. The largest number stands for all of them.
contract NarrowApprovals is Approving {
    mapping(address => mapping(address => uint96)) private allowed;

    function _allowed(address owner, address spender) internal view override returns (uint256) {
        return allowed[owner][spender];
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        if (amount == type(uint256).max) amount = type(uint96).max;
        require(amount <= type(uint96).max, "amount exceeds 96 bits");
        allowed[owner][spender] = uint96(amount);
    }
}

/// Beside the last day on which they hold.
contract DatedApprovals is Approving {
    struct Dated {
        uint192 amount;
        uint64 lastDay;
    }

    mapping(address => mapping(address => Dated)) private allowed;

    function _allowed(address owner, address spender) internal view override returns (uint256) {
        Dated memory dated = allowed[owner][spender];
        return block.timestamp / 1 days > dated.lastDay ? 0 : dated.amount;
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        if (amount > type(uint192).max) amount = type(uint192).max;
        allowed[owner][spender] = Dated(uint192(amount), uint64(block.timestamp / 1 days) + 30);
    }
}

contract Books {
    mapping(address => mapping(address => uint256)) public allowed;

    function set(address owner, address spender, uint256 amount) external {
        allowed[owner][spender] = amount;
    }
}

/// In another contract.
contract RemoteApprovals is Approving {
    Books private immutable books = new Books();

    function _allowed(address owner, address spender) internal view override returns (uint256) {
        return books.allowed(owner, spender);
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        books.set(owner, spender, amount);
    }
}

/// Given only if there was none before, as by the old dollar.
contract OnceApprovals is PlainApprovals {
    function approve(address spender, uint256 amount) external override returns (bool) {
        require(amount == 0 || _allowed(msg.sender, spender) == 0, "remove the approval first");
        _allow(msg.sender, spender, amount);
        return true;
    }
}

/// Scaled by an index.
contract ScaledApprovals is PlainApprovals {
    uint256 private constant INDEX = 3e27;

    function _allowed(address owner, address spender) internal view override returns (uint256) {
        return super._allowed(owner, spender) / 1e27 * INDEX;
    }

    function _allow(address owner, address spender, uint256 amount) internal override {
        super._allow(owner, spender, amount / INDEX * 1e27);
    }
}

/// Refuses to move the tokens of an owner that has code.
contract PersonalApprovals is PlainApprovals {
    function _before(address owner) internal view override {
        require(owner.code.length == 0, "owner is a contract");
    }
}
