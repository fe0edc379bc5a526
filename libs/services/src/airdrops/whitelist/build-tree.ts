import type { Slots } from '@weir/infra';
import {
  cashAddresses,
  decimalAmounts,
  readWhitelistCsv,
  WhitelistCsvReader,
  WhitelistTree,
  type Whitelist,
} from '@weir/merkle';
import { buildWhitelistTree, chooseLanes, type BuiltTree, type LaneChoice } from '@weir/merkle/worker';
import type { ListSpool } from './list-spool.js';

/** How a list is read. */
export interface ListRules {
  readonly prefix: string;
  readonly decimals: number;
  readonly lanes: LaneChoice;
  readonly minAmount: bigint;
  readonly pool: bigint;
  readonly signal: AbortSignal | undefined;
}

/** Lists up to this size are read in a few milliseconds, sooner than a thread is there. */
const SMALL_BYTES = 16_384;

const readersOf = ({ prefix, decimals, minAmount, pool }: ListRules) => ({
  readAddress: cashAddresses(prefix),
  readAmount: decimalAmounts(decimals),
  minAmount,
  pool,
});

const buildHere = (list: Whitelist, { lanes }: ListRules): BuiltTree => ({
  tree: WhitelistTree.build(list, { lanes: chooseLanes(list.count, lanes) }),
  total: list.total,
});

async function* joined(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** What begins wrong is refused at its beginning: other formats, other encodings, lines without end. @throws WhitelistError */
const refuseByBeginning = (first: readonly Uint8Array[], rules: ListRules): void => {
  const reader = new WhitelistCsvReader(readersOf(rules));
  for (const piece of first) reader.push(piece);
};

/** Where large lists are kept and read. */
export interface ListRooms {
  readonly builds: Slots;
  readonly spool: ListSpool;
}

/** Small lists are read as they come; larger ones wait on disk until they are whole, then for one of few threads. @throws WhitelistError, SpoolFullError */
export const buildTree = async (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rules: ListRules,
  { builds, spool }: ListRooms,
): Promise<BuiltTree> => {
  const rest = (async function* () {
    yield* pieces;
  })();
  const first: Uint8Array[] = [];
  for (let length = 0; length <= SMALL_BYTES;) {
    const next = await rest.next();
    if (next.done === true) return buildHere(readWhitelistCsv(first, readersOf(rules)), rules);
    first.push(next.value);
    length += next.value.length;
  }
  refuseByBeginning(first, rules);
  return spool.run(joined(first, rest), (whole) => builds.run(() => buildWhitelistTree(whole, rules)));
};
