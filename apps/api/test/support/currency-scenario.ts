import type {
  CreateCurrencyPaymentResponse,
  CurrencyConfirmResponse,
  CurrencyFundingResponse,
  CurrencyMoveResponse,
  CurrencyPaymentDetail,
  CurrencyPaymentResource,
  PushCurrencyResponse,
} from '@weir/api-contract';
import { startOracle } from '@weir/devnet';
import { DAY } from '@weir/lives';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import { type Fixture, startFixture } from './fixture.js';

/** Blocks of notice on the devnet. */
const NOTICE = 6;
/** Cents of one BCH. */
export const PRICE = 45_000n;
/** Later than any time that a chain of the tests reaches. */
const ALWAYS = 4_000_000_000n;

/** A payment in a currency and its parties. */
export interface CurrencyScenario {
  readonly id: string;
  readonly path: string;
  readonly sender: Wallet;
  readonly recipient: Wallet;
}

/** Starts the service with an oracle that has signed a price for each minute. @param priceAt by default 450 USD for one BCH */
export const startCurrencyFixture = async (
  environment: NodeJS.ProcessEnv = {},
  priceAt: (time: bigint) => bigint | undefined = () => PRICE,
): Promise<Fixture> => {
  const oracle = await startOracle({ priceAt, now: () => ALWAYS });
  const ORACLES = `USD:2:${oracle.publicKey}@${oracle.url}`;
  const fixture = await startFixture({ ORACLES, ...environment });
  return {
    ...fixture,
    replica: async (settings = {}) => fixture.replica({ ORACLES, ...settings }),
    async stop() {
      await fixture.stop();
      await oracle.stop();
    },
  };
};

/** Such a service, before the tests of a file and until their end; it is filled before the first one. */
export const useCurrencyFixture = (...options: Parameters<typeof startCurrencyFixture>): Fixture => {
  const fixture = {} as Fixture;
  beforeAll(async () => void Object.assign(fixture, await startCurrencyFixture(...options)));
  afterAll(() => fixture.stop());
  return fixture;
};

/** Returns the body of a creation, with changes: 1,500 USD a day from tomorrow on, without an end. */
export const currencyOf = (fixture: Fixture, recipient: Wallet, changes: object = {}): object => ({
  recipient: recipient.address,
  currency: 'USD',
  amountPerPeriod: 1500,
  interval: 'DAILY',
  startDate: fixture.time() + DAY,
  openingAmount: 20,
  ...changes,
});

/** Creates a payment between two new wallets, once the service knows a price. */
export const createCurrency = async (fixture: Fixture, changes: object = {}): Promise<CurrencyScenario> => {
  const [sender, recipient] = [fixture.wallet(9_000_000_000n), fixture.wallet()];
  const { payment } = await until('a price of the oracle', async () => {
    const { status, body } = await fixture.client
      .as(sender.address)
      .post<CreateCurrencyPaymentResponse>('/api/currency-payments/create', currencyOf(fixture, recipient, changes));
    return status === 503 ? undefined : body;
  });
  return { id: payment.id, path: `/api/currency-payments/${payment.id}`, sender, recipient };
};

/** Funds a payment, and all that are opened with it, and confirms that. @returns the hash */
export const fundCurrency = async (
  fixture: Fixture,
  { path, sender }: Pick<CurrencyScenario, 'path' | 'sender'>,
): Promise<string> => {
  const info = await succeeded(fixture.client.get<CurrencyFundingResponse>(`${path}/funding-info`));
  if (!info.success) throw new Error('A funded test wallet needs no preparation');
  const { signedTransactionHash: txHash } = await sender.signTransaction(info.wcTransaction);
  await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));
  return txHash;
};

/** A funded and confirmed payment. */
export const createActiveCurrency = async (
  fixture: Fixture,
  changes: object = {},
): Promise<CurrencyScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createCurrency(fixture, changes);
  return { ...scenario, fundingTxHash: await fundCurrency(fixture, scenario) };
};

export const readCurrency = (fixture: Fixture, path: string): Promise<CurrencyPaymentDetail> =>
  succeeded(fixture.client.get<CurrencyPaymentDetail>(path));

/**
 * Builds, signs, sends and confirms an action of the sender.
 *
 * @param others ids of payments that the same transaction moves
 * @returns the payment, and the hash
 */
export const moveCurrency = async (
  fixture: Fixture,
  { path, sender }: Pick<CurrencyScenario, 'path' | 'sender'>,
  what: 'pause' | 'resume' | 'cancel',
  others: readonly string[] = [],
): Promise<{ readonly payment: CurrencyPaymentResource; readonly txHash: string }> => {
  const body = others.length === 0 ? {} : { others };
  const built = await succeeded(fixture.client.as(sender.address).post<CurrencyMoveResponse>(`${path}/${what}`, body));
  const { signedTransactionHash: txHash } = await sender.signTransaction(built.wcTransaction);
  const { payment } = await succeeded(fixture.client.post<CurrencyConfirmResponse>(`${path}/confirm`, { txHash }));
  return { payment, txHash };
};

/** Has the service send what is due. */
export const pushCurrency = (fixture: Fixture, { path }: CurrencyScenario): Promise<PushCurrencyResponse> =>
  succeeded(fixture.client.post<PushCurrencyResponse>(`${path}/push`));

/** A payment that is paused, the pause settled. */
export const createPausedCurrency = async (fixture: Fixture): Promise<CurrencyScenario> => {
  const scenario = await createActiveCurrency(fixture);
  await moveCurrency(fixture, scenario, 'pause');
  await fixture.mine(NOTICE + 1);
  await pushCurrency(fixture, scenario);
  return scenario;
};

/** A payment of one period that is paid and closed. */
export const createEndedCurrency = async (fixture: Fixture): Promise<CurrencyScenario> => {
  const scenario = await createActiveCurrency(fixture, { periods: 1 });
  await fixture.advance(2 * DAY);
  await pushCurrency(fixture, scenario);
  return scenario;
};
