import type { ContractFamily } from '@weir/infra';

/** The lists of contracts. */
export type ContractList = 'stream' | 'payment' | 'airdrop';

/** The contract families in each list: a recurring contract that may be either is in both. */
export const FAMILIES: Readonly<Record<ContractList, readonly ContractFamily[]>> = {
  stream: ['stream', 'recurring'],
  payment: ['payment', 'recurring'],
  airdrop: ['airdrop'],
};
