import {
  type ChainReader,
  createAirdropsRepository,
  createCurrencyPaymentsRepository,
  createPlansRepository,
  createStreamsRepository,
  createVaultsRepository,
  type Database,
} from '@weir/infra';
import { createAirdropContext, type AirdropSettings } from './airdrops/campaign/airdrop-context.js';
import { createStreamContracts } from './streams/contract/stored-stream.js';
import type { VaultContext } from './vaults/vault-context.js';

/** What the use cases of all records are bound to. */
export interface RecordSettings extends Pick<AirdropSettings, 'network' | 'minConfirmations' | 'retention' | 'now'> {
  readonly database: Database;
  readonly chain: ChainReader;
}

/** Makes the context of all records' use cases over a database and a chain. */
export const createRecordContext = ({ database, ...settings }: RecordSettings): VaultContext => {
  const shared = { ...settings, vaults: createVaultsRepository(database) };
  return {
    ...shared,
    streams: createStreamsRepository(database),
    contracts: createStreamContracts(settings.network),
    serves: 'either',
    plans: createPlansRepository(database),
    currencyPayments: createCurrencyPaymentsRepository(database),
    airdrops: createAirdropContext({ ...shared, airdrops: createAirdropsRepository(database) }),
  };
};
