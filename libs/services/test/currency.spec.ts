import { buildCurrencyPayment, lockingBytecodeOf, parseParty } from '@weir/covenants';
import { passTime } from '@weir/devnet';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { coinOf, contractOf, recipientOf } from '../src/currency/stored-currency.js';
import { createCurrencyWatcher, type CurrencyWatcher } from '../src/index.js';
import { readOracle, useCurrency } from './support/currency-bed.js';
import { DAY, startTestbed, useBed } from './support/testbed.js';
import { toSign } from './support/to-sign.js';

const NOTICE = 6;
const bed = useBed(startTestbed);
/** Cents of one BCH at a time; undefined where the oracle is silent. */
let priceAt: (time: bigint) => bigint | undefined = () => 45_000n;

const dollars = useCurrency(bed, 'currency.spec', (time) => priceAt(time));
beforeEach(() => {
  priceAt = () => 45_000n;
});

const watchers: CurrencyWatcher[] = [];
const warnings: object[] = [];
afterEach(async () => {
  await Promise.all(watchers.splice(0).map((watcher) => watcher.stop()));
  expect(warnings.splice(0)).toEqual([]);
});
const watch = (): void => {
  const log = { info: () => undefined, warn: (details: object) => void warnings.push(details) };
  watchers.push(
    createCurrencyWatcher({
      context: dollars.context,
      databaseUrl: bed.database.url,
      log,
      intervalMs: 100,
      pollMs: 20,
      retryMs: 40,
    }),
  );
};

/** Lets days pass, so that the median time is past them. */
const passDays = (days: number): void => {
  passTime(bed.node, days * DAY);
  bed.node.mine(12);
};

const open = async (changes: object = {}) => {
  const [sender, recipient] = [bed.wallet(9_000_000_000n), bed.wallet()];
  await readOracle(bed, dollars);
  const terms = { recipient: recipient.address, currency: 'USD', amountPerPeriod: 1500, interval: 'DAILY' } as const;
  const startDate = bed.node.tip.medianTimePast + DAY;
  const { payment } = await dollars.currency.create(
    { ...terms, startDate, openingAmount: 20, ...changes },
    sender.address,
  );
  const { signedTransactionHash } = await sender.signTransaction(
    toSign(await dollars.currency.fundingInfo(payment.id)),
  );
  const confirmed = await dollars.currency.confirmFunding(payment.id, signedTransactionHash);
  expect(confirmed).toMatchObject({ status: 'ACTIVE', payment: { status: 'ACTIVE', totalPaid: 0n } });
  const before = await bed.balance(recipient);
  return { id: payment.id, sender, recipient, received: async () => (await bed.balance(recipient)) - before };
};

const read = async (id: string) => (await dollars.currency.get(id)).payment;
type View = Awaited<ReturnType<typeof read>>;
const untilRead = (id: string, what: string, is: (payment: View) => boolean): Promise<View> =>
  until(what, async () => {
    const payment = await read(id);
    return is(payment) ? payment : undefined;
  });
const act = async (id: string, sender: Wallet, what: 'pause' | 'resume' | 'cancel') => {
  const { wcTransaction } = await dollars.currency[what](id, sender.address, {});
  return dollars.currency.confirm(id, (await sender.signTransaction(wcTransaction)).signedTransactionHash);
};
const satoshisAt = (price: bigint): bigint => (150_000n * 100_000_000n) / price;
/** Sends BCH as any wallet does that knows nothing but an address. */
const sendTo = (address: string, satoshis: bigint): void => {
  const parsed = parseParty(address, 'devnet');
  if (!parsed.ok) throw new Error(address);
  bed.node.fund(Buffer.from(parsed.party).toString('hex'), satoshis);
  bed.node.mine();
};

