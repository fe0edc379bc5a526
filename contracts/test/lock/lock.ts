import { hash160, type Output } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import {
  lockBchArtifact,
  lockTokenArtifact,
  movableLockBchArtifact,
  movableLockTokenArtifact,
} from '../../src/index.js';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed } from '../support/coins.js';
import { linkedOf, lockOf, scriptOf, type LinkedContract } from '../support/contract.js';
import { recipient } from '../support/parties.js';
import { type Coin, type Draft, type DraftInput, SEQUENCE_PLAIN, withFee } from '../support/transaction.js';
import type { Unlocking } from '../support/unlocking.js';

export type LockAsset = 'BCH' | 'FUNGIBLE_TOKEN';

/** What a lock is compiled with. Times are Unix seconds; a step is so many seconds. */
export interface LockTerms {
  readonly asset: LockAsset;
  readonly total: bigint;
  readonly start: bigint;
  readonly cliff: bigint;
  readonly step: bigint;
  readonly steps: bigint;
  /** Locking bytecode. */
  readonly recipient: Uint8Array;
  /** Blocks between the announcement of another address and the move; undefined for a lock that stays. */
  readonly delay?: bigint | undefined;
  /** Locking bytecode that a pending move names. */
  readonly movesTo?: Uint8Array | undefined;
}

/** Satoshis that a lock of tokens which stays keeps for its last payment. */
export const RESERVE = 1_500n;
/** Satoshis of a payment of tokens. */
export const PAYOUT = 1_000n;

/** Bounds of satoshis that the script of a lock has. */
export interface LockBounds {
  /** What may stay in BCH before the end. */
  readonly floor: bigint;
  /** What a payment may take for its fee: in BCH out of what is due, in tokens out of the reserve. */
  readonly fees: Readonly<Record<LockAsset, { readonly pay: bigint; readonly end: bigint }>>;
  /** What a payment in BCH is at least where nobody's coin pays. */
  readonly keyless: bigint;
  /** What a lock of tokens keeps for its last payment. */
  readonly reserve: bigint;
}

const FIXED: LockBounds = {
  floor: 1_000n,
  fees: { BCH: { pay: 420n, end: 420n }, FUNGIBLE_TOKEN: { pay: 500n, end: 450n } },
  keyless: 26_880n,
  reserve: RESERVE,
};
const MOVABLE: LockBounds = {
  floor: 1_100n,
  fees: { BCH: { pay: 470n, end: 470n }, FUNGIBLE_TOKEN: { pay: 570n, end: 500n } },
  keyless: 30_080n,
  reserve: 1_570n,
};

/** The bounds of a lock; one that can move has a longer script, and higher ones. */
export const boundsOf = ({ delay }: Pick<LockTerms, 'delay'>): LockBounds => (delay === undefined ? FIXED : MOVABLE);

export const START = 1_700_000_000n;
export const CATEGORY = named32('category: the locked token');

/** Vests 100 units a second after a cliff. */
export const TERMS: LockTerms = {
  asset: 'BCH',
  total: 1_000_000_000n,
  start: START,
  cliff: START + 1_000_000n,
  step: 1n,
  steps: 10_000_000n,
  recipient: recipient.lockingBytecode,
};

export const endOf = ({ start, step, steps }: LockTerms): bigint => start + step * steps;

/** The latest end of the tests is minable. */
export const TIP = { height: 900_000, mtp: Number(endOf(TERMS)) + 86_400 };

/** The same terms of a lock that can move. */
export const movable = (terms: LockTerms): LockTerms => ({ ...terms, delay: 1_008n });

/** The contract of a lock that can move. */
export const linkedLock = ({ asset, total, start, cliff, step, steps, ...more }: LockTerms): LinkedContract => {
  const { recipient: own, delay = 0n, movesTo } = more;
  const parties = [own, ...(movesTo === undefined ? [] : [movesTo])].flatMap((party) => [...hash160(party)]);
  return linkedOf(asset === 'BCH' ? movableLockBchArtifact : movableLockTokenArtifact, [
    ...[steps, step, start, cliff, delay],
    ...[littleEndian(total, 8), Uint8Array.from(parties)],
  ]);
};

export const scriptOfLock = (terms: LockTerms): Uint8Array => {
  const { asset, total, start, cliff, step, steps, recipient: to, delay } = terms;
  if (delay !== undefined) return linkedLock(terms).script;
  return scriptOf(asset === 'BCH' ? lockBchArtifact : lockTokenArtifact, [
    ...[steps, step, start, cliff],
    ...[littleEndian(total, 8), hash160(to)],
  ]);
};

