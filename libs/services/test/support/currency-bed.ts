import { type LocalOracle, startOracle } from '@weir/devnet';
import {
  createCurrencyPaymentsRepository,
  createOracleArchive,
  createVaultsRepository,
  fetchOracleMessages,
} from '@weir/infra';
import { createCurrencyService, type CurrencyContext } from '../../src/index.js';
import type { Testbed } from './testbed.js';

/** What tests of payments in a currency use. It is filled before the first of them. */
export interface CurrencyBed {
  readonly oracle: LocalOracle;
  readonly context: CurrencyContext;
  readonly currency: ReturnType<typeof createCurrencyService>;
}

/** The time of the service, Unix seconds: a minute after the newest block. */
export const timeOf = (bed: Pick<Testbed, 'node'>): number => bed.node.tip.time + 60;

/**
 * Starts an oracle of dollars for the tests of a file, and the service of payments in a currency.
 *
 * @param name of the oracle's key
 * @param priceAt cents of one BCH at a time; undefined where the oracle is silent
 */
export const useCurrency = (
  bed: Pick<Testbed, 'context' | 'db' | 'node'>,
  name: string,
  priceAt: (time: bigint) => bigint | undefined,
): CurrencyBed => {
  const filled = {} as CurrencyBed;
  const now = () => timeOf(bed);
  beforeAll(async () => {
    const oracle = await startOracle({ priceAt, now: () => BigInt(now()), name });
    const context: CurrencyContext = {
      chain: bed.context.chain,
      network: 'devnet',
      minConfirmations: 0,
      now,
      vaults: createVaultsRepository(bed.db),
      currencyPayments: createCurrencyPaymentsRepository(bed.db),
      archive: createOracleArchive(bed.db),
      oracles: [{ currency: 'USD', decimals: 2, publicKey: oracle.publicKey, relays: [oracle.url] }],
    };
    Object.assign(filled, { oracle, context, currency: createCurrencyService(context) });
  });
  afterAll(() => filled.oracle.stop());
  return filled;
};

/** Reads what the oracle signed in the last ten minutes, as the oracle watcher does. */
export const readOracle = async (bed: Pick<Testbed, 'node'>, { oracle, context }: CurrencyBed): Promise<void> => {
  const { url: relay, publicKey } = oracle;
  const window = { from: BigInt(timeOf(bed)) - 600n, to: BigInt(timeOf(bed)) };
  const { messages } = await fetchOracleMessages({ relay, publicKey, allowPrivate: true }, window);
  await context.archive.store(publicKey, messages);
};
