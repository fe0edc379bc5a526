import { utf8ToBin } from '@bitauth/libauth';
import {
  type CalendarDraft,
  type CalendarProduct,
  lockingBytecodeOf,
  type Party,
  type PlanDraft,
  type PlanPart,
  type PlanProduct,
  type RecurringDraft,
  type PlanStream,
  type UnsignedTransaction,
  type VestingDraft,
} from '@weir/covenants';
import { buildFunding, calendarPart, fundCalendar, layOutPart, openedBy } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import { COIN, DAY, type Fixture } from './fixture.js';

let plans = 0;

/** A stream over ten days; by whole days where `daily`. @param wait seconds until it starts */
export const vestingDraft = (
  fixture: Fixture,
  recipient: Party,
  { daily = false, total = COIN, wait = 0 } = {},
): VestingDraft => {
  const start = BigInt(fixture.node.tip.medianTimePast + wait);
  return {
    kind: 'VESTING',
    recipient,
    total,
    start,
    end: start + 10n * BigInt(DAY),
    group: { kind: 'VESTING', cliff: 0n, step: daily ? BigInt(DAY) : 1n, noticeBlocks: 6 },
  };
};

/** Twelve daily payments. @param wait seconds until the first is due */
export const salaryDraft = (
  fixture: Fixture,
  recipient: Party,
  { amount = 1_000_000n, wait = DAY } = {},
): RecurringDraft => ({
  kind: 'RECURRING',
  recipient,
  amount,
  periods: 12,
  firstDue: BigInt(fixture.node.tip.medianTimePast + wait),
  group: { kind: 'RECURRING', interval: BigInt(DAY), noticeBlocks: 6, pausable: true, cancelable: true },
});

/** A plan that one transaction funds, laid out. */
export const planPart = (product: PlanProduct, sender: Party, streams: PlanDraft['streams']): PlanPart => {
  plans += 1;
  return layOutPart({ product, sender, nonce: utf8ToBin(`recover ${plans}`.padEnd(16)), streams });
};

/** Replaces the principal that the first stream of a funding in BCH holds. The change takes the difference. */
const withPrincipal = (built: UnsignedTransaction, part: PlanPart, principal: bigint): UnsignedTransaction => {
  const { transaction } = built.wcTransaction;
  const less = (part.streams[0]?.principal ?? 0n) - principal;
  const outputs = transaction.outputs.map((output, at) => {
    const change = at === 0 ? less : at === 1 ? -less : 0n;
    return { ...output, valueSatoshis: output.valueSatoshis + change };
  });
  return { ...built, wcTransaction: { ...built.wcTransaction, transaction: { ...transaction, outputs } } };
};

/**
 * Funds a plan without any API.
 *
 * @param category of its tokens; left out in BCH
 * @param principal of the first stream in BCH, where it is not to hold what it was laid out for
 * @returns the txid of its funding
 */
const fundPart = async (
  fixture: Fixture,
  payer: Wallet,
  part: PlanPart,
  category?: string,
  principal?: bigint,
): Promise<string> => {
  const transaction = buildFunding(part, await fixture.funds(payer), fixture.tip(), category);
  const funding = principal === undefined ? transaction : withPrincipal(transaction, part, principal);
  const txid = await fixture.send(payer, funding);
  fixture.node.mine(1, { timeStep: 1 });
  return txid;
};

/** Lays out a plan in BCH and funds it, as {@link fundPart} does. @returns the txid of its funding */
export const openPlan = (
  fixture: Fixture,
  sender: Wallet,
  product: PlanProduct,
  streams: PlanDraft['streams'],
  principal?: bigint,
): Promise<string> =>
  fundPart(fixture, sender, planPart(product, lockingBytecodeOf(sender.publicKeyHash), streams), undefined, principal);

/** A plan of one stream that was funded without any API. */
interface Deployed {
  readonly address: string;
  readonly txid: string;
  readonly part: PlanPart;
  readonly stream: PlanStream;
}

const scriptOf = ({ publicKeyHash }: Wallet): Uint8Array => lockingBytecodeOf(publicKeyHash);

/** Funds a plan of one stream. @param category of its tokens; left out in BCH */
export const openPart = async (
  fixture: Fixture,
  payer: Wallet,
  part: PlanPart,
  category?: string,
): Promise<Deployed> => {
  const txid = await fundPart(fixture, payer, part, category);
  const [first] = openedBy(txid, (await fixture.chain.transaction(txid)).transaction);
  if (first === undefined) throw new Error('The funding opens no stream');
  return { address: first.stream.address, txid, part, stream: first.stream };
};

/** A linear stream over ten days that starts in an hour. */
export const streamPart = (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  total: bigint,
  category?: string,
): PlanPart =>
  planPart(category === undefined ? 'VESTING_BCH' : 'VESTING_TOKEN', scriptOf(sender), [
    vestingDraft(fixture, scriptOf(recipient), { total, wait: 3_600 }),
  ]);

/** Funds a stream, of a token where a category is given. */
export const openStream = (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  total: bigint,
  category?: string,
): Promise<Deployed> => openPart(fixture, sender, streamPart(fixture, sender, recipient, total, category), category);

/** Funds twelve daily payments, the first due now. */
export const openPayment = (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  amount: bigint,
  category?: string,
): Promise<Deployed> => {
  const part = planPart(category === undefined ? 'RECURRING_BCH' : 'RECURRING_TOKEN', scriptOf(sender), [
    salaryDraft(fixture, scriptOf(recipient), { amount, wait: 0 }),
  ]);
  return openPart(fixture, sender, part, category);
};

/**
 * Funds a plan by the calendar without any API.
 *
 * @param category of its tokens; left out in BCH
 * @returns the txid of its funding
 */
export const openCalendar = async (
  fixture: Fixture,
  sender: Wallet,
  product: CalendarProduct,
  drafts: readonly CalendarDraft[],
  category?: string,
): Promise<string> => {
  plans += 1;
  const nonce = utf8ToBin(`recover ${plans}`.padEnd(16));
  const part = calendarPart(product, scriptOf(sender), drafts, { nonce });
  const txid = await fixture.send(sender, fundCalendar(part, await fixture.funds(sender), fixture.tip(), category));
  fixture.node.mine(1, { timeStep: 1 });
  return txid;
};
