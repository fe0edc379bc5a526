import { MAX_STANDARD_SIZE } from '@weir/kinds';
import { bytesKey } from '../../bytes/read-bytes.js';
import type { Party } from '../../chain/party.js';

const VALUE = 8;
const P2SH32 = 35;

/** Bytes of version, locktime, the longest counts of inputs and outputs, and the beacon. */
const FUNDING_OVERHEAD = 4 + 4 + 3 + 3 + VALUE + 1 + P2SH32;

/** Bytes for two coins of a key and the change: with these, 640 streams in BCH fit one transaction. */
const BCH_FUNDING_ROOM = 400;
/** Bytes for six coins of a key, change, and tokens that return. */
const TOKEN_FUNDING_ROOM = 1_200;

/** Returns the bytes left by default for the inputs and change of anybody who pays. */
export const fundingRoom = (isBch: boolean): number => (isBch ? BCH_FUNDING_ROOM : TOKEN_FUNDING_ROOM);

/** A row of any list: who gets it. */
interface Row {
  readonly recipient: Party;
}

/** The sizes of what a funding of one kind of plan holds. */
export interface RowSizes<Stream extends Row> {
  /** Names the terms that streams at one address share. */
  readonly groupKey: (stream: Stream) => string;
  /** Most groups of one announcement. */
  readonly mostGroups: number;
  /** Bytes of the outputs of a stream, without its note. */
  readonly streamBytes: (stream: Stream) => number;
  /** Bytes of outputs that streams of one key share; undefined of streams that share none. */
  readonly sharedBytes?: (stream: Stream) => { readonly key: string; readonly bytes: number } | undefined;
  /** Bytes of the announcement output. */
  readonly announcementBytes: (groups: number) => number;
}

/** Streams that one transaction opens, and its bytes without the inputs and change of anybody who pays. */
export interface FundingRun<Stream extends Row> {
  readonly streams: readonly Stream[];
  readonly bytes: number;
}

/** Returns the bytes of the note that shows a recipient's address, one for each recipient of a funding. */
const noteBytes = (recipient: Party): number => VALUE + 1 + recipient.length;

/** Streams of one transaction, with the bytes that each of them adds. */
class Run<Stream extends Row> {
  readonly streams: Stream[] = [];
  readonly #groups = new Set<string>();
  readonly #noted = new Set<string>();
  readonly #shared = new Set<string>();
  #bytes: number;

  constructor(
    private readonly sizes: RowSizes<Stream>,
    private readonly room: number,
  ) {
    this.#bytes = FUNDING_OVERHEAD + room;
  }

  /** Bytes of the funding, without the room. */
  get bytes(): number {
    return this.#bytes - this.room + this.sizes.announcementBytes(this.#groups.size);
  }

  /** Adds a stream unless it no longer fits. The first one always fits. */
  add(stream: Stream): boolean {
    const { groupKey, mostGroups, streamBytes, sharedBytes, announcementBytes } = this.sizes;
    const [group, recipient] = [groupKey(stream), bytesKey(stream.recipient)];
    const groups = this.#groups.size + (this.#groups.has(group) ? 0 : 1);
    const note = this.#noted.has(recipient) ? 0 : noteBytes(stream.recipient);
    const shared = sharedBytes?.(stream);
    const others = shared === undefined || this.#shared.has(shared.key) ? 0 : shared.bytes;
    const grown = this.#bytes + streamBytes(stream) + note + others;
    const fits = groups <= mostGroups && grown + announcementBytes(groups) <= MAX_STANDARD_SIZE;
    if (this.streams.length > 0 && !fits) return false;
    this.#bytes = grown;
    this.#groups.add(group);
    this.#noted.add(recipient);
    if (shared !== undefined) this.#shared.add(shared.key);
    this.streams.push(stream);
    return true;
  }
}

/**
 * Splits rows into runs that fit one transaction each, keeping their order.
 *
 * @param room bytes left in each transaction for anybody who pays
 */
export const cutRows = <Stream extends Row>(
  streams: readonly Stream[],
  sizes: RowSizes<Stream>,
  room: number,
): readonly FundingRun<Stream>[] => {
  const runs: Run<Stream>[] = [];
  for (const stream of streams) {
    if (runs.at(-1)?.add(stream) === true) continue;
    const run = new Run(sizes, room);
    run.add(stream);
    runs.push(run);
  }
  return runs;
};
