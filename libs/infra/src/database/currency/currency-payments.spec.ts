import { sql } from 'kysely';
import { newCurrencyPayment, stepCurrency } from '../../../test/currency.js';
import { useDatabase } from '../../../test/database.js';
import { createDoctorRepository } from '../doctor/doctor.repository.js';
import { createActivityRepository } from '../ledger/activity.repository.js';
import { createLedgerRepository, type LedgerEntry } from '../ledger/ledger.repository.js';
import { createSearchRepository } from '../search/search.repository.js';
import { createCurrencyPaymentsRepository } from './currency-payments.repository.js';

const database = useDatabase();
const payments = database.over(createCurrencyPaymentsRepository);

const DUE = 1_700_000_000;
const price = (satoshis: bigint) => ({ due: DUE, price: 45_000, satoshis });

/** A payment that fell short of money at its first period, was topped up, paid its debt and was closed. */
const live = async () => {
  const [payment] = await payments.insert([newCurrencyPayment()]);
  if (payment === undefined) throw new Error('Nothing was stored');
  const { id } = payment;
  const step = (given: Parameters<typeof stepCurrency>[1]) =>
    payments.withPayment(id, (scope) => stepCurrency(scope, given));
  const fund = await step({ kind: 'fund', satoshis: 1_000_000n });
  const pay = await step({
    kind: 'pay',
    satoshis: 20_000n,
    owed: 300_000n,
    toRecipient: 979_000n,
    price: price(1_279_000n),
  });
  const topUp = await step({ kind: 'top-up', satoshis: 520_000n, owed: 300_000n });
  const debt = await step({ kind: 'pay-debt', satoshis: 219_000n, toRecipient: 300_000n });
  const close = await step({ kind: 'close', toSender: 218_000n });
  return { payment, id, hashes: { fund, pay, topUp, debt, close } };
};

interface Published {
  readonly kind: string;
  readonly amount: bigint | null;
  readonly txHash: string | null;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly parties: readonly { readonly role: string; readonly hash: string }[];
}
const eventsOf = async (id: string): Promise<readonly Published[]> => {
  const { rows } = await sql<Published>`
    SELECT kind, amount, tx_hash, figures, parties FROM outbox WHERE product = 'currency' AND record_id = ${id} ORDER BY id`.execute(
    database.db,
  );
  return rows;
};

