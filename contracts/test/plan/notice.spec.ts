import { purse } from '../support/coins.js';
import { accept, judge, refuses } from '../support/judge.js';
import { sender } from '../support/parties.js';
import type { ChainPoint } from '../support/transaction.js';
import { createAddress, type Kind, KINDS, lessPayout, slotsOf } from './covenant.js';
import { draftPay, draftRefund } from './drafts.js';
import { draftActs } from './stop-drafts.js';
import { DAY, placeStream, principalOf, START, streamAfter, type Stream } from './stream.js';

const authority = purse(sender, 50_000_000n, 'authority');
/** The block of the cancel. */
const HEIGHT = 850_000;
/** When it is mined, with any date in it. */
const NOW = START + 200n * DAY;
const tipAt = (time: bigint, height = HEIGHT): ChainPoint => ({ height, mtp: Number(time) + 3_600 });

/** Cancels a stream now, dated at a time before. */
const cancel = (kind: Kind, dated: bigint): Stream => {
  const stream = placeStream(createAddress(kind));
  const sealed = accept(draftActs([{ stream, act: 'cancel' }], dated, { authority }), tipAt(NOW));
  const { state, clock } = slotsOf(kind, 1);
  return streamAfter(stream, sealed, state, { clock, mined: { height: HEIGHT, mtp: Number(NOW) } });
};

/** Pays all that is due at a time by the reserve. */
const push = (stream: Stream, time: bigint, height = HEIGHT + 1): Stream =>
  streamAfter(stream, accept(draftPay(stream, time), tipAt(time, height)), 0, {
    mined: { height, mtp: Number(time) },
  });

describe.each(KINDS)('a cancel of %s', (kind) => {
  const honest = principalOf(cancel(kind, NOW));

  it.each([
    ['to a day before', NOW - DAY],
    ['to the first payment', START + 40n * DAY],
    ['to the start', START + 1n],
    ['to before the start', START - 300n * DAY],
  ])('dated back %s is accepted, and gains nothing once anybody pushes at the true time', (_, dated) => {
    const cancelled = cancel(kind, dated);
    expect(principalOf(cancelled)).toBeGreaterThanOrEqual(honest);
    const later = NOW + 60n * DAY;
    const truth = principalOf(push(cancel(kind, NOW), later));
    expect(principalOf(push(cancelled, later))).toBe(truth);
  });

  it('dated back leaves a push that pays for itself, after any fees that an accomplice has burned', () => {
    let stream = cancel(kind, START + 1n);
    const fee = lessPayout(kind, stream.address.terms.fee);
    let burned = 0;
    for (let time = START; time <= NOW; time += DAY) {
      const verdict = judge(draftPay(stream, time, { fee }), tipAt(NOW));
      if (!verdict.accepted) continue;
      burned += 1;
      stream = streamAfter(stream, verdict.sealed, 0);
    }
    expect(burned).toBeGreaterThan(1);
    const later = NOW + 60n * DAY;
    expect(principalOf(push(stream, later))).toBe(principalOf(push(cancel(kind, NOW), later)));
  });

  it('is refunded when it was due, however often the stream is pushed meanwhile', () => {
    const { notice } = cancel(kind, NOW).address.terms;
    const last = HEIGHT + Number(notice) - 1;
    const once = push(cancel(kind, NOW), NOW + 60n * DAY, HEIGHT + 5);
    const twice = push(once, NOW + 120n * DAY, last - 1);
    for (const stream of [cancel(kind, NOW), once, twice]) {
      const refund = draftRefund(stream);
      expect(refuses(refund, tipAt(NOW + 120n * DAY, last - 1))).toBe(true);
      accept(refund, tipAt(NOW + 120n * DAY, last));
    }
  });
});
