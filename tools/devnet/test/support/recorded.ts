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

/** Values of the recorded scene stand by name (`$plain`); `calls` are of protocol 1.6, `overrides` of the others. */
export interface RecordedCalls {
  readonly scene: { readonly height: number };
  readonly calls: readonly RecordedCall[];
  readonly overrides: Readonly<Record<string, Readonly<Record<string, RecordedCall>>>>;
  readonly broadcast: readonly { readonly name: string; readonly error?: RecordedError }[];
}

export interface RecordedSessions {
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
export interface RecordedNotices {
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

export interface RecordedReorganisations {
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
