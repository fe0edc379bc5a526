import { binToHex, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { BEACON_SHARDS, beaconLockingBytecode } from '@weir/covenants';

const HOUR = 3_600;
const DAY = 24 * HOUR;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const ADDRESS = /bchtest:[a-z0-9]+/gu;
const BEARER = /eyJ[\w-]+\.[\w-]+\.[\w-]+/gu;
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9+/=]+/gu;
const EVENT_ID = /evt_[\w-]{22}/gu;
/** A campaign's nonce is in the message that closes it. */
const CLOSING_NONCE = /(?<=Close Weir airdrop )[\w-]{16}/gu;
const CLAIM_TOKEN = /(?<=\/claim\/)[\w-]{20,}/gu;
const LOCAL_PORT = /(?<=127\.0\.0\.1:)\d+/gu;
/** Numbers of private vaults' proposals are drawn at random. */
const PRIVATE_NUMBER = /#WEIR-PROP-\d{14}/gu;
/** Longer than any amount. */
const HEX = /(?:[0-9a-f]{2}){11,}/gu;
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;
const DATE = /(?<![\d-])\d{4}-\d\d-\d\d(?![\dT-])/gu;
const SECONDS = /(?<![\d.])\d{10}(?![\d.])/gu;

/** Fields whose values are random texts of no other form. */
const RANDOM_FIELDS = new Set([
  'nextCursor',
  'requestId',
  'claim_link',
  'claim_token',
  'signature',
  'uptimeSeconds',
  'cursor',
]);

/** Lists in order of time, which within a second is any order. */
const UNORDERED_FIELDS = new Set(['approvals', 'rejections']);

/** Which of its epoch's beacons a funding pays depends on the contract's hash. Recordings end within the first epoch. */
const BEACONS = Array.from({ length: BEACON_SHARDS }, (_, shard) => beaconLockingBytecode(0, shard)).flatMap(
  (bytecode) => {
    const address = lockingBytecodeToCashAddress({ bytecode, prefix: 'bchtest' });
    if (typeof address === 'string') throw new Error(address);
    return [binToHex(bytecode), address.address];
  },
);

const sorted = (list: readonly unknown[]): unknown[] =>
  list
    .map((each) => ({ each, text: JSON.stringify(each) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ each }) => each);

/** Puts the streams that one transaction moved into one order. */
export const withSortedStreams = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'streams' in body && Array.isArray(body.streams)
    ? { ...body, streams: sorted(body.streams) }
    : body;

/**
 * Replaces what differs from one run to the next by placeholders that do not: ids, hashes, addresses and secrets by numbers in
 * the order in which they first appear, times of the chain by their distance from the start, times of the clock by theirs in
 * whole hours. Amounts, states, words, and the order of everything stay.
 */
export class Placeholders {
  readonly #numbers = new Map(BEACONS.map((beacon) => [beacon, '<beacon>']));
  readonly #counts = new Map<string, number>();
  readonly #clock = Math.floor(Date.now() / 1000);

  /** @param start the chain's time at the start, Unix seconds, long before the clock's */
  constructor(private readonly start: number) {}

  /** Returns an answer, parsed from JSON, with placeholders. */
  of(value: unknown, field = ''): unknown {
    if (RANDOM_FIELDS.has(field) && value !== null) return `<${field}>`;
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#time(value) ?? value;
    if (Array.isArray(value)) {
      const list = value.map((each) => this.of(each));
      return UNORDERED_FIELDS.has(field) ? sorted(list) : list;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (field === 'wcTransaction') return this.#transaction(value);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.of(each, name)]));
  }

  /** Returns a text with placeholders. */
  text(text: string): string {
    return text
      .replaceAll(BEARER, '<bearer>')
      .replaceAll(WEBHOOK_SECRET, '<secret>')
      .replaceAll(CLAIM_TOKEN, '<token>')
      .replaceAll(CLOSING_NONCE, '<nonce>')
      .replaceAll(EVENT_ID, (id) => this.#numbered('event', id))
      .replaceAll(LOCAL_PORT, '<port>')
      .replaceAll(PRIVATE_NUMBER, (number) => this.#numbered('private', number))
      .replaceAll(UUID, (id) => this.#numbered('id', id))
      .replaceAll(ADDRESS, (address) => this.#numbered('address', address))
      .replaceAll(ISO_TIME, (time) => this.#time(Math.floor(Date.parse(time) / 1000)) ?? time)
      .replaceAll(DATE, (date) => this.#date(date) ?? date)
      .replaceAll(HEX, (hex) => this.#numbered(`hex${hex.length / 2}`, hex))
      .replaceAll(SECONDS, (seconds) => this.#time(Number(seconds)) ?? seconds);
  }

  #numbered(kind: string, value: string): string {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const placeholder = `<${kind}-${count}>`;
    this.#numbers.set(value, placeholder);
    return placeholder;
  }

  /** Times of the chain, the beginning of the clock's day, and times of the clock from an hour ago to a hundred days ahead. */
  #time(value: number): string | undefined {
    if (!Number.isInteger(value)) return undefined;
    const [sinceStart, sinceNow] = [value - this.start, value - this.#clock];
    if (sinceStart >= -100 * DAY && sinceStart < 380 * DAY) return `<chain${sinceStart < 0 ? '' : '+'}${sinceStart}>`;
    if (value % DAY === 0 && sinceNow > -DAY && sinceNow < HOUR) return '<clock day>';
    if (sinceNow >= -HOUR && sinceNow < 100 * DAY) return `<clock+${Math.round(sinceNow / HOUR)}h>`;
    return undefined;
  }

  /** Days of the chain, by their distance from the day of the start. */
  #date(date: string): string | undefined {
    const days = Math.floor(Date.parse(date) / 1000 / DAY) - Math.floor(this.start / DAY);
    return days >= -100 && days < 380 ? `<day${days < 0 ? '' : '+'}${days}>` : undefined;
  }

  /** The recorded transactions of the covenants hold what is in it. */
  #transaction({ sourceOutputs, ...rest }: { readonly sourceOutputs?: unknown }): unknown {
    const inputs = Array.isArray(sourceOutputs) ? sourceOutputs.length : sourceOutputs;
    return { ...(this.of(rest) as object), sourceOutputs: `<${String(inputs)} outputs>` };
  }
}
