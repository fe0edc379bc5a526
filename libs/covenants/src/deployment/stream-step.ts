import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import type { Network } from '../chain/network.js';
import { movedKey, type Party, partyAddress, partyHash } from '../chain/party.js';
import type { ClockCoin } from '../contract/coins.js';
import { satoshisOf } from '../plan/plan-coin.js';
import type { SteppingCoin, StreamTransition } from '../plan/stream-transition.js';
import { showsParty } from '../transaction/read-transaction.js';
import type { StateAddresses } from './stored-coin.js';
import type { StepAddress, StreamStatus, StreamStep } from './stream-model.types.js';
import type { ContractState } from './stream-schedule.types.js';

/** Steps that depend on no time. */
const TIMELESS: ReadonlySet<string> = new Set(['refund', 'settle', 'announce', 'undo', 'finish', 'keep']);

/**
 * Returns a value that earlier checks guarantee to be there.
 *
 * @throws RangeError where it is missing
 */
export const required = <T>(value: T | undefined, otherwise: string): T => {
  if (value === undefined) throw new RangeError(otherwise);
  return value;
};

/** Message for a move whose state does not name the address. */
const NO_ADDRESS = 'A move is pending, and the state does not name the address';

/** Who is paid, and who will be. */
export interface StreamParties {
  readonly recipient: Party;
  readonly movesTo: Party | undefined;
}

const isHashOf = (hash: Uint8Array | undefined, party: Party | undefined): boolean =>
  hash === undefined ? party === undefined : party !== undefined && binsAreEqual(partyHash(party), hash);

/**
 * Returns the addresses of a stream at a state.
 *
 * @param first who was paid at the funding
 * @throws Error where they are not those that its commitment has the hashes of
 */
export const partiesAt = (first: Party, { state }: SteppingCoin, stored: ContractState): StreamParties => {
  const { recipient = first, movesTo } = stored;
  if (!isHashOf(state.recipient, recipient) || !isHashOf(state.movesTo, movesTo))
    throw new Error('Stored addresses of a stream are not those of its commitment');
  return { recipient, movesTo };
};

/** How far a recurring stream is by a state. */
export interface PeriodsLeft {
  readonly unpaid: number;
  /** Unix seconds. */
  readonly nextDue: bigint;
}

/** What a stream's steps are converted by. */
export interface StepStream<Coin extends SteppingCoin> {
  readonly network: Network;
  /** Principal at the funding, units of the asset. */
  readonly total: bigint;
  /** The parties at the state before the step. */
  readonly parties: StreamParties;
  readonly statusOf: (coin: Coin) => StreamStatus;
  /** Periods at the funding; undefined where the schedule has none. */
  readonly periods: number | undefined;
  /** Undefined where the schedule has no periods. */
  readonly periodsLeft: (coin: Coin) => PeriodsLeft | undefined;
  readonly store: (coin: Coin, clock: ContractState['clock'], addresses: StateAddresses) => ContractState;
}

/**
 * Returns the units of the asset that a stream holds for its parties; in BCH those of reserve and clock are among
 * them.
 */
const held = (coin: SteppingCoin | undefined, clock: ClockCoin | undefined): bigint => {
  if (coin === undefined) return 0n;
  return coin.companion === undefined ? satoshisOf(coin) + (clock?.satoshis ?? 0n) : coin.principal;
};

/**
 * Distinguishes a claim from a push. Nobody signs the stream's input, so a payment counts as a claim where the recipient
 * added a coin of their own.
 */
const paymentKind = (recipient: Party, transaction: TransactionCommon): 'claim' | 'push' =>
  transaction.inputs.some((input) => showsParty(recipient, input)) ? 'claim' : 'push';

/** Returns the progress after a step. A refund ends a recurring stream without paying any of its periods. */
const progressOf = <Coin extends SteppingCoin>(
  { periods: all, periodsLeft }: StepStream<Coin>,
  { kind, spent, next }: StreamTransition<Coin>,
): StreamStep['recurring'] => {
  const before = periodsLeft(spent);
  if (before === undefined || all === undefined) return undefined;
  const left = next && periodsLeft(next);
  const unpaid = kind === 'refund' ? before.unpaid : (left?.unpaid ?? 0);
  return {
    progress: { paid: BigInt(all - unpaid), nextDue: left?.nextDue ?? before.nextDue },
    periods: BigInt(before.unpaid - unpaid),
  };
};

const named = (party: Party, network: Network): StepAddress => ({
  party,
  address: partyAddress(party, network) ?? movedKey(party),
});

/** Returns where a step says that a stream moves, or has moved it. @throws RangeError where the state before does not say it */
const movedBy = <Coin extends SteppingCoin>(
  { network, parties: { recipient, movesTo } }: StepStream<Coin>,
  { kind, named: announced }: StreamTransition<Coin>,
): StepAddress | undefined => {
  if (kind === 'announce' || kind === 'undo') return announced && named(announced, network);
  if (kind === 'keep') return named(recipient, network);
  return kind === 'finish' ? named(required(movesTo, NO_ADDRESS), network) : undefined;
};

/** Returns the addresses that a state does not have in its commitment. */
const addressesAfter = <Coin extends SteppingCoin>(
  from: ContractState,
  { kind }: StreamTransition<Coin>,
  moved: StepAddress | undefined,
): StateAddresses => ({
  recipient: kind === 'finish' ? moved?.party : from.recipient,
  movesTo: kind === 'announce' || kind === 'undo' ? moved?.party : from.movesTo,
});

/** Converts a transition to a step. */
export const toStreamStep = <Coin extends SteppingCoin>(
  stream: StepStream<Coin>,
  from: ContractState,
  read: StreamTransition<Coin>,
  transaction: TransactionCommon,
): StreamStep => {
  const { kind, txid, spent, next, clock, paidToRecipient, returnedToSender, reserveReturned } = read;
  const after = held(next, clock);
  const releasedBefore = stream.total - spent.principal;
  const moved = movedBy(stream, read);
  return {
    kind: kind === 'pay' ? paymentKind(stream.parties.recipient, transaction) : kind,
    txid,
    spent: spent.outpoint,
    next: next && stream.store(next, clock ?? from.clock, addressesAfter(from, read, moved)),
    moved,
    status: next && stream.statusOf(next),
    releasedBefore,
    released: releasedBefore + paidToRecipient,
    paidToRecipient,
    paidToSender: spent.companion === undefined ? returnedToSender + reserveReturned : returnedToSender,
    locktime: TIMELESS.has(kind) ? 0n : read.locktime,
    refundable: kind === 'cancel' ? after : after - held(spent, undefined),
    recurring: progressOf(stream, read),
  };
};
