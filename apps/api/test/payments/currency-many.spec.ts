import type {
  CreateCurrencyPaymentResponse,
  CurrencyFundingResponse,
  CurrencyMoveResponse,
  CurrencyPaymentResource,
  ListCurrencyPaymentsResponse,
  PortfolioResponse,
} from '@weir/api-contract';
import { DAY } from '@weir/lives';
import { until } from '@weir/testing';
import { refusal, succeeded } from '../support/client.js';
import {
  createActiveCurrency,
  currencyOf,
  fundCurrency,
  moveCurrency,
  PRICE,
  readCurrency,
  useCurrencyFixture,
} from '../support/currency-scenario.js';

const COIN = 100_000_000n;
const NIL = '00000000-0000-4000-8000-000000000000';

const fixture = useCurrencyFixture({ WATCHER: 'protect' });

const satoshisOf = (dollars: bigint): bigint => (dollars * 100n * COIN) / PRICE;

/** Creates payments of 1,500, 75 and 300 USD a day, which one funding opens. */
const createThree = async (changes: object = {}) => {
  const sender = fixture.wallet(9_000_000_000n);
  const recipients = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
  const [first, second, third] = recipients;
  const body = currencyOf(fixture, first, {
    others: [
      { recipient: second.address, recipientName: 'Bea', amountPerPeriod: 75, openingAmount: 1 },
      { recipient: third.address, amountPerPeriod: '300.00' },
    ],
    ...changes,
  });
  const created = await until('a price of the oracle', async () => {
    const answer = await fixture.client
      .as(sender.address)
      .post<CreateCurrencyPaymentResponse>('/api/currency-payments/create', body);
    return answer.status === 503 ? undefined : answer.body;
  });
  const { payment, others } = created;
  const all = [payment, ...others];
  const paths = all.map(({ id }) => `/api/currency-payments/${id}`);
  return { sender, recipients, body, all, paths };
};

const paymentsAt = async (paths: readonly string[]): Promise<readonly CurrencyPaymentResource[]> =>
  Promise.all(paths.map(async (path) => (await readCurrency(fixture, path)).payment));

