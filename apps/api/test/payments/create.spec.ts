import type { CreatePaymentResponse, ListPaymentsResponse, PreviewPaymentResponse } from '@weir/api-contract';
import { createWallet } from '@weir/wallet';
import type { Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createActivePayment, createPayment, DAY, paymentOf } from '../support/payment-scenario.js';

const CATEGORY = 'ab'.repeat(32);
const TOKENS = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: CATEGORY };
const fixture = useFixture();

const sender = createWallet({ privateKey: 'sender' });
const recipient = createWallet({ privateKey: 'recipient' });
const create = <Body = CreatePaymentResponse>(changes: object = {}) =>
  fixture.client
    .as(sender.address)
    .post<Body>('/api/payments/create', paymentOf(fixture, recipient, { amountPerPeriod: 0.25, ...changes }));

describe('POST /api/payments/create', () => {
  it('refuses one that can be paused, but not cancelled: a pause might never end', async () => {
    const changes = { amountPerPeriod: 0.25, cancelable: false, pausable: true };
    const created = await create<Refusal>(changes);
    const previewed = await fixture.client
      .as(sender.address)
      .post<Refusal>('/api/payments/preview', paymentOf(fixture, recipient, changes));
    for (const { status, body } of [created, previewed])
      expect([status, body.code, body.details?.['field']]).toEqual([400, 'SCHEDULE_UNSOUND', 'pausable']);
    const { body } = await create({ cancelable: false });
    expect(body.payment).toMatchObject({ cancelable: false, pausable: false });
  });

  it.each([
    ['DAILY', 86_400],
    ['WEEKLY', 604_800],
    ['BIWEEKLY', 1_209_600],
    ['MONTHLY', 2_592_000],
    ['YEARLY', 31_536_000],
  ])('takes the interval %s', async (interval, interval_seconds) => {
    expect((await create({ interval })).body.payment).toMatchObject({ interval, interval_seconds, periods_funded: 12 });
  });

  it('starts now by default', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect((await create({ startDate: undefined })).body.payment.start_date).toBeGreaterThanOrEqual(before);
  });

  it('takes the sender for the caller where there is none', async () => {
    const body = paymentOf(fixture, recipient, { amountPerPeriod: 1, sender: sender.tokenAddress });
    const { status, body: created } = await fixture.client.post<CreatePaymentResponse>('/api/payments/create', body);
    expect([status, created.payment.sender]).toEqual([200, sender.address]);
  });

  it.each<[string, object, string]>([
    ['nobody to pay it', { sender: null, as: 'nobody' }, 'INVALID_REQUEST'],
    ['less than dust', { amountPerPeriod: 0.00000545 }, 'INVALID_AMOUNT'],
    ['tokens without a category', { tokenType: 'FUNGIBLE_TOKEN' }, 'INVALID_REQUEST'],
    ['half a token', { ...TOKENS, amountPerPeriod: 0.5 }, 'INVALID_AMOUNT'],
    ['a start in milliseconds', { startDate: 1_790_000_000_000 }, 'INVALID_TIME'],
    ['a notice too short', { cancelNoticeBlocks: 5 }, 'INVALID_REQUEST'],
    ['an unknown interval', { interval: 'HOURLY' }, 'INVALID_REQUEST'],
    ['more than there is in all periods', { amountPerPeriod: 1_750_001 }, 'INVALID_AMOUNT'],
    ['more tokens than there can be', { ...TOKENS, amountPerPeriod: '768614336404564651' }, 'INVALID_AMOUNT'],
    ['an end before the first period', { endDate: 1_000_000_000 }, 'INVALID_TIME'],
    ['periods after the end of time', { startDate: 4_294_000_000, interval: 'YEARLY' }, 'INVALID_TIME'],
    ['a vault there is not', { vaultId: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, { as, ...changes }: { as?: string }, code) => {
    const creation = paymentOf(fixture, recipient, { amountPerPeriod: 0.25, ...changes });
    const client = as === 'nobody' ? fixture.client : fixture.client.as(sender.address);
    const { status, body } = await client.post<Refusal>('/api/payments/create', creation);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('POST /api/payments/preview', () => {
  const preview = <Body = PreviewPaymentResponse>(changes: object = {}, as = sender) =>
    fixture.client
      .as(as.address)
      .post<Body>('/api/payments/preview', paymentOf(fixture, recipient, { amountPerPeriod: 0.25, ...changes }));
  const total = async () => (await fixture.client.get<ListPaymentsResponse>('/api/payments?limit=1')).body.total;

  it('computes as a creation does, with every due period, and stores nothing', async () => {
    const before = await total();
    const startDate = fixture.time() + DAY;
    const terms = { interval: 'WEEKLY', startDate, endDate: startDate + 15 * DAY, pausable: false };
    const { status, body } = await preview(terms);
    expect(status).toBe(200);
    expect(body.schedule).toEqual(
      [0, 7, 14].map((days) => ({
        time: startDate + days * DAY,
        amount: 0.25,
        amountBase: '25000000',
        amountDecimal: '0.25',
      })),
    );
    expect(await total()).toBe(before);
    const created = (await create(terms)).body;
    const { payment, deployment } = created;
    expect(payment).toMatchObject(body.payment);
    expect(body).toMatchObject({ success: true, warnings: [], funding: { amountBase: deployment.funding.amountBase } });
  });

  it.each<[string, object, number, string]>([
    ['an end before the first period', { endDate: 1_000_000_000 }, 400, 'INVALID_TIME'],
    ['somebody else as the sender', { sender: recipient.address }, 403, 'FORBIDDEN'],
  ])('refuses %s', async (_, changes, expected, code) => {
    const { status, body } = await preview<Refusal>(changes);
    expect([status, body.code]).toEqual([expected, code]);
  });
});

describe('GET /api/payments', () => {
  it('lists payments only, by party and state, in pages', async () => {
    const active = await createActivePayment(fixture);
    const pending = await createPayment(fixture);
    const list = async (query: string) =>
      (await fixture.client.get<ListPaymentsResponse>(`/api/payments${query}`)).body;
    const ids = (page: ListPaymentsResponse) => page.payments.map(({ id }) => id);
    expect(ids(await list('?limit=2'))).toEqual([pending.id, active.id]);
    expect(ids(await list(`?sender=${active.sender.address}`))).toEqual([active.id]);
    expect(ids(await list(`?recipient=${active.recipient.tokenAddress}`))).toEqual([active.id]);
    expect(ids(await list(`?address=${active.recipient.address}&status=ACTIVE`))).toEqual([active.id]);
    const senders = `${active.sender.address},${pending.sender.address}`;
    expect(ids(await list(`?sender=${senders}`))).toEqual([pending.id, active.id]);
    expect(ids(await list(`?sender=${senders}&status=ACTIVE&limit=1`))).toEqual([active.id]);
    expect(await list(`?address=${active.recipient.address}&status=PAUSED`)).toMatchObject({
      success: true,
      payments: [],
      total: 0,
      nextCursor: null,
    });
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([...ids(first), ...ids(second)]).toEqual([pending.id, active.id]);
    expect(await fixture.client.get(`/api/streams/${active.id}`)).toMatchObject({ status: 404 });
  });

  it.each([
    ['?sender=nonsense', 'INVALID_ADDRESS'],
    ['?cursor=x', 'INVALID_CURSOR'],
    ['?status=ASLEEP', 'INVALID_REQUEST'],
    ['?limit=201', 'INVALID_REQUEST'],
  ])('refuses %s', async (query, code) => {
    expect(await fixture.client.get<Refusal>(`/api/payments${query}`)).toMatchObject({ status: 400, body: { code } });
  });
});
