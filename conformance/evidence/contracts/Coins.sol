// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A token as they are written today: errors with values, and permissions by signature.
contract Coin {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;

    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);
    error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    error ERC2612ExpiredSignature(uint256 deadline);
    error ERC2612InvalidSigner(address signer, address owner);

    constructor(string memory symbol_, uint8 decimals_, uint256 supply) {
        (name, symbol, decimals) = (symbol_, symbol_, decimals_);
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        if (block.timestamp > deadline) revert ERC2612ExpiredSignature(deadline);
        bytes32 structure = keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), structure)), v, r, s);
        if (signer != owner) revert ERC2612InvalidSigner(signer, owner);
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        _spend(from, amount);
        _move(from, to, amount);
        return true;
    }

    function _spend(address from, uint256 amount) internal {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < amount) revert ERC20InsufficientAllowance(msg.sender, allowed, amount);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        uint256 balance = balanceOf[from];
        if (balance < amount) revert ERC20InsufficientBalance(from, balance, amount);
        unchecked {
            balanceOf[from] = balance - amount;
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
    }
}

/// Keeps one part in a hundred of every transfer.
contract FeeCoin is Coin {
    constructor() Coin("FEE", 18, 1e27) {}

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, address(this), amount / 100);
        super._move(from, to, amount - amount / 100);
    }
}

/// Can be stopped by anyone, which is enough here.
contract PausedCoin is Coin {
    bool public isPaused;

    error EnforcedPause();

    constructor() Coin("PAUSE", 18, 1e27) {}

    function pause(bool is_) external {
        isPaused = is_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (isPaused) revert EnforcedPause();
        super._move(from, to, amount);
    }
}

/// Has a list of those it does not serve, and says so in words.
contract BlockingCoin is Coin {
    mapping(address => bool) public isBlocked;

    constructor() Coin("BLOCK", 6, 1e21) {}

    function block_(address who, bool is_) external {
        isBlocked[who] = is_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        require(!isBlocked[from], "Blacklistable: account is blacklisted");
        super._move(from, to, amount);
    }
}

/// A token of long ago: errors are texts.
contract OldCoin is Coin {
    constructor() Coin("OLD", 18, 1e27) {}

    function _move(address from, address to, uint256 amount) internal override {
        require(balanceOf[from] >= amount, "ERC20: transfer amount exceeds balance");
        super._move(from, to, amount);
    }
}

/// Says no by its answer instead of an error.
contract FalseCoin is Coin {
    constructor() Coin("FALSE", 18, 1e27) {}

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (msg.sender.code.length > 0 && allowance[from][msg.sender] < amount) return false;
        _spend(from, amount);
        _move(from, to, amount);
        return true;
    }
}

/// Fails without a word.
contract SilentCoin is Coin {
    bool public isSilent;

    constructor() Coin("HUSH", 18, 1e27) {}

    function hush(bool is_) external {
        isSilent = is_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (isSilent) {
            assembly {
                revert(0, 0)
            }
        }
        super._move(from, to, amount);
    }
}

interface IPair {
    function sync() external;
}

/// Calls the pool back in the middle of its swap.
contract CallingCoin is Coin {
    address public pool;

    constructor() Coin("CALL", 18, 1e27) {}

    function call(address pool_) external {
        pool = pool_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (pool != address(0) && from == pool) IPair(pool).sync();
    }
}
