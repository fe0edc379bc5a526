import { binsAreEqual, binToHex, encodeLockingBytecodeP2sh32, hash256, type Output } from '@bitauth/libauth';
import {
  announcedBy,
  LOCK_MOVE_FEE,
  type MovableLockScript,
  type Network,
  outpointKey,
  partyAddress,
  partyHash,
  pushesOf,
  readMovableLockScript,
  withLockParties,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { MovesLock, MoveStep } from '../effects.types.js';
import type { Ledger, Part } from './ledger.js';
import { postNotice } from './read-plan-moves.js';

/** A lock that an input spends, by the script that it shows. */
interface Spent {
  readonly input: number;
  readonly script: Uint8Array;
  readonly lock: MovableLockScript;
  readonly output: Output;
}

/** A step of a move: where the lock goes on, whose it is then, and what it holds more or less. */
interface Step {
  readonly move: MoveStep;
  /** hash160 of the locking bytecodes: of the recipient after it, and where a pending move goes. */
  readonly parties: Pick<MovableLockScript, 'recipientHash' | 'movesToHash'>;
  /** hash160 of the address that it names or moves to. */
  readonly toHash: Uint8Array;
  readonly more: bigint;
}

const lockedBy = (script: Uint8Array): Uint8Array => encodeLockingBytecodeP2sh32(hash256(script));

const announcement = ({ lock }: Spent, to: Uint8Array): Step => {
  const { asset, recipientHash, movesToHash } = lock;
  const toHash = partyHash(to);
  return {
    move: binsAreEqual(toHash, recipientHash) ? 'UNDO' : 'ANNOUNCE',
    parties: { recipientHash, movesToHash: toHash },
    toHash,
    // The first announcement puts the fee of the move aside.
    more: movesToHash === undefined ? LOCK_MOVE_FEE[asset] : 0n,
  };
};

const finishOf = ({ lock }: Spent): Step | undefined => {
  const { asset, recipientHash, movesToHash } = lock;
  return (
    movesToHash && {
      move: binsAreEqual(movesToHash, recipientHash) ? 'KEEP' : 'FINISH',
      parties: { recipientHash: movesToHash, movesToHash: undefined },
      toHash: movesToHash,
      more: -LOCK_MOVE_FEE[asset],
    }
  );
};

/**
 * Returns the step that an input makes; undefined where it makes none: a payment is read elsewhere.
 *
 * @throws Difference UNEXPECTED_INPUT for a lock behind input 0 that nothing is announced of
 */
const stepOf = (ledger: Ledger, spent: Spent): Step | undefined => {
  const { transaction } = ledger.draft;
  if (spent.input > 0) {
    const to = announcedBy(transaction);
    if (to === undefined)
      throw new Difference('UNEXPECTED_INPUT', `Input ${spent.input} spends a lock, but not by a step of its contract`);
    return announcement(spent, to);
  }
  const finish = finishOf(spent);
  const at = finish && lockedBy(withLockParties(spent.script, finish.parties));
  const [first] = ledger.outputs;
  return at !== undefined && first !== undefined && binsAreEqual(first.lockingBytecode, at) ? finish : undefined;
};

/** Posts what a step spends and makes: the lock with all that it holds, and the fee of the move. */
const post = (ledger: Ledger, { input, script, output }: Spent, { parties, more }: Step): void => {
  ledger.input(input, ledger.allOf(output, 'CONTRACT', 'HELD'));
  const held = ledger.allOf(
    { ...output, valueSatoshis: output.valueSatoshis + (more < 0n ? more : 0n) },
    'CONTRACT',
    'HELD',
  );
  const fee: readonly Part[] = more > 0n ? [{ owner: 'CONTRACT', reason: 'RESERVE', satoshis: more }] : [];
  const next = ledger.output(input, [...held, ...fee]);
  if (!binsAreEqual(next.lockingBytecode, lockedBy(withLockParties(script, parties))))
    throw new Difference('UNEXPECTED_OUTPUT', `Output ${input} is not the lock at its next address`);
};

/** Returns what stays in a lock, units of its asset. */
const leftIn = ({ lock: { asset, movesToHash }, output }: Spent): bigint => {
  if (asset === 'FUNGIBLE_TOKEN') return output.token?.amount ?? 0n;
  return output.valueSatoshis - (movesToHash === undefined ? 0n : LOCK_MOVE_FEE.BCH);
};

/**
 * Reads the steps by which locks move to another address, each by the script that its input shows.
 *
 * @param parties locking bytecodes among which the addresses are looked for that a step shows the hashes of
 * @param moveDelays among which the delays of the locks are, which scripts do not show; the usual one by default
 * @throws Difference UNEXPECTED_INPUT for a lock that is spent by no step, UNEXPECTED_OUTPUT where it goes on with anything else
 */
export const readLockMoves = (
  ledger: Ledger,
  network: Network,
  parties: readonly Uint8Array[],
  moveDelays?: readonly number[],
): readonly MovesLock[] =>
  ledger.draft.spent.flatMap((output, input): MovesLock[] => {
    const script = pushesOf(output.unlockingBytecode).at(-1);
    const lock = script && readMovableLockScript(script, moveDelays);
    if (script === undefined || lock === undefined || !binsAreEqual(lockedBy(script), output.lockingBytecode))
      return [];
    const spent = { input, script, lock, output };
    const step = stepOf(ledger, spent);
    if (step === undefined) return [];
    const { move, toHash } = step;
    const to = move === 'ANNOUNCE' || move === 'UNDO' ? announcedBy(ledger.draft.transaction) : undefined;
    if (to !== undefined) postNotice(ledger, move === 'UNDO' ? 'undo' : 'announce', to);
    post(ledger, spent, step);
    if (move === 'FINISH' || move === 'KEEP') ledger.wait(input, move === 'KEEP' ? 0 : lock.delay);
    const find = (hash: Uint8Array): string | undefined => {
      // The script takes the coin of the recipient at input 0 alone as their consent.
      const named = [...parties, ...(to === undefined ? [] : [to, ledger.draft.spent[0]?.lockingBytecode ?? to])];
      const party = named.find((each) => binsAreEqual(partyHash(each), hash));
      return party && partyAddress(party, network);
    };
    return [
      {
        kind: 'MOVES_LOCK',
        move,
        outpoint: outpointKey(output.outpoint),
        lock: partyAddress(output.lockingBytecode, network) ?? '',
        from: find(lock.recipientHash),
        fromHash: binToHex(lock.recipientHash),
        to: find(toHash),
        toHash: binToHex(toHash),
        asset: lock.asset === 'BCH' || output.token === undefined ? undefined : ledger.categoryOf(output.token),
        left: leftIn(spent),
        moveDelay: lock.delay,
      },
    ];
  });
