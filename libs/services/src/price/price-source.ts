import { setTimeout as sleep } from 'node:timers/promises';
import { guardedRequest, type TargetRules } from '@weir/infra';

/** The operator's source of a price. */
export interface PriceSettings extends TargetRules {
  /** Answers JSON. */
  readonly url: string;
  /** Where the number is in it: names and indexes, separated by dots. */
  readonly path: string;
  /** Of what one BCH costs: three letters. */
  readonly currency: string;
}

/** What one BCH costs, for display alone: nothing that moves money reads it. */
export interface Price {
  readonly currency: string;
  readonly perBch: number;
  /** When it was read, Unix seconds. */
  readonly at: number;
}

const EVERY_MS = 60_000;
/** How long a price is shown after its source went silent, seconds. */
const KEPT_SECONDS = 3_600;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;

/** Returns the number at a path; undefined where there is none that can be a price. */
export const numberAt = (answer: unknown, path: string): number | undefined => {
  let found = answer;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  const price = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : undefined;
};

export interface PriceSourceOptions extends PriceSettings {
  readonly log: { warn(details: object, message: string): void };
  /** Unix seconds. */
  readonly now: () => number;
  /** Pause between two readings, milliseconds. */
  readonly everyMs?: number;
}

/** Reads the price over and over, beside requests, which never wait for it. */
export const createPriceSource = ({ log, now, everyMs = EVERY_MS, ...settings }: PriceSourceOptions) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Price | undefined;
  const read = async (): Promise<void> => {
    const { url, path, currency, allowPrivate } = settings;
    const request = { url, allowPrivate, method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal } as const;
    const { status, body } = await guardedRequest({ ...request, headers: { accept: 'application/json' } });
    const perBch = status === 200 ? numberAt(JSON.parse(body.toString('utf8')) as unknown, path) : undefined;
    if (perBch === undefined) throw new Error(`The price source answered ${status} without a price at ${path}`);
    last = { currency, perBch, at: now() };
  };
  const reading = (async () => {
    while (!signal.aborted) {
      await read().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'Reading the price failed; retrying');
      });
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    /** The last price; null where none was read lately. */
    current: (): Price | null => (last !== undefined && last.at >= now() - KEPT_SECONDS ? last : null),
    async stop() {
      stopping.abort();
      await reading;
    },
  };
};

export type PriceSource = ReturnType<typeof createPriceSource>;
