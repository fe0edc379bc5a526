import type { Wallet } from '@weir/wallet';
import type { CreatePaymentInput, PaymentConfirmResult, PaymentView } from '../src/index.js';
import { DAY, startTestbed, type Testbed } from './support/testbed.js';

const NOTICE = 6;
const CATEGORY = 'ab'.repeat(32);
const ASSETS = [
  { asset: 'BCH', perPeriod: 5_000_000n },
  { asset: 'tokens', perPeriod: 768_614_336_404_564_650n },
] as const;

let bed: Testbed;
let sender: Wallet;
let recipient: Wallet;
beforeAll(async () => {
  bed = await startTestbed();
  [sender, recipient] = [bed.wallet(), bed.wallet()];
});
afterAll(() => bed.stop());

const create = async (changes: Partial<CreatePaymentInput> = {}, caller: string | undefined = sender.address) => {
  const terms = {
    recipient: recipient.address,
    interval: 'DAILY',
    amountPerPeriod: 0.25,
    startDate: bed.node.tip.medianTimePast + DAY,
  } as const;
  return bed.payments.create({ ...terms, ...changes }, caller);
};

describe('creating a payment', () => {
  it.each([
    ['DAILY', 86_400],
    ['WEEKLY', 604_800],
    ['BIWEEKLY', 1_209_600],
    ['MONTHLY', 2_592_000],
    ['YEARLY', 31_536_000],
  ] as const)('knows %s', async (interval, intervalSeconds) => {
    expect((await create({ interval })).payment).toMatchObject({ interval, intervalSeconds, periodsFunded: 12 });
  });

  it('funds fewer periods up to its end', async () => {
    const startDate = bed.node.tip.medianTimePast;
    const { payment } = await create({ startDate, endDate: startDate + 3 * DAY });
    expect(payment).toMatchObject({ periodsFunded: 4, totalAmount: 100_000_000n, endDate: startDate + 3 * DAY });
  });

  it('starts now by default, and pauses as it cancels', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { payment } = await create({ startDate: undefined, cancelable: false });
    expect(payment.startDate).toBeGreaterThanOrEqual(before);
    expect(payment).toMatchObject({ cancelable: false, pausable: false });
    expect((await create()).payment).toMatchObject({ cancelable: true, pausable: true });
  });

  it('takes the sender for the caller where there is none, and no other caller', async () => {
    const { payment } = await bed.payments.create(
      { sender: sender.tokenAddress, recipient: recipient.address, interval: 'DAILY', amountPerPeriod: 1 },
      undefined,
    );
    expect(payment.sender).toBe(sender.address);
    await expect(create({ sender: recipient.address })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each<[string, Partial<CreatePaymentInput>, string]>([
    ['a bad recipient', { recipient: 'nonsense' }, 'INVALID_ADDRESS'],
    ['less than dust', { amountPerPeriod: 0.00000545 }, 'INVALID_AMOUNT'],
    ['nothing', { amountPerPeriod: 0 }, 'INVALID_AMOUNT'],
    ['more than there is in all periods', { amountPerPeriod: 1_750_001 }, 'INVALID_AMOUNT'],
    ['tokens without a category', { tokenType: 'FUNGIBLE_TOKEN' }, 'INVALID_REQUEST'],
    ['half a token', { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: CATEGORY, amountPerPeriod: 0.5 }, 'INVALID_AMOUNT'],
    [
      'more tokens than there can be',
      { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: CATEGORY, amountPerPeriod: '768614336404564651' },
      'INVALID_AMOUNT',
    ],
    ['an end before the first period', { endDate: 1_000_000_000 }, 'INVALID_TIME'],
    ['a start in milliseconds', { startDate: 1_790_000_000_000 }, 'INVALID_TIME'],
    ['periods after the end of time', { startDate: 4_294_000_000, interval: 'YEARLY' }, 'INVALID_TIME'],
    ['a notice too short', { cancelNoticeBlocks: 5 }, 'INVALID_REQUEST'],
    ['a vault there is not', { vaultId: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, changes, code) => {
    await expect(create(changes)).rejects.toMatchObject({ code });
  });
});

describe('listing payments', () => {
  it('finds them by party and state, page by page', async () => {
    const [from, to] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const active = await bed.openPayment(from, to, 'BCH', 5_000_000n);
    const { payment: pending } = await create({ recipient: to.address }, from.address);
    const ids = async (query: Parameters<typeof bed.payments.list>[0]) =>
      (await bed.payments.list(query)).payments.map(({ id }) => id);
    expect(await ids({ limit: 2 })).toEqual([pending.id, active.id]);
    expect(await ids({ sender: from.address })).toEqual([pending.id, active.id]);
    expect(await ids({ recipient: to.tokenAddress, status: 'ACTIVE' })).toEqual([active.id]);
    expect(await bed.payments.list({ address: to.address, status: 'PAUSED' })).toEqual({
      payments: [],
      total: 0,
      nextCursor: null,
    });
    const first = await bed.payments.list({ limit: 1 });
    expect(await ids({ limit: 1, cursor: first.nextCursor ?? '' })).toEqual([active.id]);
    await expect(bed.streams.get(active.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(bed.payments.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  });
});

describe.each(ASSETS)('a payment of $asset', ({ asset, perPeriod }) => {
  const open = async (): Promise<[PaymentView, Wallet, Wallet]> => {
    const [from, to] = [bed.wallet(1_000_000_000n), bed.wallet()];
    return [await bed.openPayment(from, to, asset, perPeriod), from, to];
  };
  const confirmed = {
    pause: (id: string, hash: string) => bed.payments.confirmPause(id, hash),
    resume: (id: string, hash: string) => bed.payments.confirmResume(id, hash),
    cancel: (id: string, hash: string) => bed.payments.confirmCancel(id, hash),
  };
  const act = async (id: string, from: Wallet, what: keyof typeof confirmed): Promise<PaymentConfirmResult> => {
    const info = await (what === 'cancel'
      ? bed.payments.cancel(id, {}, from.address)
      : bed.payments[what](id, from.address));
    const { signedTransactionHash } = await from.signTransaction(info.wcTransaction);
    return confirmed[what](id, signedTransactionHash);
  };
  const claim = async (id: string, to: Wallet): Promise<PaymentConfirmResult> => {
    const due = await bed.payments.claim(id, { recipientAddress: to.address, caller: to.address });
    const { signedTransactionHash } = await to.signTransaction(due.wcTransaction);
    const amount = asset === 'BCH' ? Number(due.claimableAmount) / 1e8 : due.claimableAmount.toString();
    return bed.payments.confirmClaim(id, signedTransactionHash, { amount, intervals: due.intervalsClaimable });
  };
  const pass = (days: number): void => {
    bed.passDays(days);
    bed.node.advanceTime(600);
    bed.node.mine(12);
  };

  it('pays what is due, waits while paused, and loses nothing by it', async () => {
    const [{ id }, from, to] = await open();
    await expect(bed.payments.claim(id, { recipientAddress: to.address, caller: to.address })).rejects.toMatchObject({
      code: 'NOTHING_TO_CLAIM',
    });
    pass(2);
    expect((await claim(id, to)).payment).toMatchObject({ paymentCount: 2, totalPaid: 2n * perPeriod });
    pass(1);
    expect(await act(id, from, 'pause')).toMatchObject({
      status: 'PAUSED',
      payment: { paymentCount: 3, nextPaymentDate: null, pause: { settled: false } },
    });
    await expect(bed.payments.resume(id, from.address)).rejects.toMatchObject({ code: 'NOTICE_NOT_OVER' });
    bed.node.mine(NOTICE + 1);
    expect(await act(id, from, 'resume')).toMatchObject({ status: 'ACTIVE', payment: { pause: null } });
    pass(12);
    expect(await claim(id, to)).toMatchObject({
      status: 'COMPLETED',
      payment: { paymentCount: 12, totalPaid: 12n * perPeriod, nextPaymentDate: null },
    });
    const { paymentExecutions: executions, events } = await bed.payments.get(id);
    expect(executions.reduce((sum, { amount }) => sum + amount, 0n)).toBe(12n * perPeriod);
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['paused', 'settled', 'resumed']));
  });

  it('returns the unpaid periods to a sender who cancels', async () => {
    const [{ id }, from] = await open();
    pass(2);
    expect(await act(id, from, 'cancel')).toMatchObject({ payment: { paymentCount: 2, totalPaid: 2n * perPeriod } });
    await expect(bed.payments.refund(id)).rejects.toMatchObject({ code: 'NOTICE_NOT_OVER' });
    bed.node.mine(NOTICE + 1);
    const { amount, payment } = await bed.payments.refund(id);
    expect([payment.status, payment.refund?.status]).toEqual(['CANCELLED', 'sent']);
    // In BCH with what is left of the reserve for fees.
    const rest = amount - 10n * perPeriod;
    expect(rest >= 0n && rest < (asset === 'BCH' ? 50_000n : 1n)).toBe(true);
  });

  it('is stopped by its sender alone, in a state that it has', async () => {
    const [{ id }, from, to] = await open();
    for (const what of ['pause', 'resume'] as const)
      await expect(bed.payments[what](id, to.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(bed.payments.cancel(id, {}, to.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(bed.payments.resume(id, from.address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await expect(bed.payments.confirmPause(id, 'a'.repeat(64))).rejects.toMatchObject({ code: 'TX_NOT_FOUND' });
    await expect(bed.payments.push(id, true)).rejects.toMatchObject({ code: 'NOTHING_TO_PUSH' });
  });
});
