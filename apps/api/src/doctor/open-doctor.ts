import type { FastifyBaseLogger } from 'fastify';
import {
  apiDatabase,
  createChainClock,
  createChainReader,
  createDatabase,
  createDoctorRepository,
  createElectrumPool,
  createFinalityRepository,
  createOracleArchive,
  createPublishedEventsRepository,
  createTransactionNotes,
  genesisHashOf,
  requireDatabase,
} from '@weir/infra';
import { createRecordContext, type DoctorOptions, type DoctorReport, runDoctor } from '@weir/services';
import type { Config } from '../config/config.js';

/** Connections to the database: it is at work beside services that need theirs. */
const CONNECTIONS = 4;

/** A doctor over a database and a chain. */
export interface Doctor {
  /** @throws ChainUnavailableError, DatabaseUnavailableError; ServiceError CHAIN_UNAVAILABLE */
  run(options: DoctorOptions): Promise<DoctorReport>;
  close(): Promise<void>;
}

/**
 * Connects to the database and the Electrum servers of a service's settings.
 *
 * @throws WrongDatabaseError where the database is not the API's of this version; DatabaseUnavailableError;
 *   ChainUnavailableError, with what each server answered
 */
export const openDoctor = async (config: Config, logger: FastifyBaseLogger): Promise<Doctor> => {
  const { network } = config.http;
  const database = createDatabase({
    url: config.databaseUrl,
    applicationName: 'weir-doctor',
    maxConnections: CONNECTIONS,
    connectionTimeoutMs: config.databaseTimeoutMs,
    // Sums over all rows take as long as they take.
    statementTimeoutMs: 0,
  });
  try {
    await requireDatabase(database, apiDatabase);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  const pool = await createElectrumPool({
    urls: config.electrumUrls,
    timeoutMs: config.electrumTimeoutMs,
    genesisHash: genesisHashOf(network),
    log: logger,
  });
  const clock = createChainClock(network);
  const notes = createTransactionNotes(database, (error) => logger.warn({ err: error }, 'Reading notes failed'));
  const chain = createChainReader(pool, { clock, notes, maxFeeRate: config.maxFeeRate });
  try {
    // Without the chain no record can be compared.
    await chain.tip();
  } catch (error) {
    await Promise.allSettled([pool.close(), database.destroy()]);
    throw error;
  }
  const { minConfirmations, retention } = config;
  const shared = { chain, network, minConfirmations, retention, now: clock.now };
  const records = createRecordContext({ database, ...shared });
  const context = {
    records,
    currency: {
      ...shared,
      vaults: records.vaults,
      currencyPayments: records.currencyPayments,
      archive: createOracleArchive(database),
      oracles: config.oracles,
    },
    doctor: createDoctorRepository(database),
    events: createPublishedEventsRepository(database),
    finality: createFinalityRepository(database),
  };
  return {
    run: (options) => runDoctor(context, options),
    async close() {
      await Promise.allSettled([pool.close(), database.destroy()]);
    },
  };
};