describe('payments in a currency', () => {
  it('are created with bounds, a smallest top-up and money for twelve periods', async () => {
    await readOracle(bed, dollars);
    const [sender, recipient] = [bed.wallet(), bed.wallet()];
    const terms = {
      recipient: recipient.address,
      currency: 'USD',
      amountPerPeriod: '1500.00',
      interval: 'MONTHLY',
    } as const;
    const { payment, warnings: known } = await dollars.currency.preview(terms, sender.address);
    expect(payment).toMatchObject({
      status: 'PENDING',
      oracle: { publicKey: dollars.oracle.publicKey, currency: 'USD', decimals: 2 },
      amountPerPeriod: 1500,
      amountPerPeriodBase: '150000',
      priceBounds: { lowest: 112.5, highest: 1800, areOld: false },
      leastPerPeriod: satoshisAt(180_000n),
      mostPerPeriod: satoshisAt(11_250n),
      latestPrice: { price: 450, amountPerPeriod: satoshisAt(45_000n) },
      periods: null,
      coveredPeriods: { atPrice: 15, atHalf: 7 },
      leastTopUp: satoshisAt(45_000n) / 50n,
      topUpAddress: null,
    });
    expect(known.map(({ code }) => code)).toEqual(['ONE_ORACLE']);
  });

  it.each([
    ['another currency', { currency: 'XAU' }, 'INVALID_REQUEST'],
    ['an unknown oracle', { oracle: `02${'11'.repeat(32)}` }, 'INVALID_REQUEST'],
    ['a fraction of a cent', { amountPerPeriod: '1.005' }, 'INVALID_AMOUNT'],
    ['an amount of two meanings', { amountPerPeriod: '1,500' }, 'INVALID_AMOUNT'],
    ['nothing', { amountPerPeriod: 0 }, 'INVALID_AMOUNT'],
    ['dust at the highest price', { amountPerPeriod: 0.01 }, 'INVALID_REQUEST'],
    ['bounds that are exchanged', { priceBounds: { lowest: 500, highest: 400 } }, 'INVALID_REQUEST'],
    ['an end before the start', { startDate: 2_000_000_000, endDate: 1_900_000_000 }, 'INVALID_TIME'],
    ['an end and periods', { endDate: 4_000_000_000, periods: 3 }, 'INVALID_REQUEST'],
    ['too short a notice', { cancelNoticeBlocks: 5 }, 'INVALID_REQUEST'],
  ])('are refused with %s', async (_, change, code) => {
    await readOracle(bed, dollars);
    const [sender, recipient] = [bed.wallet(), bed.wallet()];
    const terms = { recipient: recipient.address, currency: 'USD', amountPerPeriod: 1500, interval: 'DAILY' } as const;
    await expect(dollars.currency.create({ ...terms, ...change }, sender.address)).rejects.toMatchObject({ code });
  });

  it('are paid at the price of each date, topped up by anybody, and pay their debts', async () => {
    const { id, received } = await open({ openingAmount: 5 });
    priceAt = () => 50_000n;
    watch();
    passDays(2);
    const first = satoshisAt(50_000n);
    const dry = await untilRead(id, 'two periods', ({ paymentCount }) => paymentCount === 2);
    const second = dry.totalPaid - first;
    // Fees come out of what is there before the reserve.
    expect(second > 199_998_000n && second < 200_000_000n).toBe(true);
    expect(dry).toMatchObject({ owed: first - second, coveredPeriods: { atPrice: 0 } });
    expect(await received()).toBe(first + second);

    sendTo(dry.topUpAddress ?? '', 1_500_000_000n);
    const paid = await untilRead(id, 'the debt to be paid', ({ owed }) => owed === 0n);
    expect(paid.totalPaid).toBe(2n * first);
    const { executions, events } = await dollars.currency.get(id);
    expect(executions.map(({ kind, amount, owed }) => [kind, amount, owed])).toEqual([
      ['PERIOD', first, 0n],
      ['PERIOD', second, first - second],
      ['DEBT', first - second, 0n],
    ]);
    expect(executions[0]?.price).toMatchObject({ price: 500, amount: first, due: paid.startDate });
    expect(events.map(({ event }) => event)).toEqual(['funded', 'paid', 'paid', 'topped_up', 'debt_paid']);
  });

  it('pay what falls due during the notice of a cancel, then return the rest', async () => {
    const { id, sender, received } = await open();
    watch();
    const cancelled = await act(id, sender, 'cancel');
    expect(cancelled).toMatchObject({
      status: 'CANCELLED',
      payment: { refund: { status: 'pending' }, topUpAddress: null },
    });
    bed.node.mine(2);
    passTime(bed.node, DAY);
    // Fewer blocks than the notice may bring a day: what fell due within it is paid all the same.
    bed.node.mine(NOTICE + 12);
    const over = await untilRead(id, 'the refund', ({ refund }) => refund?.status === 'sent');
    expect(over.status).toBe('CANCELLED');
    const { events } = await dollars.currency.get(id);
    expect(events.at(-1)?.event).toBe('refunded');
    expect(await received()).toBe(over.totalPaid);
  });

  it('pause after the running period, and resume an interval later', async () => {
    const { id, sender, received } = await open();
    watch();
    expect(await act(id, sender, 'pause')).toMatchObject({ status: 'PAUSED', payment: { settled: false } });
    await expect(dollars.currency.resume(id, sender.address, {})).rejects.toMatchObject({ code: 'WRONG_STATE' });
    bed.node.mine(NOTICE + 1);
    await untilRead(id, 'the settling', ({ settled }) => settled === true);
    passDays(3);
    const paused = await untilRead(id, 'the running period', ({ paymentCount }) => paymentCount === 1);
    expect(paused).toMatchObject({ status: 'PAUSED', nextPaymentDate: null, isDue: false });
    expect(await act(id, sender, 'resume')).toMatchObject({ status: 'ACTIVE' });
    passDays(1);
    await untilRead(id, 'the next period', ({ paymentCount }) => paymentCount === 2);
    expect(await received()).toBe(2n * satoshisAt(45_000n));
  });

  it('end after their last period, and return the rest to the sender', async () => {
    const { id, sender } = await open({ periods: 2 });
    const before = await bed.balance(sender);
    watch();
    passDays(3);
    const over = await untilRead(id, 'the close', ({ balance, status }) => status === 'COMPLETED' && balance === 0n);
    expect(over).toMatchObject({
      totalPaid: 2n * satoshisAt(45_000n),
      paymentCount: 2,
      periods: 2,
      topUpAddress: null,
    });
    expect((await bed.balance(sender)) > before).toBe(true);
  });

  it('are paid on time while the top-up address holds coins of a coinbase, which nodes let nobody spend yet', async () => {
    const { id, received } = await open();
    const { topUpAddress } = await read(id);
    const till = parseParty(topUpAddress ?? '', 'devnet');
    if (!till.ok) throw new Error('A payment that is funded has a top-up address');
    bed.node.mine(2, { to: Buffer.from(till.party).toString('hex') });
    passDays(1);
    sendTo(topUpAddress ?? '', 900_000_000n);
    expect((await dollars.currency.push(id)).sent).toMatchObject([{ kind: 'topUp' }, { kind: 'pay' }]);
    expect(await received()).toBe(satoshisAt(45_000n));
    bed.node.mine(100);
    const later = await dollars.currency.push(id);
    expect(later.sent.map(({ kind }) => kind)).toEqual(['topUp', 'topUp']);
  });

  it('wait while the oracle is silent, and go on by its first price a day later', async () => {
    const { id } = await open();
    const due = BigInt((await read(id)).startDate);
    priceAt = (time) => (time > due - 7_200n && time < due + 43_200n ? undefined : 60_000n);
    passDays(1.25);
    expect((await dollars.currency.push(id)).sent).toEqual([]);
    passDays(1.25);
    await until('the price of the next day', async () => {
      const { sent } = await dollars.currency.push(id);
      return sent.length > 0 ? sent : undefined;
    });
    const [execution] = (await dollars.currency.get(id)).executions;
    expect(execution?.price).toMatchObject({ due: Number(due), price: 600 });
    expect((execution?.price?.time ?? 0) >= Number(due) + DAY).toBe(true);
  });

  it('lose nothing where the chain takes a payment back, and pay it again', async () => {
    const { id, received } = await open();
    watch();
    passDays(1);
    await untilRead(id, 'the period', ({ paymentCount }) => paymentCount === 1);
    bed.node.mine();
    await until('the step to be mined', async () => {
      const { events } = await dollars.currency.get(id);
      return events.at(-1)?.finality === 'mined' ? events : undefined;
    });
    bed.node.reorganise(1, { blocks: 2, keep: 'drop', transactions: 'none' });
    const events = await until('the payment to be made again', async () => {
      const { events: seen } = await dollars.currency.get(id);
      const kinds = seen.map(({ event }) => event);
      return kinds.includes('rolled_back') && (await read(id)).paymentCount === 1 ? seen : undefined;
    });
    expect(events.filter(({ event }) => event === 'rolled_back')).toHaveLength(1);
    expect(await received()).toBe(satoshisAt(45_000n));
  });

  it('are paid once by several watchers and a recipient at once', async () => {
    const { id, received } = await open();
    passDays(1);
    const pushes = await Promise.allSettled([1, 2, 3].map(() => dollars.currency.push(id)));
    expect(pushes.some(({ status }) => status === 'fulfilled')).toBe(true);
    watch();
    const paid = await untilRead(id, 'the period', ({ paymentCount }) => paymentCount === 1);
    expect(paid.totalPaid).toBe(satoshisAt(45_000n));
    expect(await received()).toBe(satoshisAt(45_000n));
  });

  it('are topped up by a wallet that signs, not by less than the smallest top-up', async () => {
    const { id } = await open();
    const stranger = bed.wallet(1_000_000_000n);
    const payer = stranger.address;
    await expect(dollars.currency.topUp(id, { amount: 0.01, payer })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' });
    const { wcTransaction } = await dollars.currency.topUp(id, { amount: 2, payer });
    const before = (await read(id)).balance;
    const { payment } = await dollars.currency.confirm(
      id,
      (await stranger.signTransaction(wcTransaction)).signedTransactionHash,
    );
    expect(payment.balance).toBe(before + 200_000_000n);
  });

  it.each([
    ['with numbers that no reader expects', [0, 0, 0, 0], 16, 'SCHNORR'],
    ['with a message before that has no price', [255, 255, 255, 255], 12, 'SCHNORR'],
    ['by another kind of signature', [7, 0, 0, 0], 16, 'ECDSA'],
  ] as const)('are followed where an oracle signs %s, which scripts take', async (_, number, length, scheme) => {
    const { id, sender } = await open();
    const due = BigInt((await read(id)).startDate);
    passDays(1);
    const stored = await dollars.context.currencyPayments.findById(id);
    if (stored?.state == null) throw new Error('A funded payment has a state');
    const contract = contractOf(stored, 'devnet');
    const [first, before] = [60n, 0n].map((seconds) => {
      const bytes = Buffer.from(dollars.oracle.messageAt(due - 1n + seconds)?.message ?? '', 'hex');
      bytes.set(number, 4);
      return Uint8Array.from(bytes);
    });
    if (first === undefined || before === undefined) throw new Error('The oracle signs each minute');
    const pair = {
      message: dollars.oracle.sign(first, scheme),
      previous: dollars.oracle.sign(before.slice(0, length), scheme),
    };
    const [coin, recipient] = [coinOf(contract, stored.state), recipientOf(stored)];
    const built = buildCurrencyPayment({ contract, coin, recipient, pair, time: due });
    bed.node.submit(built?.hex ?? '');
    await until('the step to be followed', async () => {
      await dollars.currency.push(id);
      return (await read(id)).paymentCount === 1;
    });
    const [execution] = (await dollars.currency.get(id)).executions;
    expect(execution?.price).toMatchObject({
      due: Number(due),
      price: 450,
      amount: satoshisAt(45_000n),
      previousMessage: Buffer.from(pair.previous.bytes).toString('hex'),
    });
    // The sender can still end it.
    expect((await act(id, sender, 'cancel')).status).toBe('CANCELLED');
  });

  it('take no other transaction as a step', async () => {
    const { id } = await open();
    const stranger = bed.wallet(1_000_000n);
    const txHash = bed.node.fund(Buffer.from(lockingBytecodeOf(stranger.publicKeyHash)).toString('hex'), 1_000n);
    expect(typeof txHash).toBeDefined();
    const coins = await dollars.context.chain.unspent(lockingBytecodeOf(stranger.publicKeyHash));
    await expect(dollars.currency.confirm(id, coins[0]?.txid ?? '')).rejects.toMatchObject({ code: 'TX_MISMATCH' });
  });
});
