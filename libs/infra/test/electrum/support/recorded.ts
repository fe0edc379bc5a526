import { readFileSync } from 'node:fs';

interface RecordedHeaders {
  /** Times of the 11 blocks before. */
  readonly timesBefore: readonly number[];
  readonly headers: readonly {
    readonly height: number;
    readonly hash: string;
    readonly hex: string;
    readonly time: number;
    readonly mediantime: number;
    readonly merkleroot: string;
  }[];
}

interface RecordedAnswers {
  readonly merkle: {
    readonly txid: string;
    readonly answer: { readonly merkle: readonly string[]; readonly pos: number };
    readonly header: string;
  };
  readonly listunspent: readonly unknown[];
  readonly history: readonly { readonly tx_hash: string }[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));

/** Recorded from BCHN 28.0.1: consecutive blocks with uneven and backward times. */
export const recordedHeaders = read('headers') as RecordedHeaders;
/** Recorded from Fulcrum 2.1.1, protocol 1.5. */
export const recordedAnswers = read('answers') as RecordedAnswers;
