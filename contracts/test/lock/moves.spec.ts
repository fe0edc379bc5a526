import { encodeDataPush, encodeLockingBytecodeP2sh32, flattenBinArray, hash256 } from '@bitauth/libauth';
import { changeInput, changeOutput } from '../attacks/mutations.js';
import { createAddress, KINDS } from '../plan/covenant.js';
import { tipAt, MIDDLE } from '../plan/honest-spends.js';
import { draftAnnounce } from '../plan/move-drafts.js';
import { placeMove } from '../plan/move-rows.js';
import { at } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { accept, isValid, judge, judgeAttack } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { coinOf, seal, SEQUENCE_PLAIN, type ChainPoint, type Draft, type Sealed } from '../support/transaction.js';
import {
  draftAnnounceLocks,
  draftCollect,
  draftFinishLock,
  FINISH_FEE,
  MOVABLE_TERMS,
  movedTo,
  newRecipient,
  pendingAt,
  placeLock,
  theirs,
  type MovableLock,
} from './lock-moves.js';
import { draftPay, endOf, leftAt, lockingBytecodeOf, TIP, unitsOf, type LockTerms } from './lock.js';
import { moveRows } from './move-rows.js';

const { lockingBytecode: to } = newRecipient;
const tip: ChainPoint = { ...TIP, height: 900_000 };
const after = (blocks: number): ChainPoint => ({ ...tip, height: tip.height + blocks });
const paidTo = ({ transaction }: Sealed, lock: Uint8Array): boolean =>
  transaction.outputs.some(({ lockingBytecode }) => lockingBytecode.toString() === lock.toString());

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a lock in %s that can move', (asset) => {
  const terms: LockTerms = { ...MOVABLE_TERMS, asset };
  const delay = Number(terms.delay);
  const time = Number(terms.start) + 4_000_000;
  const pays = (lock: MovableLock, own = theirs()): Draft => draftPay(lock.terms, lock.coin, time, own);
  const announced = (lock: MovableLock, address = to, point = tip): MovableLock => {
    const sealed = accept(draftAnnounceLocks([lock], address, theirs()), point);
    return { terms: pendingAt(lock.terms, address), coin: coinOf(sealed, 1, { ...point, height: point.height + 1 }) };
  };
  const finished = (lock: MovableLock, point: ChainPoint, sequence?: number): MovableLock => {
    const address = lock.terms.movesTo ?? to;
    const sealed = accept(draftFinishLock(lock, sequence), point);
    return { terms: movedTo(lock.terms, address), coin: coinOf(sealed, 0, { ...point, height: point.height + 1 }) };
  };

  it('takes an announcement and, after the delay, anybody’s move without a coin; then payments go there', () => {
    const first = placeLock(terms);
    const pending = announced(first);
    expect(pending.coin.output.valueSatoshis).toBe(first.coin.output.valueSatoshis + FINISH_FEE[asset]);
    expect(judge(draftFinishLock(pending), after(delay - 1))).toMatchObject({ accepted: false, by: 'lock' });
    const moved = finished(pending, after(delay));
    expect(moved.coin.output).toEqual({
      ...first.coin.output,
      lockingBytecode: lockingBytecodeOf({ ...terms, recipient: to }),
    });
    const paid = accept(pays(moved, purse(newRecipient, 50_000n)), after(delay + 2));
    expect([paidTo(paid, to), paidTo(paid, terms.recipient)]).toEqual([true, false]);
  });

  it('is paid at the old address meanwhile, by the old recipient’s coin alone; the delay starts over', () => {
    const pending = announced(placeLock(terms));
    for (const own of [theirs(outsider), theirs(newRecipient)])
      expect(judge(draftCollect(pending, time, own), after(9))).toMatchObject({ accepted: false, by: 'script' });
    const sealed = accept(draftCollect(pending, time), after(9));
    expect(paidTo(sealed, terms.recipient)).toBe(true);
    const next = { terms: pending.terms, coin: coinOf(sealed, 0, after(10)) };
    expect(unitsOf(terms, next.coin.output)).toBe(
      leftAt(terms, BigInt(time)) + (asset === 'BCH' ? FINISH_FEE.BCH : 0n),
    );
    expect(judge(draftFinishLock(next), after(delay)).accepted).toBe(false);
    const moved = finished(next, after(9 + delay));
    accept(draftPay(moved.terms, moved.coin, Number(endOf(terms))), after(10 + delay));
  });

  it('is undone by an announcement of the old address, which costs no second fee, and finished at once', () => {
    const first = placeLock(terms);
    const pending = announced(first);
    const back = announced(pending, recipient.lockingBytecode, after(1));
    expect(back.coin.output.valueSatoshis).toBe(pending.coin.output.valueSatoshis);
    const kept = finished(back, after(1), 0);
    expect(kept.coin.output.lockingBytecode).toEqual(first.coin.output.lockingBytecode);
    accept(pays(kept), after(3));
  });

  it('restarts the delay with every announcement', () => {
    const first = announced(placeLock(terms));
    const again = announced(first, outsider.lockingBytecode, after(500));
    expect(judge(draftFinishLock(again), after(delay)).accepted).toBe(false);
    accept(draftFinishLock(again), after(500 + delay));
  });

  it('pays all at its end to the old address while a move is pending, by the old recipient’s coin, or moves first', () => {
    const pending = announced(placeLock(terms));
    const end = Number(endOf(terms));
    expect(paidTo(accept(draftCollect(pending, end), tip), terms.recipient)).toBe(true);
    const moved = finished(pending, after(delay));
    expect(paidTo(accept(draftPay(moved.terms, moved.coin, end), after(delay)), to)).toBe(true);
  });

  it('lets nobody but the recipient take anything while a move is pending', () => {
    const pending = announced(placeLock(terms));
    const asIfActive = { ...pending.terms, movesTo: undefined };
    for (const own of [theirs(), theirs(outsider), undefined]) {
      const draft = draftPay(pending.terms, pending.coin, time, own);
      expect(judge(draft, after(1))).toMatchObject({ accepted: false, by: 'script' });
      expect(isValid(seal(draftPay(asIfActive, pending.coin, time, own)))).toBe(false);
    }
  });

  it('moves again from the new address, by its coin alone', () => {
    const moved = finished(announced(placeLock(terms)), after(delay));
    const there = (owner: Parameters<typeof theirs>[0]) =>
      judge(draftAnnounceLocks([moved], outsider.lockingBytecode, theirs(owner)), after(delay + 2));
    expect(there(recipient)).toMatchObject({ accepted: false, by: 'script' });
    expect(there(newRecipient).accepted).toBe(true);
  });

  it('takes a script’s coin as consent, and moves to every kind of address', () => {
    const script = flattenBinArray([encodeDataPush(recipient.publicKey), Uint8Array.of(0xac)]);
    const lock = encodeLockingBytecodeP2sh32(hash256(script));
    const coin = coinNamed('a coin of a script', { lockingBytecode: lock, valueSatoshis: 400_000n });
    const unlocking = { kind: 'call', script, selector: undefined, args: [{ signer: recipient }] } as const;
    const consent = { coin, sequence: SEQUENCE_PLAIN, unlocking };
    for (const address of [to, lock, new Uint8Array(23).fill(0x51)]) {
      const draft = draftAnnounceLocks([placeLock({ ...terms, recipient: lock })], address, consent);
      expect(isValid(seal(draft))).toBe(true);
    }
  });

  it('takes its notice at the output that the locktime numbers, behind what a script wants at output 0', () => {
    const lock = placeLock(terms);
    const draft = draftAnnounceLocks([lock], to, theirs());
    const [notice, moved, change] = draft.outputs;
    if (notice === undefined || moved === undefined || change === undefined) throw new Error('There are three');
    const behind = { ...draft, locktime: 2, outputs: [change, moved, notice] };
    accept(behind, tip);
    expect(isValid(seal({ ...behind, locktime: 0 }))).toBe(false);
  });

  it('carries an NFT of its coin along', () => {
    const nft = { capability: 'mutable', commitment: Uint8Array.of(7) } as const;
    const first = placeLock(terms);
    const token = { category: new Uint8Array(32).fill(9), amount: 5n, ...first.coin.output.token, nft };
    const held = { ...first, coin: { ...first.coin, output: { ...first.coin.output, token } } };
    const moved = finished(announced(held), after(delay));
    expect(moved.coin.output.token).toEqual(token);
  });

  it('needs a coin where the fee of its move is not enough, which anybody brings', () => {
    const pending = announced(placeLock(terms));
    const draft = draftFinishLock(pending);
    const payer = purse(outsider, 20_000n);
    const beside = {
      ...draft,
      inputs: [...draft.inputs, payer],
      outputs: [...draft.outputs, payTo(outsider, 18_000n)],
    };
    accept(beside, after(delay));
  });

  it.each(moveRows(asset))('refuses %s', (_, draft) => {
    expect(judgeAttack(seal(draft), tip)).toMatchObject({ accepted: false, by: 'script' });
  });
});

