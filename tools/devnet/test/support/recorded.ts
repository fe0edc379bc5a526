import { readFileSync } from 'node:fs';

interface RecordedError {
  readonly code: number;
  readonly message: string;
}

/** A call with what the real server answered. */
export interface RecordedCall {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result?: unknown;
  readonly error?: RecordedError;
}

/** Values of the recorded scene have names (`$plain`); `calls` are of protocol 1.6, `overrides` of the others. */
interface RecordedCalls {
  readonly scene: { readonly height: number };
  readonly calls: readonly RecordedCall[];
  readonly overrides: Readonly<Record<string, Readonly<Record<string, RecordedCall>>>>;
  readonly broadcast: readonly { readonly name: string; readonly error?: RecordedError }[];
}

interface RecordedSessions {
  readonly negotiation: readonly {
    readonly params: readonly unknown[];
    readonly result?: unknown;
    readonly error?: RecordedError;
    readonly showsTokens: boolean | null;
    readonly closes: boolean;
  }[];
  readonly framing: readonly {
    readonly transport: string;
    readonly sent: string;
    readonly received: readonly string[];
  }[];
  readonly status: {
    readonly history: readonly { readonly tx_hash: string; readonly height: number }[];
    readonly status: string;
  };
}

/** Notices by their methods, in the order they came. */
interface RecordedNotices {
  readonly runs: readonly { readonly name: string; readonly transport: string; readonly received: readonly string[] }[];
  readonly clients: readonly { readonly form: string; readonly received: readonly string[] }[];
  readonly transactionAndDsproof: readonly string[];
}

export interface RecordedObservation {
  readonly observe: string;
  readonly height: number;
  readonly history: readonly { readonly txid: string; readonly height: number; readonly fee?: number }[];
  readonly balance: { readonly confirmed: number; readonly unconfirmed: number };
  readonly mempool: number;
  readonly queries?: readonly RecordedCall[];
}

interface RecordedReorganisations {
  readonly scenarios: readonly {
    readonly name: string;
    readonly steps: readonly (RecordedObservation | { readonly action: string })[];
    readonly received: readonly string[];
  }[];
}

interface Fixtures {
  readonly calls: RecordedCalls;
  readonly session: RecordedSessions;
  readonly notifications: RecordedNotices;
  readonly reorg: RecordedReorganisations;
}

/** Reads what was recorded from the real server. */
export const recordedFrom = <Name extends keyof Fixtures>(name: Name): Fixtures[Name] =>
  JSON.parse(readFileSync(new URL(`../fixtures/electrum/${name}.json`, import.meta.url), 'utf8')) as Fixtures[Name];

/**
 * Makes an answer comparable with a recorded one of another run: known values get their names, hashes, signatures,
 * addresses of the network and times give way to their kind. Amounts, heights, positions, order and keys stay.
 */
export const normalise = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((each) => normalise(each, names));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]: [string, unknown]) => [
        /^[\d.]+$/.test(name) ? '<host>' : name,
        isVariable(name) ? `<${typeof each}>` : normalise(each, names),
      ]),
    );
  }
  return typeof value === 'string' ? text(value, names) : value;
};

const isVariable = (name: string): boolean => ['time', 'blocktime', 'tcp_port'].includes(name);

const text = (value: string, names: ReadonlyMap<string, string>): string => {
  let named = value;
  for (const [name, own] of [...names].sort(([, a], [, b]) => b.length - a.length)) named = named.replaceAll(own, name);
  if (/^(?:[0-9a-f]|\$lockingBytecode){65,}$/.test(named)) return `<hex ${value.length}>`;
  return named
    .replace(/\b[0-9a-f]{40,}\b/g, (hex) => `<hex ${hex.length}>`)
    .replace(/\b(?:bchreg|bchtest):[a-z0-9$]{42}\b/g, '<address>');
};

/** Puts a scene's own values where a recorded request has names. */
export const withValues = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((each) => withValues(each, names));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withValues(each, names)]));
  }
  if (typeof value !== 'string') return value;
  let valued = value;
  for (const [name, own] of [...names].sort(([a], [b]) => b.length - a.length)) valued = valued.replaceAll(name, own);
  return valued;
};
