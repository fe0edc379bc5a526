import { CashAddressNetworkPrefix } from '@bitauth/libauth';

/** The networks Weir runs on. `devnet` is the local chain of this repository, a testnet to everybody else. */
export const NETWORKS = ['mainnet', 'chipnet', 'testnet3', 'testnet4', 'regtest', 'devnet'] as const;
/** A network that Weir runs on. */
export type Network = (typeof NETWORKS)[number];

/** Whether a network's blocks are mined on demand: a chain of one's own. */
export const isLocalNetwork = (network: Network): boolean => network === 'devnet' || network === 'regtest';

/** Returns the CashAddr prefix of a network's addresses. */
export const addressPrefix = (network: Network): CashAddressNetworkPrefix => {
  if (network === 'mainnet') return CashAddressNetworkPrefix.mainnet;
  if (network === 'regtest') return CashAddressNetworkPrefix.regtest;
  return CashAddressNetworkPrefix.testnet;
};
