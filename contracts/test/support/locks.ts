import type { ChainPoint, Draft } from './transaction.js';

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
