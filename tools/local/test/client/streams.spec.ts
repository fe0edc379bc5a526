import { isWeirError, type Progress, type StreamTerms } from '@weir/client';
import { eventually } from '@weir/testing';
import { BCH, DAY, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const termsTo = async (recipient: string): Promise<StreamTerms> => {
  const startTime = await fixture.now();
  return { recipient, totalAmount: 2n * BCH, streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY };
};

describe('a stream', () => {
  it('is created, funded, claimed to the last satoshi, with every step reported', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const stream = await weir.streams.create(await termsTo(recipient.address), sender);
    expect(stream.record).toMatchObject({ status: 'PENDING', total_amount: 2, total_amount_base: 2n * BCH });

    const steps: Progress[] = [];
    const funded = await stream.fund(sender, { onProgress: (progress) => steps.push(progress) });
    expect(funded.status).toBe('ACTIVE');
    expect(steps.map(({ step }) => step)).toEqual(['building', 'signing', 'sending', 'confirming', 'done']);

    await expect(stream.claim(recipient)).rejects.toMatchObject({ code: 'NOTHING_TO_CLAIM', status: 409 });
    await fixture.passDays(5);
    const { claimableAmountBase } = await stream.claimInfo();
    const half = await stream.claim(recipient);
    expect(half.stream.withdrawn_amount_base).toBe(claimableAmountBase);
    await fixture.passDays(6);
    expect((await stream.claim(recipient)).status).toBe('COMPLETED');
    expect((await stream.get()).stream.withdrawn_amount_base).toBe(2n * BCH);
  });

  it('is cancelled, and what is left returns when anybody asks for it after the notice', async () => {
    const { weir, stack } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const { id } = await weir.streams.create(await termsTo(recipient.address), sender);
    const stream = weir.streams.at(id);
    await stream.fund(sender);
    await fixture.passDays(5);
    const { status, stream: cancelled } = await stream.cancel(sender);
    expect([status, cancelled.refund?.status]).toEqual(['CANCELLED', 'pending']);
    await stack.control.mine();
    const refused = await stream.refund().catch((error: unknown) => error);
    if (!isWeirError(refused, 'NOTICE_NOT_OVER')) throw new Error('A refund before its time should be refused');
    expect(refused.details.availableAtHeight).toBeGreaterThan(refused.details.height ?? Number.NaN);
    await stack.control.mine(7);
    // The service does it by itself, too, if it is first.
    await stream.refund().catch((error: unknown) => {
      if (!isWeirError(error, 'WRONG_STATE', 'BROADCAST_REJECTED')) throw error;
    });
    expect((await stream.get()).stream.refund?.txHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('that moves while its sender signs is built and signed again', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const stream = await weir.streams.create(await termsTo(recipient.address), sender);
    await stream.fund(sender);
    await fixture.passDays(5);
    let isClaimed = false;
    const slow = {
      ...sender,
      async signTransaction(request: unknown) {
        const signed = await sender.signTransaction(request);
        if (!isClaimed) {
          isClaimed = true;
          await stream.claim(recipient);
        }
        return signed;
      },
    };
    const steps: Progress[] = [];
    const cancelled = await stream.cancel(slow, { onProgress: (progress) => steps.push(progress) });
    expect(cancelled.status).toBe('CANCELLED');
    expect(steps).toContainEqual({ step: 'rebuilding', reason: 'BROADCAST_REJECTED' });
    expect(steps.filter(({ step }) => step === 'signing')).toHaveLength(2);
  });

  it('is left as it is by an abort while the wallet thinks', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const stream = await weir.streams.create(await termsTo(recipient.address), sender);
    const abort = new AbortController();
    const thoughtful = {
      ...sender,
      signTransaction(request: unknown) {
        abort.abort();
        return sender.signTransaction(request);
      },
    };
    await expect(stream.fund(thoughtful, { signal: abort.signal })).rejects.toThrow('abort');
    expect((await stream.get()).stream.status).toBe('PENDING');
    expect((await stream.fund(sender)).status).toBe('ACTIVE');
  });

  it('is found in lists, page by page', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(), await fixture.wallet()];
    for (let made = 0; made < 3; made += 1) await weir.streams.create(await termsTo(recipient.address), sender);
    const found: string[] = [];
    for await (const { status } of weir.streams.list({ recipient: recipient.address, limit: 2 })) found.push(status);
    expect(found).toEqual(['PENDING', 'PENDING', 'PENDING']);
  });
});

describe('a stream by the calendar', () => {
  it('is checked against the requested installments, signed, claimed from its cliff on, and cancelled', async () => {
    const { weir, stack } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const first = new Date((await fixture.now()) * 1_000);
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 3, 15) / 1_000;
    const calendar = { months: 1, day: 31, time: '00:00', utcOffset: '+00:00' } as const;
    const stream = await weir.streams.create(
      {
        recipient: recipient.address,
        totalAmount: 2n * BCH,
        streamType: 'STEP',
        startTime: start,
        calendar,
        installments: 20,
        cliffInstallment: 2,
      },
      sender,
    );
    expect(stream.record).toMatchObject({
      interval_seconds: null,
      start_time: start,
      calendar: { ...calendar, installments: 20, cliffInstallment: 2, releasedBase: 0n },
    });
    expect((await stream.fund(sender)).status).toBe('ACTIVE');
    expect((await stream.claim(recipient)).stream.withdrawn_amount_base).toBe((2n * BCH) / 10n);
    await stack.control.mine();
    expect((await stream.cancel(sender)).status).toBe('CANCELLED');
    await stack.control.mine(7);
    await eventually(async () => expect((await stream.get()).stream.refund?.txHash).toMatch(/^[0-9a-f]{64}$/));
  });

  it('is checked against the requested tranches, signed and claimed', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const now = await fixture.now();
    const tranches = Array.from({ length: 16 }, (_, place) => ({
      time: now + (place - 2) * DAY,
      amount: BCH / 100n + BigInt(place),
    }));
    const totalAmount = tranches.reduce((sum, { amount }) => sum + amount, 0n);
    const stream = await weir.streams.create(
      { recipient: recipient.address, totalAmount, streamType: 'STEP', tranches },
      sender,
    );
    expect(stream.record.tranches).toMatchObject(tranches.map(({ time, amount }) => ({ time, amountBase: amount })));
    expect((await stream.fund(sender)).status).toBe('ACTIVE');
    const paid = tranches.slice(0, 2).reduce((sum, { amount }) => sum + amount, 0n);
    expect((await stream.claim(recipient)).stream.withdrawn_amount_base).toBe(paid);
  });
});
