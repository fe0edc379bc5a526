import type { StreamContract } from '@weir/kinds';
import { msg } from '../language/text.js';
/** The page of each kind of record. */
export const PAGES = {
  stream: '/streams/$id',
  lock: '/locks/$id',
  payment: '/payments/$id',
  currency: '/currency-payments/$id',
  plan: '/plans/$id',
  airdrop: '/airdrops/$id',
  vault: '/vaults/$id',
  proposal: '/proposals/$id',
  purse: '/purses/$id',
} as const;

export type RecordKind = keyof typeof PAGES;

/** Returns what a record is: a stream with a lock's contract is a lock. */
export const kindOf = <Kind extends RecordKind>({
  kind,
  contract,
}: {
  readonly kind: Kind;
  readonly contract: StreamContract | null;
}): Kind | 'lock' => (contract === 'LOCK' ? 'lock' : kind);

/** The name of each kind of record. */
export const KIND_NAMES = {
  stream: msg('Stream'),
  lock: msg('Lock'),
  payment: msg('Payment'),
  currency: msg('Payment in a currency'),
  plan: msg('Plan'),
  airdrop: msg('Airdrop'),
  vault: msg('Treasury'),
  proposal: msg('Proposal'),
  purse: msg('Purse'),
} as const;
