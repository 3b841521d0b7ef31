// Accounts of Ethereum's family, for suites that are installed elsewhere.
export { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
export { hexToBytes, bytesToHex } from 'viem';
