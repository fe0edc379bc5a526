import { type RawBuilder, sql } from 'kysely';
import { passTime } from '@weir/devnet';
import { checkCurrency } from '../src/doctor/check-currency.js';
import type { Finding } from '../src/doctor/doctor.types.js';
import { readOracle, useCurrency } from './support/currency-bed.js';
import { DAY, startTestbed, useBed } from './support/testbed.js';
import { toSign } from './support/to-sign.js';

const bed = useBed(startTestbed);

const dollars = useCurrency(bed, 'currency-doctor.spec', () => 45_000n);

/** A payment that was paid twice and topped up. */
const openPaid = async () => {
  const [sender, recipient, payer] = [bed.wallet(9_000_000_000n), bed.wallet(), bed.wallet(2_000_000_000n)];
  await readOracle(bed, dollars);
  const terms = { recipient: recipient.address, currency: 'USD', amountPerPeriod: 1500, interval: 'DAILY' } as const;
  const startDate = bed.node.tip.medianTimePast + DAY;
  const { payment } = await dollars.currency.create({ ...terms, startDate, openingAmount: 20 }, sender.address);
  const { signedTransactionHash } = await sender.signTransaction(
    toSign(await dollars.currency.fundingInfo(payment.id)),
  );
  await dollars.currency.confirmFunding(payment.id, signedTransactionHash);
  passTime(bed.node, 2 * DAY);
  bed.node.mine(12);
  expect((await dollars.currency.push(payment.id)).sent.map(({ kind }) => kind)).toEqual(['pay', 'pay']);
  const topUp = await dollars.currency.topUp(payment.id, { amount: 5, payer: payer.address });
  const { signedTransactionHash: added } = await payer.signTransaction(topUp.wcTransaction);
  await dollars.currency.confirm(payment.id, added);
  bed.node.mine();
  return { id: payment.id, payer };
};

/** Compares all payments with the chain. */
const examine = async (fix: boolean): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  await checkCurrency(dollars.context, {
    fix,
    settle: () => Promise.resolve(),
    onFinding: (finding) => void findings.push(finding),
    onExamined: () => undefined,
  });
  return findings;
};
const briefly = (findings: readonly Finding[]) => findings.map(({ fault, outcome }) => [fault, outcome]);

/** What is stored of a payment, without times of the database, and without blocks, which a repair adds. */
const stored = async (id: string) => {
  const history = await dollars.context.currencyPayments.history(id);
  if (history === undefined) throw new Error('The payment is stored');
  const { updatedAt: _updated, ...payment } = history.payment;
  return {
    payment,
    prices: history.prices,
    transitions: history.transitions.map(({ createdAt: _at, ...step }) => ({
      ...step,
      block: null,
      blockHash: null,
      blockHeight: null,
    })),
    events: history.events.map(({ kind, txHash, amount }) => [kind, txHash, amount]),
  };
};

const steps = (id: string) => sql`resource_type = 'currency_payment' AND resource_id = ${id}`;

describe('the doctor', () => {
  it('finds nothing in payments in a currency that are as the chain has them', async () => {
    const { id } = await openPaid();
    const before = await stored(id);
    expect(await examine(true)).toEqual([]);
    expect(await stored(id)).toEqual(before);
  });

  it.each<[string, (id: string) => RawBuilder<unknown>]>([
    [
      'wrong-currency-step',
      (id) => sql`UPDATE transitions SET paid_to_recipient = paid_to_recipient + 1 WHERE ${steps(id)} AND sequence = 2`,
    ],
    ['wrong-currency-step', (id) => sql`DELETE FROM transitions WHERE ${steps(id)} AND sequence = 3`],
    ['wrong-currency-price', (id) => sql`UPDATE currency_prices SET price = price + 1 WHERE payment_id = ${id}`],
    ['wrong-currency-price', (id) => sql`DELETE FROM currency_prices WHERE payment_id = ${id}`],
    ['wrong-currency-state', (id) => sql`UPDATE currency_payments SET total_paid = total_paid + 1 WHERE id = ${id}`],
    ['wrong-currency-state', (id) => sql`UPDATE currency_payments SET state_satoshis = 1 WHERE id = ${id}`],
    ['wrong-currency-state', (id) => sql`UPDATE currency_payments SET status = 'PAUSED' WHERE id = ${id}`],
  ])('finds %s, changes nothing without fix, and repairs it with fix', async (fault, inject) => {
    const { id } = await openPaid();
    const before = await stored(id);
    await inject(id).execute(bed.db);
    const wrong = await stored(id);
    expect(briefly(await examine(false))).toEqual([[fault, 'found']]);
    expect(await stored(id)).toEqual(wrong);
    expect(briefly(await examine(true))).toEqual([[fault, 'repaired']]);
    expect(await examine(false)).toEqual([]);
    expect(await stored(id)).toEqual(before);
  });

  it('brings a payment up to the chain that is behind it', async () => {
    const { id, payer } = await openPaid();
    const topUp = await dollars.currency.topUp(id, { amount: 4, payer: payer.address });
    await payer.signTransaction(topUp.wcTransaction);
    expect(briefly(await examine(false))).toEqual([['currency-behind', 'found']]);
    expect(briefly(await examine(true))).toEqual([['currency-behind', 'repaired']]);
    expect((await stored(id)).events.at(-1)).toEqual(['recorded', expect.any(String), 400_000_000n]);
    expect(await examine(false)).toEqual([]);
  });

  it('takes back a step that the chain does not have', async () => {
    const { id } = await openPaid();
    const before = await stored(id);
    const txid = 'cf'.repeat(32);
    await sql`
      INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
        state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before)
      SELECT 'currency_payment', id, 9, 'pay', ${txid}, state_txid, state_vout, state_vout, state_commitment, state_satoshis,
        1000, 0, 0, 'chain', to_jsonb(currency_payments) FROM currency_payments WHERE id = ${id}`.execute(bed.db);
    await sql`UPDATE currency_payments SET state_txid = ${txid} WHERE id = ${id}`.execute(bed.db);
    expect(briefly(await examine(false))).toEqual([['currency-ahead', 'found']]);
    expect(briefly(await examine(true))).toEqual([['currency-ahead', 'repaired']]);
    const { events: _events, ...after } = await stored(id);
    const { events: _earlier, ...expected } = before;
    expect(after).toEqual(expected);
  });
});
