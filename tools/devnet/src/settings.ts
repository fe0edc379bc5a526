import { parseArgs } from 'node:util';
import { defaultRelayFee } from './node/rules/validate-transaction.js';

/** The settings the devnet's process is started with. */
export interface Settings {
  readonly host: string;
  readonly tcpPort: number;
  readonly wsPort: number;
  /** Directory that keeps the chain across restarts; without it the chain ends with the process. */
  readonly data: string | undefined;
  /** The relay fee, satoshis for 1,000 bytes. */
  readonly relayFee: bigint;
}

/** A setting is invalid; the message begins with its name. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const port = (name: string, text: string | undefined, fallback: number): number => {
  if (text === undefined || text === '') return fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new SettingsError(`${name}: expected a port from 0 to 65535, got "${text}"`);
};

const relayFeeOf = (text: string | undefined): bigint => {
  if (text === undefined || text === '') return defaultRelayFee;
  if (/^\d{1,5}$/.test(text)) return BigInt(text);
  throw new SettingsError(`--relay-fee: expected satoshis for 1,000 bytes, 0 to 99999, got "${text}"`);
};

/**
 * Reads the flags `--host`, `--tcp-port`, `--ws-port`, `--data` and `--relay-fee`, and in the absence of each the
 * environment (`DEVNET_HOST`, `DEVNET_TCP_PORT`, `DEVNET_WS_PORT`, `DEVNET_DATA`, `DEVNET_RELAY_FEE`).
 * @throws SettingsError
 */
export const readSettings = (args: readonly string[], environment: NodeJS.ProcessEnv): Settings => {
  const text = { type: 'string' } as const;
  const options = { host: text, 'tcp-port': text, 'ws-port': text, data: text, 'relay-fee': text };
  const { values } = parse(() => parseArgs({ args: [...args], options }));
  const data = values.data ?? environment['DEVNET_DATA'];
  return {
    host: values.host ?? environment['DEVNET_HOST'] ?? '127.0.0.1',
    tcpPort: port('--tcp-port', values['tcp-port'] ?? environment['DEVNET_TCP_PORT'], 50_001),
    wsPort: port('--ws-port', values['ws-port'] ?? environment['DEVNET_WS_PORT'], 50_003),
    data: data === '' ? undefined : data,
    relayFee: relayFeeOf(values['relay-fee'] ?? environment['DEVNET_RELAY_FEE']),
  };
};

const parse = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
};
