import { hash160, type Output } from '@bitauth/libauth';
import { rosterArtifact } from '../../src/index.js';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed, FUNDED, payTo, purse } from '../support/coins.js';
import { lockOf, scriptOf } from '../support/contract.js';
import type { Party } from '../support/parties.js';
import type { ChainPoint, Coin, Draft, DraftInput } from '../support/transaction.js';
import type { Argument, SignatureBy, Unlocking } from '../support/unlocking.js';
import { type Pair, signatureOf, SIGNERS } from '../vault/support/vault.js';
import { guardian } from './parties.js';
import { draftOf, heldBy, inputOf, output, paidBy } from './transactions.js';

export interface Roster {
  /** The state's category, in display order. */
  readonly id: Uint8Array;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
}

export const createRoster = (label: string): Roster => {
  const id = named32(`category: ${label}`);
  const script = scriptOf(rosterArtifact, [Uint8Array.from(id).reverse()]);
  return { id, script, lockingBytecode: lockOf(script) };
};

/** Who signs and who guards. */
export interface Members {
  /** Hashes of keys. */
  readonly signers: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** Hash160 of a locking bytecode. */
  readonly guardian: Uint8Array;
  /** Blocks. */
  readonly quiet: number;
  readonly review: number;
}

export interface RosterState extends Members {
  readonly status: number;
  readonly spends: number;
}

export const [QUIET, REVIEW] = [26_000, 4_320];

export const membersOf = (
  [one, two, three]: readonly [Party, Party, Party] = SIGNERS,
  more: Partial<Members> = {},
): Members => ({
  signers: [one.hash, two.hash, three.hash],
  guardian: hash160(guardian.lockingBytecode),
  quiet: QUIET,
  review: REVIEW,
  ...more,
});

export const [ACTIVE, RECOVERING] = [0, 1];

export const encodeState = ({ status, spends, signers, guardian: guard, quiet, review }: RosterState): Uint8Array =>
  Uint8Array.of(
    ...[1, status],
    ...littleEndian(BigInt(spends), 4),
    ...guard,
    ...littleEndian(BigInt(quiet), 2),
    ...littleEndian(BigInt(review), 2),
    ...signers.flatMap((each) => [...each]),
  );

export const rosterOutput = ({ id, lockingBytecode }: Roster, state: RosterState, valueSatoshis: bigint): Output =>
  output(lockingBytecode, valueSatoshis, {
    category: id,
    amount: 0n,
    nft: { capability: 'mutable', commitment: encodeState(state) },
  });

export const rosterCoin = (
  roster: Roster,
  state: RosterState,
  valueSatoshis = 1_000_000n,
  mined: ChainPoint = FUNDED,
): Coin =>
  coinNamed(`roster ${state.status} ${state.spends}`, rosterOutput(roster, state, valueSatoshis), { vout: 0, mined });

export const FUNCTIONS = ['spend', 'recover', 'veto', 'follow'] as const;

export const callRoster = (
  { script }: Roster,
  name: (typeof FUNCTIONS)[number],
  args: readonly Argument[] = [],
): Unlocking & { readonly kind: 'call' } => ({
  kind: 'call',
  script,
  selector: BigInt(FUNCTIONS.indexOf(name)),
  args,
});

/** A seat, as the covenant takes it. */
export const seatOf = (seat: number): Uint8Array => (seat === 0 ? new Uint8Array() : Uint8Array.of(seat));

export const spendBy = (
  roster: Roster,
  [one, other]: Pair,
  absent: number,
  how: Omit<SignatureBy, 'signer'> = {},
): Unlocking & { readonly kind: 'call' } =>
  callRoster(roster, 'spend', [...signatureOf(one, how), ...signatureOf(other, how), seatOf(absent)]);

export const followOf = (roster: Roster): Unlocking & { readonly kind: 'call' } => callRoster(roster, 'follow');

/** The state after a spend or an exchange. */
export const spentOnce = (state: RosterState, members: Partial<Members> = {}): RosterState => ({
  ...state,
  status: ACTIVE,
  spends: state.spends + 1,
  ...members,
});

interface Spend {
  readonly roster: Roster;
  readonly coin: Coin;
  readonly next: RosterState;
  readonly pair: Pair;
  readonly absent: number;
  /** Coins of the address that follow. */
  readonly behind?: readonly Coin[];
  readonly payments?: readonly Output[];
  readonly fee?: bigint;
  readonly how?: Omit<SignatureBy, 'signer'>;
}

/** Two signers at input 0. */
export const draftSpend = ({
  roster,
  coin,
  next,
  pair,
  absent,
  behind = [],
  payments = [],
  fee = 8_000n,
  how = {},
}: Spend): Draft => {
  const inputs = [
    inputOf(coin, spendBy(roster, pair, absent, how)),
    ...behind.map((each) => inputOf(each, followOf(roster))),
  ];
  return draftOf(inputs, [rosterOutput(roster, next, heldBy(inputs) - paidBy(payments) - fee), ...payments]);
};

interface Step {
  readonly roster: Roster;
  readonly coin: Coin;
  readonly next: RosterState;
  /** Pays the fee at input 0. */
  readonly payer: Party;
  readonly unlocking: Unlocking;
  readonly sequence?: number;
}

/** Satoshis of the payer's coin, and of its change. */
export const [PAYER, CHANGE] = [9_000n, 6_000n];

/** The state at input 1, behind a coin that pays the fee. */
export const draftStep = ({ roster, coin, next, payer, unlocking, sequence }: Step): Draft =>
  draftOf(
    [purse(payer, PAYER), inputOf(coin, unlocking, sequence)],
    [payTo(payer, CHANGE), rosterOutput(roster, next, coin.output.valueSatoshis)],
  );

/** An input of the roster's coin that follows. */
export const followingInput = (roster: Roster, coin: Coin): DraftInput => inputOf(coin, followOf(roster));
