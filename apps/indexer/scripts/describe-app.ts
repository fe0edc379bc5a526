import { createLogger } from '@weir/http';
import { buildApp } from '../src/app.js';
import { loadConfig } from '../src/config/load-config.js';

/** A generated document: its path from the repository's root and its text. */
export interface CommittedDocument {
  readonly path: string;
  readonly text: string;
}

const unused = (): never => {
  throw new Error('Describing the app asks nothing');
};

/** Returns the documents generated from the app, as they are committed under docs/indexer. */
export const describeApp = async (): Promise<readonly CommittedDocument[]> => {
  const queries = {
    list: unused,
    read: unused,
    states: unused,
    supply: unused,
    locks: unused,
    tvl: unused,
    volume: unused,
    status: unused,
  };
  const { http } = loadConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing', BCH_NETWORK: 'chipnet' });
  const app = await buildApp(
    { queries, readiness: unused, registerMetrics: () => undefined, logger: createLogger('silent') },
    http,
  );
  try {
    return [{ path: 'docs/indexer/openapi.json', text: `${JSON.stringify(app.swagger(), undefined, 2)}\n` }];
  } finally {
    await app.close();
  }
};
