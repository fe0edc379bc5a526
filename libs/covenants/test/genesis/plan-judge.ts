import { hash160, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  airdropCloserArtifact,
  companionArtifact,
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
} from '@weir/contracts';
import { announcementIn, categoryOf, freshCategories, hexOf, isStandard, Reader } from './reader.js';
import { linkedAddress, universalAddress } from './script-address.js';

/**
 * A judge of plans' fundings, written from contracts/README.md ("What must hold when a plan begins") and
 * docs/covenants. It shares no code with `findPlanFunding`, which it judges.
 */

export const HALF_TIME = 500_000_000n;
export const LAST_TIME = 0xffff_ffffn;
/** A block takes a locktime only once the median time past is above it, so nothing due at the last second is ever paid. */
const LAST_LOCKTIME = LAST_TIME - 1n;
export const ALL_SATOSHIS = 2_100_000_000_000_000n;
export const ALL_TOKENS = 0x7fff_ffff_ffff_ffffn;
const DUST = 576n;

interface Product {
  readonly bch: boolean;
  readonly vesting: boolean;
  readonly artifact: Parameters<typeof linkedAddress>[0];
  /** The fees of payments that cover every one and leave a rewriter no output of their own. */
  readonly fees: readonly [least: bigint, most: bigint];
  /** The floors that do so of all other transitions. */
  readonly floors: readonly [least: bigint, most: bigint];
}

const PRODUCTS: ReadonlyMap<number, Product> = new Map([
  [0x09, { bch: true, vesting: true, artifact: planVestingBchArtifact, fees: [500n, 620n], floors: [850n, 1_020n] }],
  [
    0x0a,
    { bch: false, vesting: true, artifact: planVestingTokenArtifact, fees: [1_690n, 1_860n], floors: [1_980n, 2_180n] },
  ],
  [0x0b, { bch: true, vesting: false, artifact: planRecurringBchArtifact, fees: [460n, 570n], floors: [870n, 1_040n] }],
  [
    0x0c,
    {
      bch: false,
      vesting: false,
      artifact: planRecurringTokenArtifact,
      fees: [1_680n, 1_840n],
      floors: [2_070n, 2_290n],
    },
  ],
]);

interface Group {
  readonly address: string;
  /** Vesting: cliff and step. Recurring: the interval. */
  readonly cliff: bigint;
  readonly step: bigint;
}

interface Plan {
  readonly product: Product;
  readonly sender: Uint8Array;
  readonly floor: bigint;
  /** Satoshis that an announcement of another address adds to a reserve; none where no stream moves. */
  readonly added: bigint;
  readonly groups: readonly Group[];
}

/** What a plan's terms and each group's are, as their contracts take them. */
export interface ReadTerms {
  readonly product: Product;
  readonly sender: Uint8Array;
  readonly fee: bigint;
  readonly floor: bigint;
  readonly fills: bigint;
  /** Blocks; 0 where no stream of the plan may move. */
  readonly delay: bigint;
  readonly groups: readonly Readonly<Record<string, bigint | boolean>>[];
  readonly values: Readonly<Record<string, Uint8Array | bigint>>;
}

const FORMS = [
  { head: [0x76, 0xa9, 20], hash: 20, tail: [0x88, 0xac] },
  { head: [0xa9, 20], hash: 20, tail: [0x87] },
  { head: [0xaa, 32], hash: 32, tail: [0x87] },
];

/** Reads the terms that an output announces, sound or not; undefined where they are not a plan's at all. */
export const readTerms = (locking: Uint8Array): ReadTerms | undefined => {
  const announced = announcementIn(locking);
  const product = announced && PRODUCTS.get(announced.product);
  if (announced === undefined || product === undefined) return undefined;
  const reader = new Reader(announced.terms);
  const form = FORMS[reader.count(1)];
  if (form === undefined) return undefined;
  const sender = Uint8Array.of(...form.head, ...reader.bytes(form.hash), ...form.tail);
  const nonce = reader.bytes(16);
  const [fee, floor, fills] = [reader.number(1) * 10n, reader.number(1) * 10n, reader.number(1)];
  const delay = reader.number(2);
  const groups: Record<string, bigint | boolean>[] = [];
  while (reader.ok && reader.left > 0) {
    if (product.vesting) groups.push({ cliff: reader.number(4), step: reader.number(4), notice: reader.number(2) });
    else {
      const [interval, notice, flags] = [reader.number(4), reader.number(2), reader.count(1)];
      if (flags > 3) return undefined;
      groups.push({ interval, notice, pausable: (flags & 1) !== 0, cancelable: (flags & 2) !== 0 });
    }
  }
  if (!reader.ok) return undefined;
  const values = { sender, delay, fee, floor, fill: floor + (fills - 1n) * fee, nonce };
  return { product, sender, fee, floor, fills, delay, groups, values };
};

