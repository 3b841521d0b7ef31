// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// What the blockchain functions are asked about: tokens, things, pairs and names, as small as their standards allow.

contract Amounts {
    string public name;
    string public symbol;
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(uint256 value) external {
        balanceOf[msg.sender] -= value;
        emit Transfer(msg.sender, address(0), value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "not enough");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}

// A token of the first years, whose name is 32 bytes.
contract OldAmounts {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
}

// Things; with or without a list of them.
contract Things {
    string public constant name = "Things";
    string public constant symbol = "THG";
    bool public lists;
    uint256[] private all;
    mapping(uint256 => address) private owners;
    mapping(uint256 => string) private uris;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(bool lists_) {
        lists = lists_;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || (lists && id == 0x780e9d63);
    }

    function mint(address to, uint256 id, string calldata uri) external {
        require(owners[id] == address(0), "taken");
        owners[id] = to;
        uris[id] = uri;
        all.push(id);
        emit Transfer(address(0), to, id);
    }

    function move(address to, uint256 id) external {
        emit Transfer(owners[id], to, id);
        owners[id] = to;
    }

    function ownerOf(uint256 id) external view returns (address) {
        require(owners[id] != address(0), "no such thing");
        return owners[id];
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        return uris[id];
    }

    function totalSupply() external view returns (uint256) {
        return all.length;
    }

    function tokenByIndex(uint256 place) external view returns (uint256) {
        return all[place];
    }

    function balanceOf(address owner) public view returns (uint256 count) {
        for (uint256 i = 0; i < all.length; i++) if (owners[all[i]] == owner) count++;
    }

    function tokenOfOwnerByIndex(address owner, uint256 place) external view returns (uint256) {
        for (uint256 i = 0; i < all.length; i++) {
            if (owners[all[i]] != owner) continue;
            if (place == 0) return all[i];
            place--;
        }
        revert("no such place");
    }
}

contract Many {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function uri(uint256) external pure returns (string memory) {
        return "data:application/json,%7B%22name%22%3A%22Many%22%7D";
    }

    function give(address from, address to, uint256 id, uint256 value) external {
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function giveAll(address from, address to, uint256[] calldata ids, uint256[] calldata values) external {
        emit TransferBatch(msg.sender, from, to, ids, values);
    }
}

contract Pair {
    function getReserves() external pure returns (uint112, uint112, uint32) {
        return (1000000007, 5 ether, 1700000000);
    }
}

contract Pairs {
    mapping(address => mapping(address => address)) public getPair;

    function set(address one, address other, address pair) external {
        getPair[one][other] = pair;
        getPair[other][one] = pair;
    }
}

// The registry of ENS and a resolver in one.
contract Names {
    mapping(bytes32 => address) public resolver;
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;

    function set(bytes32 node, address resolver_, address addr_, string calldata name_) external {
        resolver[node] = resolver_;
        addr[node] = addr_;
        name[node] = name_;
    }
}

// The registry of Unstoppable Domains.
contract Records {
    mapping(uint256 => mapping(string => string)) private records;

    function set(string calldata key, string calldata value, uint256 id) external {
        records[id][key] = value;
    }

    function get(string calldata key, uint256 id) external view returns (string memory) {
        return records[id][key];
    }
}

contract Calls {
    struct Point {
        uint256 x;
        int64 y;
    }

    function through(address token, address to, uint256 value) external payable {
        Amounts(token).mint(to, value);
        payable(to).transfer(msg.value);
    }

    function add(uint256 a, uint256 b) external pure returns (uint256) {
        return a + b;
    }

    function add(Point calldata p) external pure returns (int256) {
        return int256(p.x) + p.y;
    }

    function several(bytes4 tag, uint8[] calldata numbers) external view returns (bool isFine, address who, bytes4, uint8[] memory list, Point memory at) {
        return (true, address(this), tag, numbers, Point(7, -8));
    }

    function fail() external pure returns (uint256) {
        revert("because");
    }
}
