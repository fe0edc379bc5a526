import { binsAreEqual, binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { sameOutpoint } from '../../chain/outpoint.js';
import { covenantError } from '../../errors/covenant-error.js';
import { feeOf, type PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { heldBy, total } from '../../transaction/coin-selection.js';
import { assertStandardSize, countSize, outputSize } from '../../transaction/size.js';
import { type PlannedPurses, planPurses, type PurseChange } from '../../vault/proposal/propose-purses.js';
import { planPayout, type VaultPayout } from '../../vault/proposal/vault-payout.js';
import type { FilledInput } from '../../vault/proposal/vault-proposal.js';
import { selectVaultCoins } from '../../vault/proposal/vault-size.js';
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
  /** An exchange changes a seat, the guardian or the delays, and nothing else may. Both may open and recall purses. */
  readonly kind: 'spend' | 'exchange';
  readonly state: RosterCoin;
  /** The state that follows, at output 0. */
  readonly next: RosterState;
  /** The seats that may sign: all three, or the two that stay. */
  readonly seats: readonly RosterSeat[];
  /** Inputs of purses, right behind the state, whose two signatures authorize them. */
  readonly filled: readonly FilledInput[];
  /** The roster's coins in order: the state at input 0, the others behind the filled inputs. */
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

/** Returns the bytes of a fully signed transaction of so many coins of a roster, filled inputs and these outputs. */
export const rosterSize = (
  contract: RosterContract,
  coins: number,
  filled: readonly FilledInput[],
  outputs: readonly PlannedOutput[],
): number => {
  const leading = inputSize(encodeRosterSpending(contract, LONGEST, LONGEST, 2).length);
  const following = inputSize(encodeRosterFollowing(contract).length);
  const others = filled.reduce((sum, { unlockingBytecode }) => sum + inputSize(unlockingBytecode.length), 0);
  const made = outputs.reduce((sum, output) => sum + outputSize(output), 0);
  const counts = countSize(coins + filled.length) + countSize(outputs.length);
  return 8 + counts + leading + (coins - 1) * following + others + made;
};

/** What a proposal does beside moving the roster's own coins. */
interface Doing extends Partial<PlannedPurses> {
  readonly kind: RosterProposal['kind'];
  readonly members?: RosterMembers;
  readonly seats?: readonly RosterSeat[];
}

const nextOf = ({ state }: RosterCoin, members: RosterMembers): RosterState => {
  if (state.spends >= MAX_ROSTER_SPENDS)
    throw covenantError('SPENDS_USED_UP', 'The roster has reached its maximum number of spends');
  return { ...members, status: 'active', spends: state.spends + 1 };
};

type TokenCoin = Utxo & { readonly token: NonNullable<Utxo['token']> };

/** Returns a roster's coins beside its state, those with tokens apart. An NFT of any kind is an ordinary coin here. */
const sorted = ({ state, coins }: RosterHoldings) => {
  const others = coins.filter((coin) => !sameOutpoint(coin, state.outpoint));
  return {
    plain: others.filter(({ token }) => token === undefined),
    tokens: others.filter((coin): coin is TokenCoin => coin.token !== undefined),
  };
};

const propose = (
  contract: RosterContract,
  holdings: RosterHoldings,
  { kind, members = holdings.state.state, seats = SEATS, required = [], filled = [], outputs = [] }: Doing,
  { feeRate }: BuildOptions,
): RosterProposal => {
  const { state } = holdings;
  const next = nextOf(state, members);
  const token = rosterToken(contract, next);
  const withState = (amount: bigint): PlannedOutput[] => [{ to: contract.lockingBytecode, amount, token }, ...outputs];
  const least = withState(ROSTER_STATE_SATOSHIS);
  const fee = (count: number): bigint => feeOf(rosterSize(contract, count, filled, least), feeRate);
  const spent = total(outputs) - heldBy(filled.map(({ utxo }) => utxo));
  const firsts = [rosterUtxo(contract, state), ...required];
  const target = (count: number): bigint => (spent > 0n ? spent : 0n) + ROSTER_STATE_SATOSHIS + fee(count);
  const coins = selectVaultCoins(sorted(holdings).plain, firsts, target);
  const size = rosterSize(contract, coins.length, filled, least);
  assertStandardSize(size);
  const made = withState(heldBy(coins) - spent - fee(coins.length));
  return { contract, kind, state, next, seats, filled, coins, outputs: made, fee: fee(coins.length), size };
};

/**
 * Proposes to pay somebody out of a roster: satoshis, tokens, or a whole coin with a token. The state keeps the rest of the satoshis;
 * deposits join where it does not suffice. A recovery that runs ends by it.
 *
 * @param recipient locking bytecode of any address but the roster's
 * @throws CovenantError PAYS_ITSELF, SPENDS_USED_UP, AMOUNT_OUT_OF_RANGE, BELOW_DUST, NO_SUCH_COIN or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposeRosterSpend = (
  contract: RosterContract,
  holdings: RosterHoldings,
  recipient: Uint8Array,
  payout: VaultPayout,
  options: BuildOptions = {},
): RosterProposal => {
  if (binsAreEqual(recipient, contract.lockingBytecode))
    throw covenantError('PAYS_ITSELF', 'The recipient is the treasury itself');
  const { coins: required, outputs } = planPayout(contract, sorted(holdings), recipient, payout);
  return propose(contract, holdings, { kind: 'spend', required, outputs }, options);
};

/**
 * Proposes to open, recall or change purses of a roster in one transaction.
 *
 * @throws RangeError for purses of another owner, or drafts that no purse may have
 * @throws CovenantError MALFORMED where nothing is recalled or opened; SPENDS_USED_UP, TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposeRosterPurses = (
  contract: RosterContract,
  holdings: RosterHoldings,
  change: PurseChange,
  options: BuildOptions = {},
): RosterProposal =>
  propose(contract, holdings, { kind: 'spend', ...planPurses(contract, sorted(holdings), change) }, options);

/** What an exchange changes; the rest of the members stays. */
export interface RosterExchange extends Partial<Pick<RosterMembers, 'guardian' | 'quiet' | 'review'>> {
  /** The seat whose signer leaves, and the hash of the key that takes it. The other two must sign. */
  readonly seat?: { readonly of: RosterSeat; readonly to: Uint8Array };
  /** Purses that are renewed with it: they keep the signers that they were opened with. */
  readonly purses?: PurseChange;
}

/**
 * Proposes to exchange a signer, the guardian or the delays of a roster. Where a seat changes only the other two can sign, since a
 * signer keeps the seat.
 *
 * @throws RangeError for an exchange that changes nothing, or members that break a rule
 * @throws CovenantError SPENDS_USED_UP, and those of `proposeRosterPurses` where purses are renewed
 * @throws InsufficientFundsError
 */
export const proposeRosterExchange = (
  contract: RosterContract,
  holdings: RosterHoldings,
  { seat, purses, ...terms }: RosterExchange,
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
  const planned = purses === undefined ? {} : planPurses(contract, sorted(holdings), purses);
  return propose(contract, holdings, { kind: 'exchange', members, seats, ...planned }, options);
};
