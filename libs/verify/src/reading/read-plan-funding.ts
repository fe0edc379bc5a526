import { binsAreEqual } from '@bitauth/libauth';
import {
  announcesPlan,
  BEACON_EPOCH_BLOCKS,
  beaconEpoch,
  beaconLockingBytecode,
  beaconShard,
  defaultPlanFees,
  findPlanFunding,
  noteSatoshis,
  P2SH32_DUST,
  partyAddress,
  paymentsOf,
  PLAN_COMPANION_SATOSHIS,
  reserveFor,
  type FoundPlan,
  type FoundStream,
  type Network,
  type SteppingCoin,
  type StreamDraft,
} from '@weir/covenants';
import { MAX_PAID_PAYMENTS } from '@weir/kinds';
import { Difference } from '../difference.js';
import type { OpenedSchedule, OpenedStream, OpensStreams } from '../effects.types.js';
import { type Ledger, lockKey, type Part, UNSIGNED } from './ledger.js';

/** Bytes of the locking bytecode of a beacon, a P2SH32. */
const BEACON_LENGTH = 35;

/** Blocks of some fifty years: no transaction is built at a height beyond. */
const MOST_BLOCKS = 2_700_000;

/** Lists the epochs in which a transaction may be built: those around a height, or all of them. */
const epochsAt = (height: number | undefined): readonly number[] => {
  if (height === undefined) return Array.from({ length: MOST_BLOCKS / BEACON_EPOCH_BLOCKS }, (_, epoch) => epoch);
  const epoch = beaconEpoch(height);
  return [epoch, epoch - 1, epoch + 1];
};

/** Explains the beacon of a contract, where there is one: dust by which the chain lists it. @returns whether there is */
export const explainAnyBeacon = (ledger: Ledger, lockingBytecode: Uint8Array): boolean => {
  const shard = beaconShard(lockingBytecode);
  const epochs = epochsAt(ledger.height);
  const isBeacon = (lock: Uint8Array): boolean =>
    // A note to a recipient may hold as much: the length rules out most of them, without a hash for each epoch.
    lock.length === BEACON_LENGTH && epochs.some((epoch) => binsAreEqual(beaconLockingBytecode(epoch, shard), lock));
  const beacon = ledger.outputWhere(
    ({ lockingBytecode: lock }) => isBeacon(lock),
    [{ owner: 'NOBODY', reason: 'OPENING', satoshis: P2SH32_DUST }],
  );
  return beacon !== undefined;
};

/**
 * Explains the beacon of a contract: dust by which its announcement is found without the service.
 *
 * @throws Difference UNEXPECTED_OUTPUT where there is none: after a loss of the service nobody would find the funding
 */
export const explainBeacon = (ledger: Ledger, lockingBytecode: Uint8Array): void => {
  if (!explainAnyBeacon(ledger, lockingBytecode))
    throw new Difference('UNEXPECTED_OUTPUT', 'The output by which the chain lists this funding is missing');
};

const scheduleOf = ({ contract: { group }, coin: { state } }: FoundStream): OpenedSchedule => {
  if (state.kind === 'VESTING' && group.kind === 'VESTING') {
    const { start, end } = state;
    return { kind: 'VESTING', start, end, cliff: start + group.cliff, step: group.step };
  }
  if (state.kind === 'RECURRING' && group.kind === 'RECURRING') {
    const { amount, unpaid, next } = state;
    return { kind: 'RECURRING', amountPerPeriod: amount, periods: unpaid, firstDue: next, interval: group.interval };
  }
  throw new Difference('OTHER_TERMS', 'A stream is at an address of another kind');
};

const draftOf = ({ contract: { group }, coin, recipient }: FoundStream): StreamDraft | undefined => {
  const { state, principal } = coin;
  if (state.kind === 'VESTING' && group.kind === 'VESTING')
    return { kind: 'VESTING', recipient, group, total: principal, start: state.start, end: state.end };
  if (state.kind === 'RECURRING' && group.kind === 'RECURRING') {
    const { amount, unpaid: periods, next: firstDue } = state;
    return { kind: 'RECURRING', recipient, group, amount, periods, firstDue };
  }
  return undefined;
};

/**
 * Returns the reserves that a stream may have, satoshis: what its schedule needs and, of one that is opened alone, what 48
 * payments need.
 */
const reservesOf = (stream: FoundStream): readonly bigint[] => {
  const { terms } = stream.contract;
  const draft = draftOf(stream);
  if (draft === undefined) return [];
  const payments = paymentsOf(draft, terms);
  return [payments, payments < MAX_PAID_PAYMENTS ? payments : MAX_PAID_PAYMENTS].map((each) => reserveFor(each, terms));
};

/**
 * Checks the reserve of a stream. It can be burnt by payments that strangers make, and pays for them: it is what the schedule needs.
 *
 * @param needed satoshis; any of them is right
 * @throws Difference OTHER_TERMS
 */
export const assertReserve = (
  { reserve, state }: Pick<SteppingCoin, 'reserve' | 'state'>,
  needed: readonly (bigint | undefined)[],
): void => {
  if (!needed.includes(reserve))
    throw new Difference(
      'OTHER_TERMS',
      `Stream ${state.index} would lock ${reserve.toString()} satoshis for fees; its schedule needs ${String(needed[0])}`,
    );
};