export const lockingBytecodeOf = (terms: LockTerms): Uint8Array => lockOf(scriptOfLock(terms));

/** An output of a lock. */
export const lockOutput = (terms: LockTerms, units: bigint, reserve = 10_000n): Output => ({
  lockingBytecode: lockingBytecodeOf(terms),
  ...(terms.asset === 'BCH'
    ? { valueSatoshis: units }
    : { valueSatoshis: reserve, token: { category: CATEGORY, amount: units } }),
});

export const lockCoin = (terms: LockTerms, units = terms.total, reserve?: bigint): Coin =>
  coinNamed(`a lock of ${terms.total} with ${units}`, lockOutput(terms, units, reserve));

/** What a lock holds in its own unit. */
export const unitsOf = ({ asset }: Pick<LockTerms, 'asset'>, { valueSatoshis, token }: Output): bigint =>
  asset === 'BCH' ? valueSatoshis : (token?.amount ?? 0n);

/** What is locked at a time, by the library and not by the script; before the cliff everything. */
export const lockedAt = (terms: LockTerms, time: bigint): bigint =>
  terms.total - vestedAmount({ ...terms, end: endOf(terms) }, time);

/** What must stay at a time. */
export const leftAt = (terms: LockTerms, time: bigint): bigint => {
  const locked = lockedAt(terms, time);
  const { floor } = boundsOf(terms);
  return terms.asset === 'BCH' && locked > 0n && locked < floor ? floor : locked;
};

export type LockPath = 'pay' | 'announce' | 'finish' | 'collect';

/**
 * A call of a lock.
 *
 * @param onward terms of the same contract whose addresses outputs of the transaction pay
 */
export const callLock = (
  terms: LockTerms,
  name: LockPath = 'pay',
  onward: readonly LockTerms[] = [],
): Unlocking & { readonly kind: 'call' } => {
  const call = { kind: 'call', script: scriptOfLock(terms), selector: undefined, args: [] } as const;
  if (terms.delay === undefined) return call;
  const { artifact, parameters } = linkedLock(terms);
  return { ...call, linked: { artifact, parameters, name }, successors: onward.map(scriptOfLock) };
};

export const lockInput = (terms: LockTerms, coin: Coin): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: callLock(terms),
});

const atLeast = (value: bigint, least = 0n): bigint => (value < least ? least : value);

/** A payment at a locktime, keyless or beside a coin that pays what the lock does not, and gets change. */
export const draftPay = (terms: LockTerms, coin: Coin, locktime: number, purse?: DraftInput): Draft => {
  const { asset, recipient: to } = terms;
  const { valueSatoshis: value, token, lockingBytecode } = coin.output;
  const left = leftAt(terms, BigInt(locktime));
  const due = atLeast(unitsOf(terms, coin.output) - left);
  const tokens = (amount: bigint) => (token === undefined ? {} : { token: { ...token, amount } });
  // An NFT on the coin goes along with the payment.
  const rest = (valueSatoshis: bigint): Output => ({
    lockingBytecode,
    valueSatoshis,
    ...(token !== undefined && { token: { category: token.category, amount: left } }),
  });
  const paid = (valueSatoshis: bigint): Output => ({
    lockingBytecode: to,
    valueSatoshis: atLeast(valueSatoshis),
    ...(asset === 'BCH' ? token && { token } : tokens(due)),
  });
  const outputsFor = (fee: bigint): Output[] => {
    if (asset === 'BCH') return [...(left > 0n ? [{ lockingBytecode, valueSatoshis: left }] : []), paid(due - fee)];
    if (left === 0n) return [paid(value - fee)];
    const kept = value - PAYOUT - fee;
    return [rest(purse === undefined ? kept : atLeast(kept, boundsOf(terms).reserve)), paid(PAYOUT)];
  };
  return withFee((size) => {
    const outputs = outputsFor(purse === undefined ? size : 0n);
    const added = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n) - value;
    const change =
      purse === undefined
        ? []
        : [{ ...purse.coin.output, valueSatoshis: purse.coin.output.valueSatoshis - size - added }];
    return {
      version: 2,
      locktime,
      inputs: [lockInput(terms, coin), ...(purse === undefined ? [] : [purse])],
      outputs: [...outputs, ...change],
    };
  });
};
