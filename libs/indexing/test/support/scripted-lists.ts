import type { AirdropAsset, LockSchedule } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import { type BaseParty, type ChainBase, DAY } from './chain-base.js';
import { type ScriptedRow, ScriptedLocks } from './scripted-locks.js';

const rowsOf = (amounts: readonly bigint[]): readonly ScriptedRow[] =>
  amounts.map((amount, i) => ({
    recipient: createWallet({ privateKey: `scripted recipient of locks ${i}` }).publicKeyHash,
    amount,
  }));

/** Payments of locks in any order, small ones beside a coin, and the end of one before a payment that would be earlier. */
const scriptLocks = async (locks: ScriptedLocks, at: (days: number) => bigint, payer: BaseParty): Promise<void> => {
  const opened = await locks.fund();
  const one = await locks.pay(opened, 0, at(5));
  const two = await locks.pay(one, 1, at(12));
  const more = await locks.pay(two, 0, at(20), payer);
  await locks.pay(more, 0, at(40));
  await locks.pay(two, 0, at(40));
  await locks.pay(opened, 1, at(40));
  await locks.pay(opened, 2, at(30));
};

/** Claims in two orders, payments of what they opened, and closes between them; each branch contradicts others. */
const scriptList = async (
  list: ScriptedLocks,
  { at, nonce, payer }: { readonly at: (days: number) => bigint; readonly nonce: number; readonly payer: BaseParty },
): Promise<void> => {
  const opened = await list.fundList(nonce);
  const one = await list.claim(opened, 0, at(2));
  const paid = await list.pay(one, 0, at(10), payer);
  const two = await list.claim(paid, 1, at(3));
  await list.pay(two, 0, at(40));
  await list.pay(two, 1, at(40));
  await list.pay(one, 0, at(40));
  await list.close(one, at(20));
  const three = await list.claim(two, 2, at(4));
  await list.pay(three, 2, at(40));
  const other = await list.claim(opened, 2, at(2));
  await list.pay(other, 2, at(40));
  await list.claim(other, 0, at(6));
  await list.close(other, at(20));
};

/** Funded locks and vested lists, whose transactions are signed beforehand. */
export const scriptLocksAndLists = async (
  base: ChainBase,
  purse: () => BaseParty,
): Promise<readonly ScriptedLocks[]> => {
  const start = BigInt(base.time - 60 * DAY);
  const at = (days: number): bigint => start + BigInt(days * DAY);
  const schedule: LockSchedule = { start, cliff: start, step: BigInt(DAY), steps: 40n };
  const coins: AirdropAsset = { type: 'BCH' };
  const tokens: AirdropAsset = { type: 'FUNGIBLE_TOKEN', category: base.category };
  const satoshis = rowsOf([40_000_000n, 20_000_003n, 10_000_019n]);
  const units = rowsOf([1_000_003n, 777_777n, 9_007_199_254_740_993n]);
  // Those of one party contradict each other, and everything else spends its coins: only one of them exists on a branch.
  const made = [
    new ScriptedLocks('unlocks', coins, base.party(2), satoshis, schedule),
    new ScriptedLocks('grants', coins, base.party(3), satoshis, schedule),
    new ScriptedLocks('stakes', tokens, base.holder, units, schedule),
    new ScriptedLocks('shares', tokens, base.holder, units, schedule),
  ] as const;
  const [unlocks, grants, stakes, shares] = made;
  await scriptLocks(unlocks, at, purse());
  await scriptLocks(stakes, at, purse());
  await scriptList(grants, { at, nonce: 91, payer: purse() });
  await scriptList(shares, { at, nonce: 92, payer: purse() });
  return made;
};