const openedStream = (stream: FoundStream, network: Network): OpenedStream => {
  const { group } = stream.contract;
  const { state, principal, reserve } = stream.coin;
  return {
    index: state.index,
    recipient: partyAddress(stream.recipient, network) ?? '',
    total: principal,
    reserve,
    schedule: scheduleOf(stream),
    noticeBlocks: group.noticeBlocks,
    isCancelable: group.kind === 'VESTING' ? group.noticeBlocks > 0 : group.cancelable,
    isPausable: group.kind === 'RECURRING' && group.pausable,
  };
};

/** What steps of streams may take, satoshis. */
type StepFees = Readonly<Record<'fee' | 'floor', bigint>>;

/**
 * Checks the fees of streams. Steps take up to the fee, or the floor: no builder announces any but the usual ones, by which reserves are
 * counted.
 *
 * @throws Difference OTHER_TERMS
 */
export const assertFees = (terms: StepFees, usual: StepFees): void => {
  for (const term of ['fee', 'floor'] as const)
    if (terms[term] !== usual[term])
      throw new Difference(
        'OTHER_TERMS',
        `The ${term} of its streams would be ${terms[term].toString()} satoshis, not ${usual[term].toString()}`,
      );
};

/** Describes the streams of a plan as its funding opened them. */
export const openingOfPlan = ({ terms, asset, streams }: FoundPlan, network: Network): OpensStreams => ({
  kind: 'OPENS_STREAMS',
  sender: partyAddress(terms.sender, network) ?? '',
  asset,
  cancelFills: Number(terms.cancelFills),
  moveDelay: terms.delay,
  streams: streams.map((stream) => openedStream(stream, network)),
});

const opening = (part: Omit<Part, 'owner' | 'reason'>, owner: Part['owner'] = 'CONTRACT'): Part => ({
  owner,
  reason: 'OPENING',
  ...part,
});

/** Posts the note of each recipient, by which the chain shows their address. */
const postNotes = (ledger: Ledger, recipients: ReadonlySet<string>, satoshis: bigint): void => {
  const left = new Set(recipients);
  for (const index of ledger.openOutputs()) {
    const output = ledger.outputs[index];
    const isNote = output?.token === undefined && output?.valueSatoshis === satoshis;
    // One for each recipient.
    if (isNote && left.delete(lockKey(output.lockingBytecode)))
      ledger.output(index, [{ owner: ledger.ownerOf(output), reason: 'NOTE', satoshis }]);
  }
  if (left.size > 0)
    throw new Difference(
      'UNEXPECTED_OUTPUT',
      `${left.size} recipients would not get the output that shows their address`,
    );
};

/** Streams that a funding opens, of any plan. */
export interface FoundOpening {
  readonly contracts: readonly { readonly lockingBytecode: Uint8Array }[];
  readonly streams: readonly (Pick<FoundStream, 'recipient'> & { readonly coin: SteppingCoin })[];
  readonly asset: string | undefined;
  readonly category: string;
  readonly announces: (lockingBytecode: Uint8Array) => boolean;
  /** Satoshis that each recipient is paid, by which the chain shows their address. */
  readonly note: bigint;
}

/** Posts the streams, the announcement, the beacon and a note for each recipient. */
export const postStreams = (
  ledger: Ledger,
  { contracts, streams, asset, category, announces, note }: FoundOpening,
): void => {
  let made = 0n;
  for (const { coin } of streams) {
    const { principal, reserve, units, companion } = coin;
    const { vout } = coin.outpoint;
    const state = opening({ category, units, nft: 'STATE' });
    made += units;
    if (companion === undefined || asset === undefined) {
      ledger.output(vout, [opening({ satoshis: principal + reserve }), state]);
      continue;
    }
    ledger.output(vout, [opening({ satoshis: reserve }), state]);
    ledger.output(vout + 1, [opening({ satoshis: PLAN_COMPANION_SATOSHIS, category: asset, units: principal })]);
  }
  ledger.made(category, made, BigInt(streams.length));
  ledger.outputWhere(({ lockingBytecode }) => announces(lockingBytecode), [opening({}, 'NOBODY')]);
  const [first] = contracts;
  if (first !== undefined) explainBeacon(ledger, first.lockingBytecode);
  postNotes(ledger, new Set(streams.map(({ recipient }) => lockKey(recipient))), note);
};

/**
 * Reads the streams that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where the contracts would not be sound, or lock more for fees than they need
 */
export const readPlanFunding = (ledger: Ledger, network: Network): OpensStreams | undefined => {
  const { transaction } = ledger.draft;
  if (!transaction.outputs.some(({ lockingBytecode }) => announcesPlan(lockingBytecode))) return undefined;
  const found = findPlanFunding(network, UNSIGNED, transaction);
  if (!found.ok) {
    const problems = found.problems.map(({ problem }) => problem).join(', ');
    throw new Difference('OTHER_TERMS', `The streams that it opens are not sound: ${problems}`);
  }
  const { plan } = found;
  assertFees(plan.terms, defaultPlanFees(plan.terms.product));
  for (const stream of plan.streams) assertReserve(stream.coin, reservesOf(stream));
  postStreams(ledger, { ...plan, announces: announcesPlan, note: noteSatoshis(plan.terms) });
  return openingOfPlan(plan, network);
};
