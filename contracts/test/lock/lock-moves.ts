import type { Output } from '@bitauth/libauth';
import { noticeOf } from '../plan/move-drafts.js';
import { coinNamed, purse } from '../support/coins.js';
import { createParty, recipient, type Party } from '../support/parties.js';
import {
  SEQUENCE_PLAIN,
  withFee,
  type ChainPoint,
  type Coin,
  type Draft,
  type DraftInput,
} from '../support/transaction.js';
import { callLock, leftAt, lockOutput, movable, TERMS, unitsOf, type LockPath, type LockTerms } from './lock.js';

/** Satoshis that an announcement adds to a lock, and that are the fee of its move. */
export const FINISH_FEE: Readonly<Record<LockTerms['asset'], bigint>> = { BCH: 600n, FUNGIBLE_TOKEN: 680n };

/** Where the recipient of these tests moves to. */
export const newRecipient = createParty('recipient of a lock, moved');

/** When the locks of these tests were mined. */
export const OLD: ChainPoint = { height: 840_000, mtp: 1_700_000_000 };

/** A lock that can move, and its coin. */
export interface MovableLock {
  readonly terms: LockTerms;
  readonly coin: Coin;
}

/** Terms of a lock that can move. */
export const MOVABLE_TERMS: LockTerms = movable(TERMS);

/** The same terms while a move is pending. */
export const pendingAt = (terms: LockTerms, to: Uint8Array = newRecipient.lockingBytecode): LockTerms => ({
  ...terms,
  movesTo: to,
});

/** The same terms after a move. */
export const movedTo = (terms: LockTerms, to: Uint8Array): LockTerms => ({
  ...terms,
  recipient: to,
  movesTo: undefined,
});

/** A lock at a place of the chain: with all that was ever in it, unless stated otherwise, and while a move is pending with its fee. */
export const placeLock = (terms: LockTerms, units = terms.total, mined = OLD, reserve = 10_000n): MovableLock => {
  const fee = terms.movesTo === undefined ? 0n : FINISH_FEE[terms.asset];
  const output = lockOutput(terms, units, reserve);
  return {
    terms,
    coin: coinNamed(
      `a lock in ${terms.asset} of ${terms.total} with ${units}, moving: ${terms.movesTo !== undefined}`,
      { ...output, valueSatoshis: output.valueSatoshis + fee },
      { mined },
    ),
  };
};

/** A coin by which a recipient consents, and pays. */
export const theirs = (owner: Party = recipient, sighash?: number): DraftInput => {
  const input = purse(owner, 400_000n, `consent of ${owner.name}`);
  return { ...input, unlocking: { kind: 'key', owner, ...(sighash === undefined ? {} : { sighash }) } };
};

/** An input that spends a lock. */
export const spendLock = (
  { terms, coin }: MovableLock,
  name: LockPath,
  sequence = SEQUENCE_PLAIN,
  onward: readonly LockTerms[] = [],
): DraftInput => ({ coin, sequence, unlocking: callLock(terms, name, onward) });

const changeOf = ({ coin }: DraftInput, spent: bigint): Output => ({
  lockingBytecode: coin.output.lockingBytecode,
  valueSatoshis: coin.output.valueSatoshis - spent,
});

const at = (terms: LockTerms, { output }: Coin, by: bigint): Output => ({
  ...output,
  lockingBytecode: lockOutput(terms, 1n).lockingBytecode,
  valueSatoshis: output.valueSatoshis + by,
});

/** The recipient announces another address for locks of theirs. */
export const draftAnnounceLocks = (locks: readonly MovableLock[], to: Uint8Array, consent: DraftInput): Draft =>
  withFee((fee) => {
    const added = locks.map(({ terms }) => (terms.movesTo === undefined ? FINISH_FEE[terms.asset] : 0n));
    return {
      version: 2,
      locktime: 0,
      inputs: [
        consent,
        ...locks.map((lock) => spendLock(lock, 'announce', SEQUENCE_PLAIN, [pendingAt(lock.terms, to)])),
      ],
      outputs: [
        noticeOf(to),
        ...locks.map(({ terms, coin }, i) => at(pendingAt(terms, to), coin, added[i] ?? 0n)),
        changeOf(consent, fee + added.reduce((sum, each) => sum + each, 0n)),
      ],
    };
  });

/** Anybody moves a lock to the address announced; what the announcement added is the fee. */
export const draftFinishLock = (
  lock: MovableLock,
  sequence = Number(lock.terms.delay ?? 0n),
  to = lock.terms.movesTo ?? lock.terms.recipient,
): Draft => {
  const onward = movedTo(lock.terms, to);
  return {
    version: 2,
    locktime: 0,
    inputs: [spendLock(lock, 'finish', sequence, [onward])],
    outputs: [at(onward, lock.coin, -FINISH_FEE[lock.terms.asset])],
  };
};

/** The recipient is paid at the old address while a move is pending, by a coin of theirs. */
export const draftCollect = (lock: MovableLock, locktime: number, own: DraftInput = theirs()): Draft => {
  const { terms, coin } = lock;
  const { token } = coin.output;
  const left = leftAt(terms, BigInt(locktime));
  const inBch = terms.asset === 'BCH';
  const kept = inBch ? left + (left > 0n ? FINISH_FEE.BCH : 0n) : left;
  const due = unitsOf(terms, coin.output) - kept;
  return withFee((fee) => {
    const rest: Output[] =
      left === 0n
        ? []
        : [
            inBch
              ? { lockingBytecode: coin.output.lockingBytecode, valueSatoshis: kept }
              : {
                  ...coin.output,
                  token: { category: token?.category ?? new Uint8Array(32), amount: kept },
                },
          ];
    const paid: Output = inBch
      ? { ...coin.output, lockingBytecode: terms.recipient, valueSatoshis: due }
      : {
          lockingBytecode: terms.recipient,
          valueSatoshis: left === 0n ? coin.output.valueSatoshis : 1_000n,
          ...(token !== undefined && { token: { ...token, amount: due } }),
        };
    const outputs = [...rest, paid];
    const given = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n) - coin.output.valueSatoshis;
    return {
      version: 2,
      locktime,
      inputs: [spendLock(lock, 'collect'), own],
      outputs: [...outputs, changeOf(own, fee + given)],
    };
  });
};
