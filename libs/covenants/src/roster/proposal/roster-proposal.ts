import { binsAreEqual, binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { sameOutpoint } from '../../chain/outpoint.js';
import { covenantError } from '../../errors/covenant-error.js';
import { feeOf, type PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { heldBy, total } from '../../transaction/coin-selection.js';
import { assertStandardSize, countSize, outputSize } from '../../transaction/size.js';
import { assertNoDust, selectVaultCoins } from '../../vault/proposal/vault-size.js';
import { type RosterCoin, rosterToken, rosterUtxo } from '../roster-coin.js';
import type { RosterContract } from '../roster-contract.js';
import { findRosterMembersProblem, MAX_ROSTER_SPENDS, type RosterMembers, type RosterState } from '../roster-state.js';
import { sameRosterMembers } from '../roster-transition.js';
import { ROSTER_STATE_SATOSHIS } from '../transactions/open-roster.js';
import { encodeRosterFollowing, encodeRosterSpending, type RosterSeat } from './roster-spending.js';

/** Everything at a roster's address. */
export interface RosterHoldings {
  readonly state: RosterCoin;
  /** Unspent outputs at the address, with or without the state. Leave out unmined deposits of others. */
  readonly coins: readonly Utxo[];
}

/** A transaction that two signers of a roster are asked to agree on: complete but for the signatures. */
export interface RosterProposal {
  readonly contract: RosterContract;
  /** An exchange changes a seat, the guardian or the delays; nothing else may. */
  readonly kind: 'spend' | 'exchange';
  readonly state: RosterCoin;
  /** The state that follows, at output 0. */
  readonly next: RosterState;
  /** The seats that may sign: all three, or the two that stay. */
  readonly seats: readonly RosterSeat[];
  /** The roster's coins in order, the state first. */
  readonly coins: readonly Utxo[];
  readonly outputs: readonly PlannedOutput[];
  /** Satoshis, paid by the roster: the fee rate for each byte of the longest transaction this can become. */
  readonly fee: bigint;
  /** Bytes with two ECDSA signatures. */
  readonly size: number;
}

/** Longest signature with its type: ECDSA. */
const LONGEST = { publicKey: new Uint8Array(33), signature: new Uint8Array(72) };
const SEATS = [0, 1, 2] as const;

const inputSize = (unlocking: number): number => 40 + countSize(unlocking) + unlocking;

/** Returns the bytes of a fully signed transaction of so many coins of a roster and these outputs. */
const sizeOf = (contract: RosterContract, coins: number, outputs: readonly PlannedOutput[]): number => {
  const leading = inputSize(encodeRosterSpending(contract, LONGEST, LONGEST, 2).length);
  const following = inputSize(encodeRosterFollowing(contract).length);
  const made = outputs.reduce((sum, output) => sum + outputSize(output), 0);
  return 8 + countSize(coins) + leading + (coins - 1) * following + countSize(outputs.length) + made;
};

/** What a proposal does beside moving the roster's own coins. */
interface Doing {
  readonly kind: RosterProposal['kind'];
  readonly members?: RosterMembers;
  readonly seats?: readonly RosterSeat[];
  readonly outputs: readonly PlannedOutput[];
}

const nextOf = ({ state }: RosterCoin, members: RosterMembers): RosterState => {
  if (state.spends >= MAX_ROSTER_SPENDS)
    throw covenantError('SPENDS_USED_UP', 'The roster has reached its maximum number of spends');
  return { ...members, status: 'active', spends: state.spends + 1 };
};

const propose = (
  contract: RosterContract,
  { state, coins }: RosterHoldings,
  { kind, members = state.state, seats = SEATS, outputs }: Doing,
  { feeRate }: BuildOptions,
): RosterProposal => {
  const next = nextOf(state, members);
  const token = rosterToken(contract, next);
  const withState = (amount: bigint): PlannedOutput[] => [{ to: contract.lockingBytecode, amount, token }, ...outputs];
  const others = coins.filter((coin) => coin.token === undefined && !sameOutpoint(coin, state.outpoint));
  const spent = total(outputs);
  const fee = (count: number): bigint => feeOf(sizeOf(contract, count, withState(ROSTER_STATE_SATOSHIS)), feeRate);
  const firsts = [rosterUtxo(contract, state)];
  const chosen = selectVaultCoins(others, firsts, (count) => spent + ROSTER_STATE_SATOSHIS + fee(count));
  const size = sizeOf(contract, chosen.length, withState(ROSTER_STATE_SATOSHIS));
  assertStandardSize(size);
  const made = withState(heldBy(chosen) - spent - feeOf(size, feeRate));
  return { contract, kind, state, next, seats, coins: chosen, outputs: made, fee: heldBy(chosen) - total(made), size };
};

/**
 * Proposes to pay satoshis out of a roster. The state keeps the rest; deposits join where it does not suffice. A recovery that runs
 * ends by it.
 *
 * @param recipient locking bytecode of any address but the roster's
 * @throws CovenantError PAYS_ITSELF, SPENDS_USED_UP, AMOUNT_OUT_OF_RANGE, BELOW_DUST or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposeRosterSpend = (
  contract: RosterContract,
  holdings: RosterHoldings,
  recipient: Uint8Array,
  satoshis: bigint,
  options: BuildOptions = {},
): RosterProposal => {
  if (binsAreEqual(recipient, contract.lockingBytecode))
    throw covenantError('PAYS_ITSELF', 'The recipient is the treasury itself');
  const output: PlannedOutput = { to: recipient, amount: satoshis };
  assertNoDust(output);
  return propose(contract, holdings, { kind: 'spend', outputs: [output] }, options);
};

/** What an exchange changes; the rest of the members stays. */
export interface RosterExchange extends Partial<Pick<RosterMembers, 'guardian' | 'quiet' | 'review'>> {
  /** The seat whose signer leaves, and the hash of the key that takes it. The other two must sign. */
  readonly seat?: { readonly of: RosterSeat; readonly to: Uint8Array };
}

/**
 * Proposes to exchange a signer, the guardian or the delays of a roster. Where a seat changes only the other two can sign, since a
 * signer keeps the seat.
 *
 * @throws RangeError for an exchange that changes nothing, or members that break a rule
 * @throws CovenantError SPENDS_USED_UP
 * @throws InsufficientFundsError
 */
export const proposeRosterExchange = (
  contract: RosterContract,
  holdings: RosterHoldings,
  { seat, ...terms }: RosterExchange,
  options: BuildOptions = {},
): RosterProposal => {
  const { state } = holdings.state;
  const signerOf = (of: RosterSeat): Uint8Array => (seat?.of === of ? seat.to : state.signers[of]);
  const members: RosterMembers = {
    guardian: terms.guardian ?? state.guardian,
    quiet: terms.quiet ?? state.quiet,
    review: terms.review ?? state.review,
    signers: [signerOf(0), signerOf(1), signerOf(2)],
  };
  const problem = findRosterMembersProblem(members, contract.network, contract.lockingBytecode);
  if (problem !== undefined) throw new RangeError(`No roster has these members: ${problem}`);
  if (sameRosterMembers(state, { ...state, ...members })) throw new RangeError('The exchange changes nothing');
  const changes = seat !== undefined && binToHex(seat.to) !== binToHex(state.signers[seat.of]);
  const seats = changes ? SEATS.filter((each) => each !== seat.of) : SEATS;
  return propose(contract, holdings, { kind: 'exchange', members, seats, outputs: [] }, options);
};
