import { lockingBytecodeOf, type VestingDraft } from '@weir/covenants';
import { createBase, DAY, UNITS, type BaseParty, type ChainBase } from './chain-base.js';
import { signFake } from './fake-announcement.js';
import { scriptCalendars } from './scripted-calendar.js';
import { scriptCurrency } from './scripted-currency.js';
import { scriptLocksAndLists } from './scripted-lists.js';
import { ScriptedPlan } from './scripted-plan.js';
import { scriptPlans } from './scripted-plans.js';
import type { Scripted } from './scripted.js';
import { signSpend } from './sign-spend.js';

/** Every transaction that can happen on a chain of `createBase`, signed beforehand. */
export interface ScriptedFixture {
  readonly transactions: readonly Scripted[];
  /** The first transaction of a name, or the one of them that spends another. */
  readonly find: (name: string, parent?: string) => Scripted;
  readonly streams: readonly ScriptedPlan[];
  /** Addresses of all plans, locks and lists. */
  readonly addresses: readonly Uint8Array[];
  /** Those of locks, and of the lanes of lists. */
  readonly lockAddresses: readonly Uint8Array[];
}

/** When the stream of a number starts, Unix seconds. */
const startOf = (base: ChainBase, number: number): bigint => BigInt(base.time - (50 + number) * DAY);

/** A stream of forty days that ended before the chain's clock, alone in its plan. */
const streamOf = (
  base: ChainBase,
  name: string,
  sender: BaseParty,
  number: number,
  total: bigint,
  asset?: string,
): ScriptedPlan => {
  const start = startOf(base, number);
  const draft: VestingDraft = {
    kind: 'VESTING',
    recipient: lockingBytecodeOf(base.claimant.wallet.publicKeyHash),
    total,
    start,
    end: start + 40n * BigInt(DAY),
    group: { kind: 'VESTING', cliff: 0n, step: number % 2 === 0 ? 1n : BigInt(DAY), noticeBlocks: 6 },
  };
  const product = asset === undefined ? 'VESTING_BCH' : 'VESTING_TOKEN';
  return new ScriptedPlan(name, product, sender, [draft], number + 1, asset);
};

/** Hands out the claimant's coins, one for each claim. */
const createPurse = ({ claimant: { wallet, coins } }: ChainBase): (() => BaseParty) => {
  let used = 0;
  return () => {
    used += 1;
    return { wallet, coins: coins.slice(used - 1, used) };
  };
};

/** Scripts the branches of a stream: claims, valid and backdated cancels, pushes and refunds. */
const scriptScenario = async (stream: ScriptedPlan, start: bigint, purse: () => BaseParty): Promise<void> => {
  const at = (days: number): bigint => start + BigInt(days * DAY);
  const end = at(40);
  const funded = await stream.fund();
  const first = await stream.claim(funded, 1, at(5), purse());
  const second = await stream.claim(first, 1, at(15), purse());
  await stream.claim(second, 1, end, purse());
  await stream.claim(first, 1, end, purse());
  const late = await stream.stop(second, [1], 'cancel', at(20));
  const pushed = await stream.pay(late, 1, at(30));
  await stream.end(late, 1);
  await stream.end(pushed, 1);
  await stream.pay(pushed, 1, end);
  const early = await stream.stop(funded, [1], 'cancel', at(1));
  await stream.end(early, 1);
  await stream.pay(early, 1, at(20));
};

/** Builds and signs all of it, once for all simulations of a file. */
export const scriptFixture = async (): Promise<ScriptedFixture> => {
  const base = createBase();
  const purse = createPurse(base);
  const original = streamOf(base, 'one', base.party(0), 0, 100_000_000n);
  const streams = [
    original,
    streamOf(base, 'two', base.party(1), 1, 50_000_000n),
    streamOf(base, 'tokens', base.holder, 2, UNITS, base.category),
  ];
  for (const [number, stream] of streams.entries()) await scriptScenario(stream, startOf(base, number), purse);
  const copy = new ScriptedPlan('twin', original.product, base.party(0), original.drafts, original.nonce);
  const other = await copy.fund(base.party(3));
  await copy.claim(other, 1, startOf(base, 0) + BigInt(7 * DAY), purse());
  const fakes = [
    await signFake('forged', base.party(4), original.lockingBytecode, original.announcement),
    await signFake('malformed', base.party(5), original.lockingBytecode),
  ];
  // A sender may double-spend the coins of a funding that is not buried yet.
  const rivals = [];
  for (const { name, sender } of streams) rivals.push(await signSpend(`double spend of ${name}`, sender, []));
  const plans = await scriptPlans(base);
  for (const { name, sender } of plans)
    if (sender !== base.holder) rivals.push(await signSpend(`double spend of ${name}`, sender, []));
  const locks = await scriptLocksAndLists(base, purse);
  for (const { name, sender } of locks)
    if (sender !== base.holder) rivals.push(await signSpend(`double spend of ${name}`, sender, []));
  const currency = await scriptCurrency(base, purse);
  rivals.push(await signSpend(`double spend of ${currency.name}`, currency.sender, []));
  const calendars = await scriptCalendars(base);
  for (const { name, sender } of calendars)
    if (sender !== base.holder) rivals.push(await signSpend(`double spend of ${name}`, sender, []));
  const all = [...streams, copy, ...plans, ...locks, currency, ...calendars];
  const transactions = [...all.flatMap((each) => each.all), ...fakes, ...rivals];
  return {
    streams,
    addresses: all.flatMap((each) => each.lockingBytecodes),
    lockAddresses: locks.flatMap((each) => each.lockingBytecodes),
    transactions,
    find(name, parent) {
      const found = transactions.find((each) => each.name === name && (parent === undefined || each.parent === parent));
      if (found === undefined) throw new Error(`The script has no ${name}`);
      return found;
    },
  };
};
