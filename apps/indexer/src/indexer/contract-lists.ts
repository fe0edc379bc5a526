import type { ContractFamily } from '@weir/infra';

/** What contracts are listed as. */
export type ContractList = 'stream' | 'payment' | 'airdrop';

/** The families of each list: what may be a stream as well as a payment is in both. */
export const FAMILIES: Readonly<Record<ContractList, readonly ContractFamily[]>> = {
  stream: ['stream', 'recurring'],
  payment: ['payment', 'recurring'],
  airdrop: ['airdrop'],
};
