import type { Output } from '@bitauth/libauth';
import { named32 } from './bytes.js';
import type { Party } from './parties.js';
import { SEQUENCE_PLAIN, type ChainPoint, type Coin, type Draft, type DraftInput } from './transaction.js';

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

const FINAL = 0xffffffff;
const TIME_THRESHOLD = 500_000_000;
const DISABLED = 0x80000000;
const IN_SECONDS = 0x00400000;

const absoluteLock = ({ locktime, inputs }: Draft, tip: ChainPoint): string | undefined => {
  if (inputs.every(({ sequence }) => sequence === FINAL)) return undefined;
  const reached = locktime < TIME_THRESHOLD ? tip.height + 1 : tip.mtp;
  return locktime === 0 || locktime < reached ? undefined : 'non-final: the locktime is not reached';
};

/** BIP68: a relative lock in blocks or in units of 512 seconds, for version 2 and no disable bit. */
const relativeLock = ({ version, inputs }: Draft, tip: ChainPoint): string | undefined => {
  if (version < 2) return undefined;
  for (const { coin, sequence } of inputs) {
    if (sequence >= DISABLED) continue;
    const mined = coin.mined ?? { height: tip.height + 1, mtp: tip.mtp };
    const needed = sequence & 0xffff;
    const reached =
      (sequence & IN_SECONDS) === 0 ? tip.height + 1 - mined.height >= needed : tip.mtp - mined.mtp >= needed * 512;
    if (!reached) return 'non-BIP68-final: the coin is too young';
  }
  return undefined;
};

/** Why a block after the tip could not hold a transaction yet: consensus rules that no script can see. */
export const findLock = (draft: Draft, tip: ChainPoint): string | undefined =>
  absoluteLock(draft, tip) ?? relativeLock(draft, tip);
