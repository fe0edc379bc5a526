import { createLogger } from '@weir/http';
import { buildApp } from '../../../src/app.js';
import { compose } from '../../../src/composition.js';
import { loadConfig } from '../../../src/config/load-config.js';
import { Client } from '../client.js';
import { type Fixture, NO_LIMITS } from '../fixture.js';

/** A line of the log, parsed. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string; readonly stack: string };
  readonly [field: string]: unknown;
}

/** An app over a fixture's database and chain with a readable log. */
export interface LoggedApp {
  readonly client: Client;
  /** Lines since the start, or since they were last taken. */
  takeLog(): readonly LogLine[];
  stop(): Promise<void>;
}

/** Settings of an app that waits only briefly for a server, so that one that hangs costs a test little. */
export const IMPATIENT = { ELECTRUM_TIMEOUT: '400' } as const;

/** Starts another app in a fixture, by default with its servers. */
export const startLoggedApp = async (fixture: Fixture, environment: NodeJS.ProcessEnv): Promise<LoggedApp> => {
  const { databaseUrl, electrumUrls } = fixture.config;
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: electrumUrls.join(),
    ...NO_LIMITS,
    WATCHER: 'off',
    RATE_LIMIT_MAX: '0',
    ...environment,
  });
  const lines: LogLine[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line) as LogLine) });
  const composition = await compose(config, logger);
  const app = await buildApp(composition.dependencies, config.http);
  return {
    client: new Client(app),
    takeLog: () => lines.splice(0),
    async stop() {
      await app.close();
      await composition.close();
    },
  };
};
