import { encodeLockingBytecodeP2sh32, encodeDataPush, flattenBinArray, hash160, hash256 } from '@bitauth/libauth';
import { coinNamed, purse } from '../support/coins.js';
import { accept, judge, refuses } from '../support/judge.js';
import { recipient, sender } from '../support/parties.js';
import { seal, type ChainPoint, type DraftInput, type Sealed } from '../support/transaction.js';
import { createAddress, holdsTokens, isRecurring, KINDS, slotsOf, stopPath } from './covenant.js';
import { draftPay } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import {
  consentOf,
  draftAnnounce,
  draftAnnounceBehind,
  draftFinish,
  draftOwnFinish,
  moveFeeOf,
} from './move-drafts.js';
import { moveRows, newRecipient, placeMove } from './move-rows.js';
import { expectRefused } from './sibling-rows.js';
import { isPending } from './state.js';
import { draftActs } from './stop-drafts.js';
import { DAY, readStream, streamAfter, type Stream } from './stream.js';

const authority = purse(sender, 50_000_000n, 'authority');
const own = () => purse(recipient, 100_000n, 'own');
const after = (tip: ChainPoint, blocks: number): ChainPoint => ({ ...tip, height: tip.height + blocks });
const paidTo = ({ transaction }: Sealed, lock: Uint8Array): boolean =>
  transaction.outputs.some(({ lockingBytecode }) => lockingBytecode.toString() === lock.toString());