describe('the events of a payment in a currency', () => {
  it('say what each step moved, at which price, and the debt after it', async () => {
    const { id, payment, hashes } = await live();
    const events = await eventsOf(id);
    expect(events.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['created', 1_000_000n],
      ['funded', 1_000_000n],
      ['period_paid', 979_000n],
      ['underfunded', 300_000n],
      ['topped_up', 500_000n],
      ['debt_paid', 300_000n],
      ['closed', 218_000n],
    ]);
    const [created, funded, paid, underfunded, toppedUp, debtPaid, closed] = events;
    expect(created?.parties.map(({ role, hash }) => [role, hash])).toEqual([
      ['sender', payment.senderHash],
      ['recipient', payment.recipientHash],
    ]);
    expect(created?.figures).toEqual({
      status: 'PENDING',
      currency: 'USD',
      currencyAmount: '1500.00',
      withdrawnAmount: '0',
      periodsPaid: 0,
      balance: '0',
      owed: '0',
      nextDue: null,
    });
    expect(funded).toMatchObject({ txHash: hashes.fund, figures: { balance: '1000000', nextDue: 1_700_086_400 } });
    const fixed = { due: DUE, price: '450.00', priceTime: DUE + 20, priceNumber: 7, periodAmount: '1279000' };
    for (const event of [paid, underfunded])
      expect(event).toMatchObject({
        txHash: hashes.pay,
        figures: { ...fixed, owed: '300000', balance: '20000', withdrawnAmount: '979000', periodsPaid: 1 },
      });
    expect(toppedUp?.figures).toMatchObject({ owed: '300000', balance: '520000' });
    expect(toppedUp?.figures).not.toHaveProperty('price');
    expect(debtPaid?.figures).toMatchObject({ owed: '0', withdrawnAmount: '1279000' });
    expect(closed?.figures).toMatchObject({ status: 'COMPLETED', owed: '0', balance: '0', nextDue: null });
  });

  it('of a step that was rolled back have what it had moved, and leave no price', async () => {
    const { id, hashes } = await live();
    const steps = await payments.transitionsOf(id);
    const from = steps.find(({ kind }) => kind === 'top-up')?.sequence ?? 0;
    const cause = { reason: 'vanished', replacedBy: null, height: 9 } as const;
    await payments.withPayment(id, (scope) => scope.rollbackFrom(from, cause));
    const events = await eventsOf(id);
    expect(events.slice(-3).map(({ kind, amount, txHash }) => [kind, amount, txHash])).toEqual([
      ['reverted', 218_000n, hashes.close],
      ['reverted', 300_000n, hashes.debt],
      ['reverted', 500_000n, hashes.topUp],
    ]);
    expect((await payments.findById(id))?.state?.satoshis).toBe(20_000n);
    await payments.withPayment(id, (scope) => scope.rollbackFrom(from - 1, cause));
    expect((await payments.history(id))?.prices).toEqual([]);
  });

  it('say once a step is final, with its price', async () => {
    const { id, hashes } = await live();
    await payments.withPayment(id, (scope) => scope.finaliseUpTo(2));
    const final = (await eventsOf(id)).filter(({ kind }) => kind === 'final');
    expect(final.map(({ txHash, amount }) => [txHash, amount])).toEqual([
      [hashes.fund, 1_000_000n],
      [hashes.pay, 979_000n],
    ]);
    expect(final[1]?.figures).toMatchObject({ price: '450.00' });
  });
});

describe('the books of a payment in a currency', () => {
  const linesOf = async (party: string): Promise<readonly LedgerEntry[]> => {
    const lines: LedgerEntry[] = [];
    const query = { parties: [party], viewerHashes: [], from: 0, to: 4_294_967_295 };
    for await (const some of createLedgerRepository(database.db).lines(query)) lines.push(...some);
    return lines;
  };
  const briefly = (lines: readonly Omit<LedgerEntry, 'leg' | 'txHash'>[]) =>
    lines
      .map(({ kind, direction, amount, price: paidAt }) => `${kind} ${direction} ${amount} ${paidAt ?? ''}`.trim())
      .sort();

  it('have each payment of both parties once, periods with their price', async () => {
    const { payment } = await live();
    const [sender, recipient] = [await linesOf(payment.senderHash), await linesOf(payment.recipientHash)];
    expect(briefly(sender)).toEqual([
      'deposit contract 500000',
      'funding out 1000000',
      'push contract 300000',
      'push contract 979000 450.00',
      'refund in 218000',
    ]);
    expect(briefly(recipient)).toEqual(['push in 300000', 'push in 979000 450.00']);
    expect(recipient.find((line) => line.price !== null)).toMatchObject({
      product: 'currency',
      recordId: payment.id,
      displayId: payment.paymentId,
      counterparty: payment.sender,
      address: payment.recipient,
      recipientName: 'Ada',
      payday: DUE,
      periods: 1,
      currency: 'USD',
      currencyAmount: '1500.00',
      priceTime: DUE + 20,
      priceNumber: 7,
      periodAmount: 1_279_000n,
    });
    for (const [party, lines] of [
      [payment.senderHash, sender],
      [payment.recipientHash, recipient],
    ] as const) {
      const page = await createActivityRepository(database.db).page({ parties: [party], viewerHashes: [], limit: 50 });
      expect(briefly(page.entries)).toEqual(briefly(lines));
    }
  });
});

