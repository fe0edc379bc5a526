import { createWeir, isWeirError, type Pending, type PlanTerms, type Progress } from '@weir/client';
import { eventually } from '@weir/testing';
import { BCH, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

const HOUR = 3_600;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const walletsOf = (count: number, satoshis?: bigint): Promise<TestWallet[]> =>
  Promise.all(Array.from({ length: count }, () => fixture.wallet(satoshis)));

/** A hundredth of a BCH for each over a hundred hours. */
const termsFor = async (recipients: readonly TestWallet[], changes: Partial<PlanTerms> = {}): Promise<PlanTerms> => {
  const start = await fixture.now();
  return {
    product: 'vesting',
    start,
    end: start + 100 * HOUR,
    streams: recipients.map(({ address }, i) => ({ recipient: address, amount: BCH / 100n, label: `Row ${i + 1}` })),
    ...changes,
  };
};

/** Seventeen schedules: an announcement has room for sixteen, so it takes two fundings. */
const termsInTwoParts = async (): Promise<PlanTerms> => {
  const [recipients, start] = [await walletsOf(34), await fixture.now()];
  return termsFor([], {
    start,
    streams: recipients.map(({ address }, i) => ({
      recipient: address,
      amount: BCH / 10_000n,
      cliff: start + 1 + (i % 17),
    })),
  });
};

const rowsOf = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

describe('a plan', () => {
  it('is previewed, created, funded by one signature; its streams are streams', async () => {
    const { weir } = fixture;
    const [sender, recipients] = [await fixture.wallet(10n * BCH), await walletsOf(3)];
    const terms = await termsFor(recipients);
    const preview = await weir.plans.preview(terms, sender);
    expect([preview.streams.length, preview.costs.amount_base]).toEqual([3, (3n * BCH) / 100n]);
    const plan = await weir.plans.create(terms, sender);
    expect(plan.record).toMatchObject({ status: 'PENDING', streams: 3, total_amount_base: (3n * BCH) / 100n });
    expect(plan.costs.fundings).toHaveLength(1);

    const steps: string[] = [];
    const funded = await plan.fund(sender, {
      onProgress: ({ step, part, parts }) => steps.push(`${step} ${part}/${parts}`),
    });
    expect([funded.plan.status, funded.statuses]).toEqual(['ACTIVE', { ACTIVE: 3 }]);
    expect(steps).toEqual(['building 1/1', 'signing 1/1', 'sending 1/1', 'confirming 1/1', 'done 1/1']);
    // Once more is the same as once.
    expect((await plan.fund(sender)).fundings).toEqual(funded.fundings);

    const streams = await rowsOf(weir.plans.at(plan.id).streams(sender));
    expect(streams.map(({ label, status, amount_base }) => [label, status, amount_base])).toEqual(
      [1, 2, 3].map((row) => [`Row ${row}`, 'ACTIVE', BCH / 100n]),
    );
    await fixture.passDays(2);
    const first = weir.streams.at(streams[0]?.id ?? '');
    expect((await first.claim(recipients[0])).stream.withdrawn_amount_base).toBeGreaterThan(0n);
    expect((await rowsOf(weir.plans.list(sender))).map(({ id }) => id)).toEqual([plan.id]);
    expect((await weir.plans.page({ limit: 1 }, sender)).total).toBe(1);
  });

  it('of salaries is paid on days of the month, renewed, and every day is compared with what was asked for', async () => {
    const { weir } = fixture;
    const [sender, recipients] = [await fixture.wallet(10n * BCH), await walletsOf(2)];
    const start = await fixture.now();
    const calendar = { months: 1, day: 31, time: '09:00', utcOffset: '+01:00' } as const;
    const streams = recipients.map(({ address }, row) => ({
      recipient: address,
      amount: (BigInt(row + 1) * BCH) / 100n,
    }));
    const terms: PlanTerms = { product: 'recurring', start, calendar, streams };
    const plan = await weir.plans.create(terms, sender);
    expect(plan.record.calendar).toEqual({ ...calendar, secondDay: null });
    expect((await plan.fund(sender)).statuses).toEqual({ ACTIVE: 2 });
    await fixture.passDays(32);
    const [first, second] = await rowsOf(plan.streams(sender));
    const { payment } = await weir.payments.at(second?.id ?? '').claim(recipients[1]);
    expect(payment.total_paid_base).toBe(BCH / 50n);
    const { statuses } = await weir.plans.at(plan.id).get(sender);
    expect(statuses).toEqual({ ACTIVE: 2 });
    const renewal = await plan.renew({ periods: 2 }, sender);
    // What the service stored for a renewal, nobody asked for in so many words: somebody reads its review.
    expect((await renewal.fund(sender, { onReview: () => true })).statuses).toEqual({ ACTIVE: 2 });
    expect((await plan.cancel([first?.id ?? ''], sender)).streams.map(({ status }) => status)).toEqual(['CANCELLED']);
  });

  it.each([
    [
      'installments',
      (now: number) => {
        const calendar = { months: 1, day: 31, time: '09:00', utcOffset: '+01:00' } as const;
        return {
          head: { schedule: 'INSTALLMENTS', start: now - 70 * 86_400, calendar, installments: 10 } as const,
          rows: [{}, { calendar: { ...calendar, months: 2, day: 1 }, cliffInstallment: 1 }],
        };
      },
    ],
    [
      'tranches',
      (now: number) => {
        const tranches = [now - 86_400, now + 86_400].map((time) => ({ time, amount: BCH / 2n }));
        return { head: { schedule: 'TRANCHES' } as const, rows: [{ tranches }, { tranches }] };
      },
    ],
  ])('of %s is funded without a review, since every date was asked for, and claimed', async (_, termsOf) => {
    const { weir } = fixture;
    const [sender, recipients] = [await fixture.wallet(10n * BCH), await walletsOf(2)];
    const { head, rows } = termsOf(await fixture.now());
    const streams = rows.map((row, place) => ({ ...row, recipient: recipients[place]?.address ?? '', amount: BCH }));
    const plan = await weir.plans.create({ product: 'vesting', ...head, streams }, sender);
    expect(plan.record).toMatchObject({ schedule: head.schedule, calendar: null, cancel_fills: 0 });
    expect((await plan.fund(sender)).statuses).toEqual({ ACTIVE: 2 });
    const [first, second] = await rowsOf(plan.streams(sender));
    const { stream } = await weir.streams.at(first?.id ?? '').claim(recipients[0]);
    expect(stream.withdrawn_amount_base).toBeGreaterThan(0n);
    await fixture.stack.control.mine();
    const { streams: cancelled } = await plan.cancel([first?.id ?? '', second?.id ?? ''], sender);
    expect(cancelled.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('comes as CSV, with the plan, to a preview, or later; its mistakes are reported row by row', async () => {
    const { weir } = fixture;
    const [sender, [ada, ben]] = [await fixture.wallet(BCH), await walletsOf(2)];
    const terms = await termsFor([], { streams: null });
    const csv = `address,amount,label\n${ada?.address},0.01,Ada\n${ben?.address},0.02,Ben\n`;
    expect((await weir.plans.preview({ ...terms, csv }, sender)).costs.amount_base).toBe((3n * BCH) / 100n);
    const plan = await weir.plans.create({ ...terms, csv }, sender);
    expect(plan.record.streams).toBe(2);
    const refused = await plan.setRecipients(`${ada?.address},1\nnobody,1\n`, sender).catch((error: unknown) => error);
    if (!isWeirError(refused, 'INVALID_RECIPIENTS')) throw new Error('A list with a fault should be refused');
    expect([refused.remedy, refused.details.errorCount, refused.details.errors]).toEqual([
      'CHANGE_INPUT',
      1,
      [expect.objectContaining({ row: 2, line: 2, field: 'recipient', code: 'INVALID_ADDRESS' })],
    ]);
    const listed = await plan.setRecipients([{ recipient: ben?.address ?? '', amount: BCH / 50n }], sender);
    expect([listed.plan.streams, listed.costs.amount_base]).toEqual([1, BCH / 50n]);
  });

  it('of several fundings goes on where it was left: by a refusal, an abort, a page that was closed', async () => {
    const { weir, stack } = fixture;
    const sender = await fixture.wallet(BCH);
    const plan = await weir.plans.create(await termsInTwoParts(), sender);
    // The page is closed when the first part is signed and not sent.
    const page = new AbortController();
    let kept = '';
    const left = plan.fund(sender, {
      signal: page.signal,
      onProgress: (progress) => {
        if (progress.step !== 'sending') return;
        kept = JSON.stringify(progress.pending);
        page.abort(new Error('closed'));
      },
    });
    await expect(left).rejects.toThrow('closed');
    expect((await plan.get(sender)).plan.parts_funded).toBe(0);
    // Another page, another client: nothing is signed again for what was signed.
    const other = createWeir({ baseUrl: stack.apiUrl });
    const steps: string[] = [];
    const pending = JSON.parse(kept) as Pending<'/api/plans/{id}/confirm-funding'>;
    const resumed = await other.resume(pending, undefined, { onProgress: ({ step }) => steps.push(step) });
    expect([resumed.plan.parts_funded, steps]).toEqual([1, ['sending', 'confirming', 'done']]);
    expect((await other.resume(pending)).txHash).toBe(resumed.txHash);

    const refusing = {
      ...sender,
      signTransaction: () => Promise.reject(Object.assign(new Error('User rejected'), { code: 5000 })),
    };
    await expect(plan.fund(refusing)).rejects.toMatchObject({ code: 'WALLET_REFUSED', remedy: 'NONE' });
    const parts: number[] = [];
    await expect(other.plans.at(plan.id).fund(sender)).rejects.toMatchObject({ code: 'REVIEW_REQUIRED' });
    const done = await other.plans.at(plan.id).fund(sender, {
      onProgress: ({ part }) => parts.push(part),
      onReview: ({ sentences }) => sentences.join().startsWith('Locks '),
    });
    expect([done.plan.parts_funded, done.statuses, new Set(parts)]).toEqual([2, { ACTIVE: 34 }, new Set([2])]);
  });

  it('of a shape, whose times the service computes, is signed only after somebody read them', async () => {
    const { weir } = fixture;
    const [sender, [ada]] = [await fixture.wallet(BCH), await walletsOf(1)];
    const shape = { kind: 'upfront-and-tail', upfrontPercent: 10 } as const;
    const streams = [{ recipient: ada?.address ?? '', amount: BCH / 10n, shape }];
    const plan = await weir.plans.create(await termsFor([], { streams }), sender);
    await expect(plan.fund(sender)).rejects.toMatchObject({ code: 'REVIEW_REQUIRED' });
    const { plan: funded } = await plan.fund(sender, {
      onReview: ({ sentences }) => sentences.join().startsWith('Locks '),
    });
    expect([funded.status, funded.streams]).toEqual(['ACTIVE', 2]);
  });

  it('whose funding was sent, and never confirmed, is not paid twice', async () => {
    const { weir } = fixture;
    const sender = await fixture.wallet(BCH);
    const plan = await weir.plans.create(await termsFor(await walletsOf(2)), sender);
    const page = new AbortController();
    const left = plan.fund(sender, {
      signal: page.signal,
      onProgress: ({ step }) => {
        if (step === 'confirming') page.abort(new Error('closed'));
      },
    });
    await expect(left).rejects.toThrow('closed');
    const steps: Progress['step'][] = [];
    const done = await plan.fund(sender, { onProgress: ({ step }) => steps.push(step) });
    expect([done.statuses, steps]).toEqual([{ ACTIVE: 2 }, ['building', 'confirming', 'done']]);
  });
});

describe('a selection of a plan', () => {
  it('is cancelled; what is paid while it is signed is left out, and cancelled by another signature', async () => {
    const { weir } = fixture;
    const sender = await fixture.wallet(BCH);
    const plan = await weir.plans.create(await termsFor(await walletsOf(5)), sender);
    await plan.fund(sender);
    await fixture.passDays(2);
    const ids = (await rowsOf(plan.streams(sender))).map(({ id }) => id);
    let isPushed = false;
    const slow = {
      ...sender,
      async signTransaction(request: unknown) {
        const signed = await sender.signTransaction(request);
        if (!isPushed) {
          isPushed = true;
          await weir.streams.at(ids[1] ?? '').push();
        }
        return signed;
      },
    };
    const steps: string[] = [];
    const nobody = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
    const result = await plan.cancel([...ids.slice(0, 3), nobody], slow, {
      onProgress: ({ step, part }) => steps.push(`${step} ${part}`),
    });
    expect(result.streams.map(({ id, status }) => [id, status]).sort()).toEqual(
      ids
        .slice(0, 3)
        .map((id) => [id, 'CANCELLED'])
        .sort(),
    );
    expect([result.txHashes.length, result.leftOut.map(({ id, code }) => [id, code])]).toEqual([
      2,
      [[nobody, 'NOT_FOUND']],
    ]);
    expect(steps).toContain('rebuilding 1');
    expect(steps.at(-1)).toBe('done 2');
    expect((await plan.get()).statuses).toEqual({ ACTIVE: 2, CANCELLED: 3 });
    await expect(plan.cancel(ids.slice(0, 1), sender)).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { leftOut: [{ id: ids[0], code: 'WRONG_STATE' }] },
    });
  });

  it('of salaries is paused, and resumed when the pauses are settled', async () => {
    const { weir, stack } = fixture;
    const [sender, recipients] = [await fixture.wallet(10n * BCH), await walletsOf(3)];
    const terms = await termsFor(recipients, { product: 'recurring', interval: 'DAILY', end: null });
    const plan = await weir.plans.create(terms, sender);
    await plan.fund(sender);
    await fixture.passDays(1);
    const ids = (await rowsOf(plan.streams(sender))).map(({ id }) => id).slice(0, 2);
    expect((await plan.pause(ids, sender)).streams.map(({ status }) => status)).toEqual(['PAUSED', 'PAUSED']);
    await expect(plan.resume(ids, sender)).rejects.toMatchObject({
      details: { leftOut: [{ code: 'NOTICE_NOT_OVER' }, {}] },
    });
    await stack.control.mine(7);
    for (const id of ids)
      await eventually(async () => expect((await weir.payments.at(id).get()).payment.settled).toBe(true));
    expect((await plan.resume(ids, sender)).streams).toHaveLength(2);
    expect((await plan.get()).statuses).toEqual({ ACTIVE: 3 });
  });

  it('larger than a signature moves takes several', async () => {
    const { weir } = fixture;
    const sender = await fixture.wallet(20n * BCH);
    const recipients = await walletsOf(1);
    // 90 salaries in BCH.
    const changes = { product: 'recurring', interval: 'DAILY', end: null } as const;
    const everybody = Array.from({ length: 92 }, () => recipients).flat();
    const plan = await weir.plans.create(await termsFor(everybody, changes), sender);
    await plan.fund(sender);
    const ids = (await rowsOf(plan.streams(sender))).map(({ id }) => id);
    const { streams, leftOut, txHashes } = await plan.cancel(ids, sender);
    expect([streams.length, leftOut, txHashes.length]).toEqual([92, [], 2]);
  });
});