describe.each(KINDS)('a move of %s to another address', (kind) => {
  const address = createAddress(kind);
  const { lockingBytecode: to } = newRecipient;
  const delay = Number(address.terms.delay);
  const tip = tipAt(MIDDLE);

  const announced = (stream: Stream, at = tip): Stream =>
    streamAfter(stream, accept(draftAnnounce([stream], to, consentOf(recipient)), at), 1, { mined: after(at, 1) });
  const moved = (stream: Stream, at: ChainPoint): Stream => ({
    ...streamAfter(stream, accept(draftFinish([stream]), at), 1, { mined: after(at, 1) }),
    to,
  });

  it('takes an announcement and, after the delay, anybody’s move; then payments go there', () => {
    const pending = announced(placeMove(address, false));
    expect(isPending(readStream(pending))).toBe(true);
    expect(judge(draftFinish([pending]), after(tip, delay - 1)).accepted).toBe(false);
    const stream = moved(pending, after(tip, delay));
    // The reserve is what it was: the announcement has put into it what the move took.
    expect(readStream(stream)).toEqual({ ...readStream(placeMove(address, false)), recipient: hash160(to) });
    expect(stream.state.output.valueSatoshis).toBe(placeMove(address, false).state.output.valueSatoshis);
    expect(refuses(draftPay({ ...stream, to: recipient.lockingBytecode }, MIDDLE), after(tip, delay + 2))).toBe(true);
    const paid = accept(draftPay(stream, MIDDLE), after(tip, delay + 2));
    expect([paidTo(paid, to), paidTo(paid, recipient.lockingBytecode)]).toEqual([true, false]);
  });

  it('moves by itself, too, where nobody signs: what the announcement put into the reserve is the fee', () => {
    const pending = announced(placeMove(address, false));
    expect(judge(draftOwnFinish(pending), after(tip, delay - 1)).accepted).toBe(false);
    const sealed = accept(draftOwnFinish(pending), after(tip, delay));
    expect(sealed.fee).toBe(moveFeeOf(address));
    expect(Number(sealed.fee)).toBeGreaterThanOrEqual(sealed.size * 1.2);
    const stream = { ...streamAfter(pending, sealed, 0, { mined: after(tip, delay + 1) }), to };
    expect(readStream(stream)).toEqual({ ...readStream(placeMove(address, false)), recipient: hash160(to) });
    accept(draftPay(stream, MIDDLE), after(tip, delay + 2));
    expect(judge(draftOwnFinish(stream, 0), after(tip, delay + 2)).accepted).toBe(false);
  });

  it('keeps its reserve, however often it is announced, undone and ended', () => {
    let stream = placeMove(address, false);
    const before = readStream(stream).reserve;
    let at = tip;
    for (let turn = 0; turn < 3; turn += 1) {
      stream = announced(stream, at);
      at = after(at, 1);
      const back = accept(draftAnnounce([stream], recipient.lockingBytecode, consentOf(recipient)), at);
      stream = streamAfter(stream, back, 1, { mined: after(at, 1) });
      at = after(at, 1);
      stream = streamAfter(stream, accept(draftOwnFinish(stream, 0), at), 0, { mined: after(at, 1) });
      at = after(at, 1);
    }
    // Each second announcement leaves its fee in the reserve.
    expect(readStream(stream).reserve).toBe(before + 3n * moveFeeOf(address));
  });

  it('is announced behind a coin that wants output 0, with its notice at output 1', () => {
    const lead = consentOf(recipient);
    const parts = { lead, kept: lead.coin.output, payer: purse(recipient, 300_000n, 'payer') };
    const stream = placeMove(address, false);
    const sealed = accept(draftAnnounceBehind([stream], to, parts), tip);
    const pending = streamAfter(stream, sealed, 2, { mined: after(tip, 1) });
    expect(isPending(readStream(pending))).toBe(true);
    accept(draftOwnFinish(pending), after(tip, delay));
  });

  it('is paid at the old address meanwhile, by the old recipient’s coin alone; the delay starts over', () => {
    const pending = announced(placeMove(address, false));
    const later = after(tip, 100);
    expect(refuses(draftPay(pending, MIDDLE), later)).toBe(true);
    const sealed = accept(draftPay(pending, MIDDLE, { purse: own() }), later);
    expect(paidTo(sealed, recipient.lockingBytecode)).toBe(true);
    const again = streamAfter(pending, sealed, 0, { mined: after(later, 1) });
    expect(isPending(readStream(again))).toBe(true);
    expect(judge(draftFinish([again]), after(tip, delay)).accepted).toBe(false);
    accept(draftFinish([again]), after(later, delay));
  });

  it('is undone by an announcement of the old address, at once and for good', () => {
    const before = placeMove(address, false);
    const pending = announced(before);
    const back = accept(draftAnnounce([pending], recipient.lockingBytecode, consentOf(recipient)), after(tip, 1));
    const undone = streamAfter(pending, back, 1, { mined: after(tip, 2) });
    const stream = streamAfter(undone, accept(draftFinish([undone], 0), after(tip, 2)), 1);
    // Two announcements have paid, and one end has taken.
    const { reserve, ...kept } = readStream(before);
    expect(readStream(stream)).toEqual({ ...kept, reserve: reserve + moveFeeOf(address) });
    accept(draftPay(stream, MIDDLE), after(tip, 3));
  });

  it('ends with a cancel, which pays the old address', () => {
    const pending = announced(placeMove(address, false));
    const sealed = accept(draftActs([{ stream: pending, act: 'cancel' }], MIDDLE, { authority }), after(tip, 1));
    const { state, clock } = slotsOf(kind, 1);
    const cancelled = streamAfter(pending, sealed, state, { clock, mined: after(tip, 2) });
    expect(isPending(readStream(cancelled))).toBe(false);
    expect(paidTo(sealed, recipient.lockingBytecode)).toBe(true);
    expect(address.call(stopPath(kind)).linked?.name).toBe(stopPath(kind));
    const push = MIDDLE + 120n * DAY;
    accept(draftPay(cancelled, push), { ...tipAt(push), height: tip.height + 3 });
  });

  it('ends with the stream, which pays the old address', () => {
    const time = endOf(kind);
    const sealed = accept(draftPay(placeMove(address, true), time), tipAt(time));
    expect(paidTo(sealed, recipient.lockingBytecode)).toBe(true);
  });

  it('moves many streams in one transaction', () => {
    const streams = [1n, 5n, 9n].map((index) => placeMove(address, false, { index }));
    const first = accept(draftAnnounce(streams, to, consentOf(recipient)), tip);
    const step = holdsTokens(kind) ? 2 : 1;
    const pending = streams.map((stream, k) => streamAfter(stream, first, 1 + k * step, { mined: after(tip, 1) }));
    accept(draftFinish(pending), after(tip, delay));
  });

  it('takes a script’s coin as consent', () => {
    const script = flattenBinArray([encodeDataPush(recipient.publicKey), Uint8Array.of(0xac)]);
    const lock = encodeLockingBytecodeP2sh32(hash256(script));
    const coin = coinNamed('a coin of a script', { lockingBytecode: lock, valueSatoshis: 400_000n });
    const consent: DraftInput = {
      coin,
      sequence: 0xfffffffe,
      unlocking: { kind: 'call', script, selector: undefined, args: [{ signer: recipient }] },
    };
    accept(draftAnnounce([placeMove(address, false, { to: lock })], to, consent), tip);
  });

  it('lets nobody do anything else', () => {
    expectRefused(moveRows(kind, createAddress));
  });

  it('has the sizes that the documentation states', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, k) => placeMove(address, false, { index: BigInt(k) + 1n }));
    const pending = (count: number) =>
      Array.from({ length: count }, (_, k) => placeMove(address, true, { index: BigInt(k) + 1n }));
    expect(
      Object.fromEntries(
        [1, 50].flatMap((count) => [
          [`announce ${count}`, seal(draftAnnounce(many(count), to, consentOf(recipient))).size],
          [`finish ${count}`, seal(draftFinish(pending(count))).size],
          ...(count === 1 ? pending(1).map((stream) => ['finish by itself', seal(draftOwnFinish(stream)).size]) : []),
        ]),
      ),
    ).toMatchSnapshot();
  });
});

it('a recurring payment that is paused moves, too', () => {
  for (const kind of KINDS.filter(isRecurring)) {
    const stream = placeMove(createAddress(kind), false, { state: { status: 3n } });
    accept(draftAnnounce([stream], newRecipient.lockingBytecode, consentOf(recipient)), tipAt(MIDDLE));
  }
});
