import { CashAddressNetworkPrefix } from '@bitauth/libauth';

/** The networks Weir runs on. `devnet` is the local chain of this repository, a testnet to everybody else. */
export const NETWORKS = ['mainnet', 'chipnet', 'testnet3', 'testnet4', 'regtest', 'devnet'] as const;
export type Network = (typeof NETWORKS)[number];

/** Whether a network's blocks come when somebody asks for them: a chain of one's own. */
export const isLocalNetwork = (network: Network): boolean => network === 'devnet' || network === 'regtest';

/** The CashAddr prefix of a network's addresses. */
export const addressPrefix = (network: Network): CashAddressNetworkPrefix => {
  if (network === 'mainnet') return CashAddressNetworkPrefix.mainnet;
  if (network === 'regtest') return CashAddressNetworkPrefix.regtest;
  return CashAddressNetworkPrefix.testnet;
};
