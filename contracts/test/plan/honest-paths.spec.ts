import { purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import { outsider, sender } from '../support/parties.js';
import type { ChainPoint } from '../support/transaction.js';
import { createAddress, isRecurring, KINDS, slotsOf } from './covenant.js';
import { draftPay, draftRefund, draftSettle } from './drafts.js';
import { STATUS } from './state.js';
import { draftActs, type Act } from './stop-drafts.js';
import { DAY, placeStream, principalOf, readStream, START, streamAfter, unitsOf, type Stream } from './stream.js';

const authority = purse(sender, 50_000_000n, 'authority');
const tipAt = (time: bigint, height = 850_000): ChainPoint => ({ height, mtp: Number(time) + 3_600 });
const act = (stream: Stream, doing: Act, time: bigint, height = 850_000): Stream => {
  const sealed = accept(draftActs([{ stream, act: doing }], time, { authority }), tipAt(time, height));
  const { state, clock } = slotsOf(stream.address.kind, 1);
  const mined = { height, mtp: Number(time) };
  return streamAfter(stream, sealed, state, { clock: doing === 'resume' ? undefined : clock, mined });
};
const pay = (stream: Stream, time: bigint): Stream =>
  streamAfter(stream, accept(draftPay(stream, time), tipAt(time)), 0);

const END = START + 1_000n * DAY;

describe.each(KINDS)('%s', (kind) => {
  const address = createAddress(kind);
  const stream = placeStream(address);
  const principal = principalOf(stream);

  it('pays, and at the end closes', () => {
    const paid = pay(stream, START + 100n * DAY);
    expect(principalOf(paid)).toBe(isRecurring(kind) ? 90_000_000n : 108_000_000n);
    expect(unitsOf(paid)).toBe(5n);
    accept(draftPay(paid, END), tipAt(END));
  });

  it('pays by the coin of anybody', () => {
    const time = START + 100n * DAY;
    accept(draftPay(stream, time, { purse: purse(outsider, 20_000n) }), tipAt(time));
  });

  it('is cancelled by the sender, pushed, refunded, or closed under notice', () => {
    const cancelled = act(stream, 'cancel', START + 100n * DAY);
    expect(unitsOf(cancelled)).toBe(0n);
    const pushed = pay(cancelled, START + 200n * DAY);
    expect(principalOf(pushed) < principalOf(cancelled)).toBe(true);
    accept(draftRefund(pushed), tipAt(START + 200n * DAY, 850_035));
    accept(draftPay(pushed, END), tipAt(END));
  });

  if (!isRecurring(kind)) return;

  it('is paused with the running period kept, and resumed an interval ahead', () => {
    const { interval } = address.terms;
    const time = START + interval + 5n * DAY;
    const pausing = act(stream, 'pause', time);
    expect(readStream(pausing)).toMatchObject({ status: STATUS.pausing, unpaid: 11n });
    const settled = accept(draftSettle(pausing), tipAt(time, 850_035));
    const paused = streamAfter(pausing, settled, 0);
    expect(readStream(paused)).toMatchObject({ status: STATUS.pausedRunning, unpaid: 11n });
    expect(unitsOf(paused)).toBe(5n);

    const resumed = act(paused, 'resume', time + DAY);
    expect(readStream(resumed)).toMatchObject({ status: STATUS.active, unpaid: 10n, next: time + DAY + interval });
    expect(principalOf(resumed)).toBe((principal * 10n) / 12n);

    const idle = pay(paused, START + 3n * interval);
    expect(readStream(idle)).toMatchObject({ status: STATUS.pausedIdle, unpaid: 10n });
    const later = act(idle, 'resume', START + 7n * interval);
    expect(readStream(later)).toMatchObject({ status: STATUS.active, unpaid: 10n, next: START + 8n * interval });

    expect(readStream(act(paused, 'cancel', time + DAY)).status).toBe(STATUS.cancelledRunning);
    accept(draftRefund(act(idle, 'cancel', START + 7n * interval)), tipAt(START + 7n * interval, 850_035));
  });
});

it('streams of all four covenants are ended in one transaction', () => {
  const streams = KINDS.map((kind, at) => placeStream(createAddress(kind), { index: BigInt(at) + 1n }));
  const legs = streams.map((stream) => ({ stream, act: 'cancel' as const }));
  accept(draftActs(legs, START + 100n * DAY, { authority }), tipAt(START + 100n * DAY));
});