/** The addresses of terms, one for each group. */
export const addressesOf = ({ product, groups, values }: ReadTerms): Uint8Array[] =>
  groups.map((group) => linkedAddress(product.artifact, { ...values, ...group }));

const isSoundGroup = ({ step, interval, notice, pausable, cancelable }: ReadTerms['groups'][number], least: bigint) => {
  if ((step ?? interval) === 0n || typeof notice !== 'bigint') return false;
  if (notice !== 0n && notice < least) return false;
  return cancelable === undefined || (cancelable === notice > 0n && (pausable === false || cancelable));
};

const soundPlan = (outputs: readonly Output[], local: boolean): Plan | undefined => {
  const announcements = outputs.filter(({ lockingBytecode }) => {
    const product = announcementIn(lockingBytecode)?.product;
    return product !== undefined && PRODUCTS.has(product);
  });
  const [only, ...more] = announcements;
  const terms = only && readTerms(only.lockingBytecode);
  if (terms === undefined || more.length > 0) return undefined;
  const { product, fee, floor, fills, delay, groups, sender } = terms;
  const isIn = ([least, most]: Product['fees'], satoshis: bigint) => satoshis >= least && satoshis <= most;
  if (!isIn(product.fees, fee) || !isIn(product.floors, floor) || fee > floor || fills < 1n) return undefined;
  if (delay !== 0n && delay < (local ? 1n : 144n)) return undefined;
  if (groups.length < 1 || groups.length > 16) return undefined;
  if (!groups.every((group) => isSoundGroup(group, local ? 6n : 12n))) return undefined;
  const addresses = addressesOf(terms).map(hexOf);
  if (new Set(addresses).size !== addresses.length) return undefined;
  return {
    product,
    sender,
    floor,
    added: delay === 0n ? 0n : floor - (product.bch ? 0n : 1_000n),
    groups: groups.map((group, i) => ({
      address: addresses[i] ?? '',
      cliff: typeof group['cliff'] === 'bigint' ? group['cliff'] : 0n,
      step: BigInt(group['step'] ?? group['interval'] ?? 0n),
    })),
  };
};

/** A stream that a plan opens, as one line that says all of it. */
interface JudgedStream {
  readonly index: number;
  readonly asset: string | undefined;
  readonly text: string;
}

const isPrincipal = (amount: bigint, bch: boolean): boolean =>
  bch ? amount >= DUST && amount <= ALL_SATOSHIS : amount >= 1n && amount <= ALL_TOKENS;

/** Whether times and amounts of a vesting stream are sound: fields released, start and end, in this order. */
const vests = (fields: Reader, { product: { bch } }: Plan, { cliff, step }: Group, principal: bigint): boolean => {
  if (fields.number(bch ? 7 : 8) !== 0n) return false;
  const [start, end] = [fields.number(4), fields.number(4)];
  if (start < HALF_TIME || end <= start || end > LAST_LOCKTIME || start + cliff > end || !isPrincipal(principal, bch))
    return false;
  const steps = (end - start + step - 1n) / step;
  const atCliff = start + cliff === end ? principal : (principal * (cliff / step)) / steps;
  return !bch || atCliff === principal || principal - atCliff >= DUST;
};

/** The same of a recurring one: fields unpaid, next and amount. */
const recurs = (fields: Reader, { product: { bch } }: Plan, { step }: Group, principal: bigint): boolean => {
  const [unpaid, next, amount] = [fields.number(2), fields.number(5), fields.number(bch ? 7 : 8)];
  if (unpaid < 1n || unpaid > 32_767n || next < HALF_TIME) return false;
  // Each period can be paid only at a locktime at or after its date.
  if (next + (unpaid - 1n) * step > LAST_LOCKTIME) return false;
  return isPrincipal(amount, bch) && isPrincipal(principal, bch) && principal >= amount * unpaid;
};