it('locks of both assets and streams of all plans are announced together, by one coin and one notice', () => {
  const streams = KINDS.map((kind, i) => placeMove(createAddress(kind), false, { index: BigInt(i + 1) }));
  const locks = (['BCH', 'FUNGIBLE_TOKEN'] as const).map((asset) => placeLock({ ...MOVABLE_TERMS, asset }));
  const plans = draftAnnounce(streams, to, theirs());
  const own = draftAnnounceLocks(locks, to, theirs());
  const width = plans.inputs.length;
  const change = at(plans.outputs, plans.outputs.length - 1);
  const all: Draft = {
    ...plans,
    inputs: [...plans.inputs, ...own.inputs.slice(1)],
    outputs: [
      ...plans.outputs.slice(0, width),
      ...own.outputs.slice(1, 1 + locks.length),
      { ...change, valueSatoshis: change.valueSatoshis - 10_000n },
    ],
  };
  accept(all, tipAt(MIDDLE));
  for (let place = 1; place < all.outputs.length - 1; place += 1) {
    const theft = changeOutput(all, place, (output) => ({ ...output, lockingBytecode: outsider.lockingBytecode }));
    expect(isValid(seal(theft))).toBe(false);
  }
  // Nobody else's coin consents for either.
  expect(isValid(seal(changeInput(all, 0, () => theirs(outsider))))).toBe(false);
});
