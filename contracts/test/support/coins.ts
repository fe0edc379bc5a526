import type { Output } from '@bitauth/libauth';
import { named32 } from './bytes.js';
import type { Party } from './parties.js';
import { SEQUENCE_PLAIN, type ChainPoint, type Coin, type DraftInput } from './transaction.js';

/** The block that made most coins of the tests. */
export const FUNDED: ChainPoint = { height: 800_000, mtp: 1_690_000_000 };

/** An unspent output in a transaction of its own, named by a label. */
export const coinNamed = (
  label: string,
  output: Output,
  { vout = 1, mined = FUNDED }: { vout?: number; mined?: ChainPoint } = {},
): Coin => ({
  txid: named32(`transaction: ${label}`),
  vout,
  output,
  mined,
});

/** An input of a party's own money. */
export const purse = (owner: Party, valueSatoshis: bigint, label = `purse of the ${owner.name}`): DraftInput => ({
  coin: coinNamed(label, { lockingBytecode: owner.lockingBytecode, valueSatoshis }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner },
});

export const payTo = (party: Party, valueSatoshis: bigint): Output => ({
  lockingBytecode: party.lockingBytecode,
  valueSatoshis,
});
