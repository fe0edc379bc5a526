import type { ConcurrencyLimit } from '@weir/infra';
import {
  type AmountUnit,
  cashAddresses,
  IN_BASE_UNITS,
  IN_BCH,
  joinErrors,
  ListError,
  packCsv,
  PACKED_ROW_LENGTH,
  packRecipients,
  type Recipient,
  WhitelistBuilder,
  WhitelistTree,
} from '@weir/merkle';
import { buildWhitelistTree, type BuiltTree, chooseLanes, type LaneChoice } from '@weir/merkle/worker';
import type { RecipientInput, WhitelistInput } from '../campaign/airdrops.types.js';
import type { ListSpool } from '../live/list-spool.js';

/** Lanes by the size of a list. */
export const BY_SIZE: LaneChoice = { rowsPerLane: 64, most: 16 };

/** The rules by which a list is read. */
export interface ListRules {
  /** Of the network's addresses, without colon. */
  readonly prefix: string;
  /** Whether the amounts are in BCH; else in base units of a token. */
  readonly inBch: boolean;
  /** Smallest amount of a row, base units. */
  readonly minAmount: bigint;
  /** Largest sum of the rows, base units. */
  readonly pool: bigint;
  /** Takes the names of the columns of a CSV that are not read. */
  readonly onIgnored?: ((names: readonly string[]) => void) | undefined;
}

/**
 * Numbers as text; BCH in its 8 decimals where that is what the number says, so that 0.1 * 3 is an amount. Whole numbers
 * beyond 2^53 - 1 are refused: they may have lost units before they came here.
 */
const textOf = (amount: number | string, { decimals, name }: AmountUnit, row: number): string => {
  if (typeof amount === 'string') return amount;
  if (Number.isInteger(amount) && !Number.isSafeInteger(amount))
    throw new ListError([{ code: 'BAD_AMOUNT', line: row, text: String(amount), reason: 'UNSAFE_NUMBER', part: '' }], {
      decimals,
      name,
    });
  const scaled = amount * 10 ** decimals;
  return decimals > 0 && Number.isFinite(scaled) && Math.abs(scaled - Math.round(scaled)) <= 0.001
    ? amount.toFixed(decimals)
    : String(amount);
};

/**
 * Packs the rows of a list as they arrive, in any form; never holds more than one piece of it.
 *
 * @throws ListError with the problems of all lines (of recipients: rows), counted from 1; the errors of the list's source
 */
export const packList = (list: WhitelistInput, { prefix, inBch, minAmount, pool, onIgnored }: ListRules) => {
  const unit = inBch ? IN_BCH : IN_BASE_UNITS;
  const rules = { readAddress: cashAddresses(prefix), prefix, unit, minAmount, pool };
  if (list.kind === 'csv') return packCsv(list.pieces, { ...rules, onHead: ({ ignored }) => onIgnored?.(ignored) });
  const toRecipient = ({ address, amount }: RecipientInput, row: number): Recipient => ({
    address,
    amount: textOf(amount, unit, row),
  });
  return packRecipients(list.batches, rules, toRecipient);
};

/** Lists up to this size are built in a few milliseconds, less than starting a thread takes. */
const SMALL_LIST_BYTES = 512 * PACKED_ROW_LENGTH;

export interface TreeOptions {
  readonly lanes: LaneChoice;
  readonly signal: AbortSignal | undefined;
}

/** Where large lists wait, and where their trees are built. */
export interface ListRooms {
  readonly builds: ConcurrencyLimit;
  readonly spool: ListSpool;
}

const builderOf = (packed: readonly Uint8Array[]): WhitelistBuilder => {
  const builder = new WhitelistBuilder();
  for (const rows of packed) builder.add(rows);
  return builder;
};

const buildHere = (packed: readonly Uint8Array[], { lanes }: TreeOptions): BuiltTree => {
  const list = builderOf(packed).finish();
  return { tree: WhitelistTree.build(list, { lanes: chooseLanes(list.count, lanes) }), total: list.total };
};

/**
 * Takes the rows of a small list; of a larger one, just more than a small list has. @throws ListError; everything that the rows
 * throw
 */
const takeFirst = async (packed: AsyncIterator<Uint8Array>) => {
  const rows: Uint8Array[] = [];
  try {
    for (let length = 0; length <= SMALL_LIST_BYTES;) {
      const next = await packed.next();
      if (next.done === true) return { rows, isWhole: true };
      rows.push(next.value);
      length += next.value.length;
    }
  } catch (error) {
    throw error instanceof ListError ? joinErrors(error, builderOf(rows).problems) : error;
  }
  return { rows, isWhole: false };
};

async function* joined(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/**
 * Builds the tree of packed rows as they come: small ones at once; the rows of larger ones wait on disk until all have arrived,
 * then for one of a few threads.
 *
 * @throws ListError, SpoolFullError; the errors of the rows
 */
export const buildTree = async (
  packed: AsyncGenerator<Uint8Array>,
  options: TreeOptions,
  { builds, spool }: ListRooms,
): Promise<BuiltTree> => {
  const { rows, isWhole } = await takeFirst(packed);
  if (isWhole) return buildHere(rows, options);
  return spool.run(joined(rows, packed), (whole) => builds.run(() => buildWhitelistTree(whole, options)));
};
