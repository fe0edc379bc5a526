import { CashAddressNetworkPrefix } from '@bitauth/libauth';

/** The networks Weir runs on. `devnet` is the local chain of this repository, a testnet to everybody else. */
export const NETWORKS = ['mainnet', 'chipnet', 'testnet3', 'testnet4', 'regtest', 'devnet'] as const;
export type Network = (typeof NETWORKS)[number];

/** The CashAddr prefix of a network's addresses. */
export const addressPrefix = (network: Network): CashAddressNetworkPrefix => {
  if (network === 'mainnet') return CashAddressNetworkPrefix.mainnet;
  if (network === 'regtest') return CashAddressNetworkPrefix.regtest;
  return CashAddressNetworkPrefix.testnet;
};
