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

/** The chain's tip, as builders need it. */
export interface ChainTip {
  readonly height: number;
  /** Median of the last 11 blocks' times, Unix seconds; runs about an hour behind the clock. */
  readonly medianTimePast: number;
}

/**
 * Returns the latest locktime with which a transaction can be mined in the next block: `nLockTime` must be strictly
 * less than the median time past (BIP113). Everything that depends on time is computed at this time.
 *
 * A machine's clock has no part in it: it may be wrong, and local chains have a time of their own.
 *
 * @returns Unix seconds
 *
 * @example
 * usableLocktime({ medianTimePast: 1_750_000_000 }); // 1_749_999_999n
 */
export const usableLocktime = ({ medianTimePast }: Pick<ChainTip, 'medianTimePast'>): bigint =>
  BigInt(medianTimePast) - 1n;