describe('payments in a currency that one funding opens', () => {
  it('share their terms and contract, and are opened by one signature; each is paid and cancelled by itself', async () => {
    const { sender, all, paths } = await createThree();
    const [first] = all;
    expect(all.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(new Set(all.map(({ contract_address: address }) => address)).size).toBe(1);
    expect(new Set(all.map(({ opened_with: id }) => id))).toEqual(new Set([first?.id]));
    expect(all.map(({ amount_per_period: amount }) => amount)).toEqual([1500, 75, 300]);
    // The smallest top-up is a 50th of the smallest period.
    expect(new Set(all.map(({ least_top_up_base: least }) => least))).toEqual(new Set([`${satoshisOf(75n) / 50n}`]));
    const [one = '', two = '', three = ''] = paths;
    const listed = await succeeded(
      fixture.client.get<ListCurrencyPaymentsResponse>(`/api/currency-payments?openedWith=${first?.id ?? ''}`),
    );
    expect(listed.total).toBe(3);

    const info = await succeeded(fixture.client.get<CurrencyFundingResponse>(`${two}/funding-info`));
    if (!info.success) throw new Error('A funded test wallet needs no preparation');
    expect(info.fundingInfo).toMatchObject({ payments: 3 });
    expect(BigInt(info.fundingInfo.amountBase)).toBe(
      all.reduce((sum, { opening_amount_base: opening }) => sum + BigInt(opening), 0n),
    );
    const { signedTransactionHash: txHash } = await sender.signTransaction(info.wcTransaction);
    const confirmed = await succeeded(
      fixture.client.post<{ readonly payment: CurrencyPaymentResource }>(`${three}/confirm-funding`, { txHash }),
    );
    expect(confirmed.payment).toMatchObject({ status: 'ACTIVE', index: 3 });
    for (const payment of await paymentsAt(paths))
      expect(payment).toMatchObject({ status: 'ACTIVE', funding_tx_hash: txHash });
    // Each confirms with the same hash, and none is funded again.
    for (const path of paths) {
      expect(await fixture.client.post(`${path}/confirm-funding`, { txHash })).toMatchObject({ status: 200 });
      expect(await fixture.client.get(`${path}/funding-info`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    }

    await fixture.advance(DAY + 60);
    const paid = await until('a period of each', async () => {
      const found = await paymentsAt(paths);
      return found.every(({ payment_count: count }) => count === 1) ? found : undefined;
    });
    expect(paid.map(({ total_paid_base: total }) => total)).toEqual(
      [1500n, 75n, 300n].map((dollars) => satoshisOf(dollars).toString()),
    );
    expect(new Set(paid.map(({ topUpAddress: address }) => address)).size).toBe(3);
    await moveCurrency(fixture, { path: two, sender }, 'cancel');
    expect((await paymentsAt([one, two, three])).map(({ status }) => status)).toEqual([
      'ACTIVE',
      'CANCELLED',
      'ACTIVE',
    ]);
  });

  it('are paused, resumed and cancelled together by one signature of their sender', async () => {
    const { sender, all, paths } = await createThree();
    const [path = '', two = ''] = paths;
    const [, second = '', third = ''] = all.map(({ id }) => id);
    await fundCurrency(fixture, { path, sender });
    const foreign = await createActiveCurrency(fixture);
    const statuses = async () => (await paymentsAt(paths)).map(({ status }) => status);
    const asked = (what: string, others: readonly string[]) =>
      fixture.client.as(sender.address).post<CurrencyMoveResponse>(`${path}/${what}`, { others });

    expect(await asked('pause', [second, foreign.id])).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await asked('pause', [NIL])).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await succeeded(asked('pause', [second, third, second]))).toMatchObject({
      payments: 3,
      refundAmountBase: all.reduce((sum, { opening_amount_base: held }) => sum + BigInt(held), 0n).toString(),
    });
    // The confirmation of one records what the transaction did to all.
    const { txHash } = await moveCurrency(fixture, { path, sender }, 'pause', [second, third]);
    expect(await statuses()).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
    for (const each of paths)
      expect(await fixture.client.post(`${each}/confirm`, { txHash })).toMatchObject({ status: 200 });
    await fixture.mine(7);
    for (const each of paths) await succeeded(fixture.client.post(`${each}/push`));
    await moveCurrency(fixture, { path, sender }, 'resume', [third]);
    expect(await statuses()).toEqual(['ACTIVE', 'PAUSED', 'ACTIVE']);
    // One that cannot be moved stops all of them, and is named.
    expect(await asked('resume', [second])).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await asked('pause', [third, second])).toMatchObject({
      ...refusal(409, 'WRONG_STATE'),
      body: { details: { id: second } },
    });
    await moveCurrency(fixture, { path: two, sender }, 'cancel', [all[0]?.id ?? '', third]);
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });

  it('are funded by a transaction that opens all of them, or by none', async () => {
    const [{ paths, sender }, other] = [await createThree(), await createThree()];
    const info = await succeeded(fixture.client.get<CurrencyFundingResponse>(`${other.paths[0] ?? ''}/funding-info`));
    if (!info.success) throw new Error('A funded test wallet needs no preparation');
    const { signedTransactionHash: txHash } = await other.sender.signTransaction(info.wcTransaction);
    for (const path of paths)
      expect(await fixture.client.post(`${path}/confirm-funding`, { txHash })).toMatchObject(
        refusal(422, 'TX_MISMATCH'),
      );
    expect(sender.address).not.toBe(other.sender.address);
    expect((await paymentsAt(paths)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    // It is on the chain though nobody reported it: no second one is handed out.
    await fixture.mine();
    for (const path of other.paths)
      expect(await fixture.client.get(`${path}/funding-info`)).toMatchObject({
        ...refusal(409, 'WRONG_STATE'),
        body: { details: { fundingTxHash: txHash } },
      });
  });

  it('wait for one funding, and are discarded together', async () => {
    const { sender, all, paths } = await createThree();
    const [first, second] = all;
    const toFund = async () =>
      (await succeeded(fixture.client.get<PortfolioResponse>(`/api/portfolio?addresses=${sender.address}`))).needs.fund;
    expect(await toFund()).toMatchObject([
      {
        kind: 'currency',
        id: first?.id,
        payments: 3,
        amount_base: all.reduce((sum, { opening_amount_base: held }) => sum + BigInt(held), 0n).toString(),
      },
    ]);
    const discard = { kind: 'currency', id: second?.id };
    await succeeded(fixture.client.as(sender.address).post('/api/portfolio/discard', discard));
    expect(await toFund()).toEqual([]);
    for (const path of paths)
      expect(await fixture.client.get(`${path}/funding-info`)).toMatchObject(refusal(410, 'RECORD_EXPIRED'));
  });

  it('name the field of the payment that is wrong', async () => {
    const { body, sender } = await createThree();
    const wrong = async (other: object) =>
      fixture.client.as(sender.address).post('/api/currency-payments/create', {
        ...body,
        others: [{ recipient: fixture.wallet().address, amountPerPeriod: 1 }, other],
      });
    const fits = { recipient: fixture.wallet().address, amountPerPeriod: 1 };
    for (const [change, code, field] of [
      [{ recipient: 'nobody' }, 'INVALID_ADDRESS', 'others.1.recipient'],
      [{ amountPerPeriod: '1.005' }, 'INVALID_AMOUNT', 'others.1.amountPerPeriod'],
      [{ openingAmount: '0.000000001' }, 'INVALID_AMOUNT', 'others.1.openingAmount'],
      [{ amountPerPeriod: '0.01' }, 'INVALID_REQUEST', 'others.1.amountPerPeriod'],
    ] as const)
      expect(await wrong({ ...fits, ...change })).toMatchObject({
        ...refusal(400, code),
        body: { details: { field } },
      });
    expect(await wrong({ ...fits, interval: 'DAILY' })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });
});