const judgeStream = (
  plan: Plan,
  outputs: readonly Output[],
  vout: number,
  parties: ReadonlyMap<string, string>,
): JudgedStream | undefined => {
  const { bch, vesting } = plan.product;
  const output = outputs[vout];
  const token = output?.token;
  const group = plan.groups.find(({ address }) => output !== undefined && address === hexOf(output.lockingBytecode));
  if (output === undefined || token?.nft?.capability !== 'mutable' || group === undefined) return undefined;
  const { commitment } = token.nft;
  if (commitment.length !== (bch ? 40 : 38)) return undefined;
  const fields = new Reader(commitment);
  const index = fields.number(2);
  if (index < 1n || index > 32_767n || token.amount !== index) return undefined;
  if (!vesting && fields.number(1) !== 0n) return undefined;
  const reserve = bch ? fields.number(3) : output.valueSatoshis;
  if (reserve < plan.floor || reserve + plan.added > (bch ? 8_388_607n : ALL_SATOSHIS)) return undefined;
  const behind = outputs[vout + 1];
  const isCompanion =
    behind?.token !== undefined &&
    hexOf(behind.lockingBytecode) === hexOf(universalAddress(planCompanionArtifact)) &&
    behind.token.nft === undefined &&
    behind.token.amount >= 1n &&
    hexOf(behind.token.category) !== hexOf(token.category) &&
    behind.valueSatoshis >= 1_000n;
  if (!bch && !isCompanion) return undefined;
  const principal = bch ? output.valueSatoshis - reserve : (behind?.token?.amount ?? 0n);
  if (!(vesting ? vests : recurs)(fields, plan, group, principal)) return undefined;
  const recipient = parties.get(hexOf(fields.bytes(20)));
  if (recipient === undefined) return undefined;
  return {
    index: Number(index),
    asset: bch ? undefined : behind && categoryOf(behind),
    text: `${vout} ${index} ${principal} ${reserve} ${recipient} ${group.address}`,
  };
};

/** What a judge says of a funding: all its streams, a line each, or that it is none. */
export type Verdict = readonly string[] | 'unsound';

/**
 * Judges whether a transaction opens a plan, and what its streams are.
 *
 * @param local on a chain of one's own, whose notices may be 6 blocks
 */
export const judgePlan = (transaction: TransactionCommon, local: boolean): Verdict => {
  const { outputs } = transaction;
  const plan = soundPlan(outputs, local);
  if (plan === undefined) return 'unsound';
  const addresses = new Set(plan.groups.map(({ address }) => address));
  const here = outputs.filter(({ lockingBytecode }) => addresses.has(hexOf(lockingBytecode)));
  const [category, ...others] = new Set(here.map(categoryOf).filter((each) => each !== undefined));
  if (category === undefined || others.length > 0 || !freshCategories(transaction).has(category)) return 'unsound';
  const own = new Set([
    ...addresses,
    hexOf(universalAddress(planClockArtifact)),
    hexOf(universalAddress(planCompanionArtifact)),
    hexOf(universalAddress(companionArtifact)),
    hexOf(universalAddress(airdropCloserArtifact)),
  ]);
  if (own.has(hexOf(plan.sender))) return 'unsound';
  const parties = new Map(
    outputs
      .filter(({ token, lockingBytecode }) => token === undefined && isStandard(lockingBytecode))
      .map(({ lockingBytecode }) => [hexOf(hash160(lockingBytecode)), hexOf(lockingBytecode)] as const)
      .filter(([, party]) => !own.has(party)),
  );
  const streams = outputs.flatMap((output, vout) =>
    categoryOf(output) === category ? [judgeStream(plan, outputs, vout, parties)] : [],
  );
  const sound = streams.filter((stream) => stream !== undefined);
  if (sound.length !== streams.length) return 'unsound';
  if (new Set(sound.map(({ index }) => index)).size !== sound.length) return 'unsound';
  if (new Set(sound.map(({ asset }) => asset)).size !== 1) return 'unsound';
  return sound.map(({ text }) => text);
};
