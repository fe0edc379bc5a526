import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { hasCode } from '@weir/testing/postgres';
import { buildConsole } from './console/build-console.js';
import { UsageError } from './usage-error.js';

const HOST = '127.0.0.1';

/**
 * Checks that a service could listen on a port, before anything is started that would have to be stopped again.
 *
 * @param option name of the command-line option that sets the port
 * @throws Error that names the option, for a port that is taken or that this account may not use
 */
const requireFreePort = async (option: string, port: number): Promise<void> => {
  const probe = createServer();
  try {
    await once(probe.listen(port, HOST), 'listening');
  } catch (error) {
    const why = hasCode(error, 'EADDRINUSE') ? 'is in use by another process' : 'cannot be listened on by this account';
    throw new UsageError(`Port ${port} of ${HOST} ${why}. Name a free one: ${option} N (0 takes any)`, {
      cause: error,
    });
  }
  probe.close();
  await once(probe, 'close');
};

/** `npm start`: the whole local stack, until it is stopped. */
const USAGE = `npm start [-- options]
  --fresh               delete the databases, the chain and the registries of --data, and begin again
  --port N              API port, default 3001
  --indexer-port N      indexer port, default 3002
  --electrum-port N     Electrum (WebSocket) port, default 50003
  --dev-port N          port of the faucet, mint, blocks and time over HTTP, default 3003
  --block-seconds N     seconds between blocks, default 30; 0 mines only on request
  --no-console          without the page for people
  --set NAME=VALUE      a setting of the API (docs/operations.md), such as AUTH_MODE=signed; several times
  --data DIRECTORY      where database and chain are kept, default .weir`;

const number = (name: string, text: string): number => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 86_400) return value;
  throw new UsageError(`--${name}: "${text}" is not a usable number`);
};

/** Splits a setting. @throws Error where it has no name or no value */
const settingOf = (text: string): readonly [name: string, value: string] => {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--set: "${text}" is not a setting. Write NAME=VALUE, such as AUTH_MODE=signed`);
  return [name, value];
};

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean', default: false },
      port: { type: 'string', default: '3001' },
      'indexer-port': { type: 'string', default: '3002' },
      'electrum-port': { type: 'string', default: '50003' },
      'dev-port': { type: 'string', default: '3003' },
      'block-seconds': { type: 'string', default: '30' },
      'no-console': { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      data: { type: 'string', default: '.weir' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    fresh: values.fresh,
    directory: values.data,
    hasConsole: !values['no-console'],
    apiSettings: Object.fromEntries(values.set.map(settingOf)),
    apiPort: number('port', values.port),
    indexerPort: number('indexer-port', values['indexer-port']),
    electrumPort: number('electrum-port', values['electrum-port']),
    devKitPort: number('dev-port', values['dev-port']),
    blockSeconds: number('block-seconds', values['block-seconds']),
  };
};

const main = async (): Promise<void> => {
  const { help, blockSeconds, hasConsole, ...options } = readOptions();
  if (help) {
    console.log(USAGE);
    return;
  }
  await requireFreePort('--port', options.apiPort);
  await requireFreePort('--indexer-port', options.indexerPort);
  await requireFreePort('--electrum-port', options.electrumPort);
  await requireFreePort('--dev-port', options.devKitPort);
  // In parallel with starting everything else, which takes as long.
  const consoleDirectory = hasConsole ? buildConsole() : undefined;
  consoleDirectory?.catch(() => undefined);
  // Loaded when all that can be wrong at once is right: both services take seconds.
  const { startStack } = await import('./stack.js');
  const stack = await startStack({ ...options, logLevel: 'info', consoleDirectory });
  console.log(`
Weir is up.
${hasConsole ? `  console       ${stack.apiUrl}/   (open it in a browser)\n` : ''}  API           ${stack.apiUrl}
  documentation ${stack.apiUrl}/docs
  readiness     ${stack.apiUrl}/ready
  indexer       ${stack.indexerUrl}   (documentation under /docs)
  Electrum      ${stack.electrumUrl}   (devnet; control calls under devnet.*)
  dev kit       ${stack.devKitUrl}/dev   (faucet, tokens, blocks, time)
  oracle        ${stack.oracleUrl}   (signs a price in USD each minute of the chain)
  examples      eval "$(curl -s ${stack.devKitUrl}/dev/env)"   (variables of the documents' examples)
  Postgres      ${stack.databaseUrl}
  doctor        DATABASE_URL=${stack.databaseUrl} BCH_NETWORK=devnet ELECTRUM_URLS=${stack.electrumUrl} npm run weir -- doctor
${blockSeconds > 0 ? `A block every ${blockSeconds} seconds.` : 'No blocks but those asked for.'} Ctrl+C stops it.
`);

  const mine = () =>
    void stack.control.mine().catch((error: unknown) => console.error('No block could be mined:', error));
  const timer = blockSeconds > 0 ? setInterval(mine, blockSeconds * 1000) : undefined;
  const stop = (): void => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
    clearInterval(timer);
    console.log('Stopping.');
    void stack.stop();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

try {
  await main();
} catch (error) {
  const { name, code, message } = error as NodeJS.ErrnoException;
  const isUsage = name === UsageError.name || code?.startsWith('ERR_PARSE_ARGS') === true;
  // Of anything else the place counts, too.
  console.error(isUsage || name === 'ConfigError' ? message : error);
  if (isUsage) console.error(USAGE);
  process.exitCode = 1;
}