it('a payment in a currency is found by all that is known of it', async () => {
  const { id, payment, hashes } = await live();
  const search = createSearchRepository(database.db);
  const found = async (question: Parameters<typeof search.find>[0]) =>
    (await search.find(question, [], 5)).map((record) => [record.kind, record.id, record.displayId, record.title]);
  const expected = [['currency', id, payment.paymentId, 'Ada']];
  const { lockingBytecode, scriptHash } = payment;
  for (const question of [
    { by: 'id', id },
    { by: 'ids', ids: [id] },
    { by: 'displayId', displayId: payment.paymentId },
    { by: 'contract', lockingBytecode, scriptHash },
    { by: 'transaction', txid: hashes.pay },
    { by: 'outpoint', txid: hashes.topUp, vout: 0 },
  ] as const)
    expect(await found(question)).toEqual(expected);
  expect(await found({ by: 'outpoint', txid: hashes.topUp, vout: 1 })).toEqual([]);
});

it('a hash that opened several payments is reserved until the last of them is gone or rolled back', async () => {
  const doctor = createDoctorRepository(database.db);
  const [first, second, third] = await payments.insert([
    newCurrencyPayment(),
    newCurrencyPayment(),
    newCurrencyPayment(),
  ]);
  if (first === undefined || second === undefined || third === undefined) throw new Error('Nothing was stored');
  const txHash = await payments.withPayment(first.id, (scope) =>
    stepCurrency(scope, { kind: 'fund', satoshis: 1_000_000n }),
  );
  for (const { id } of [second, third])
    await payments.withPayment(id, (scope) => stepCurrency(scope, { kind: 'fund', satoshis: 1_000_000n }, txHash));
  await payments.withPayment(third.id, (scope) => scope.useTransactionHash(txHash));
  const reserved = async (): Promise<number> =>
    (await sql`SELECT FROM transaction_uses WHERE tx_hash = ${txHash}`.execute(database.db)).rows.length;
  const orphaned = async () => (await doctor.dataFaults()).filter(({ fault }) => fault === 'orphaned-hash');
  const undo = async (id: string) => {
    const [funding] = await payments.transitionsOf(id);
    const cause = { reason: 'vanished', replacedBy: null, height: 9 } as const;
    await payments.withPayment(id, (scope) => scope.rollbackFrom(funding?.sequence ?? 0, cause));
  };

  // What one of them loses, the others may still have.
  await undo(first.id);
  expect(await reserved()).toBe(1);
  await sql`DELETE FROM currency_payments WHERE id = ${first.id}`.execute(database.db);
  expect(await orphaned()).toEqual([]);
  await sql`DELETE FROM currency_payments WHERE id = ${second.id}`.execute(database.db);
  expect(await orphaned()).toEqual([]);
  await sql`DELETE FROM currency_payments WHERE id = ${third.id}`.execute(database.db);
  expect((await orphaned()).map(({ id }) => id)).toEqual([first.id]);
  for (const fault of ['orphaned-hash', 'orphaned-step', 'orphaned-lost-funding']) await doctor.repairData(fault);
  expect(await reserved()).toBe(0);
});

it('the doctor leaves the steps of payments in a currency alone, and finds those of payments that are gone', async () => {
  const doctor = createDoctorRepository(database.db);
  await live();
  // Nobody publishes here.
  const faults = async () => (await doctor.dataFaults()).filter(({ fault }) => fault !== 'dead-outbox');
  expect(await faults()).toEqual([]);
  const { id } = await live();
  await sql`DELETE FROM currency_payments WHERE id = ${id}`.execute(database.db);
  expect(new Set((await faults()).map(({ fault }) => fault))).toEqual(new Set(['orphaned-step']));
  await doctor.repairData('orphaned-step');
  expect(await faults()).toEqual([]);
  await sql`SELECT setval('currency_payment_number', 1, false)`.execute(database.db);
  expect((await faults()).map(({ fault }) => fault)).toEqual(['duplicate-display-id']);
  await doctor.repairData('duplicate-display-id');
  expect(await faults()).toEqual([]);
});
