import type { ActivityEntriesQuery, ActivityExportQuery } from '@weir/api-contract/words';
import type { Network } from '@weir/covenants';
import type { ActivityRepository, LedgerActivity, LedgerEntry, LedgerQuery, LedgerRepository } from '@weir/infra';
import { MAX_TIME } from '@weir/kinds';
import { partyKeysOf, provenKeys } from '../events/event-filter.js';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { withCursor } from '../shared/paging.js';
import type { Viewer } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';

/** A payment with the party's running total of the asset after it. */
export interface ExportLine extends LedgerEntry {
  /** Received less paid since the beginning, base units. */
  readonly runningTotal: bigint;
}

export interface ExportsContext {
  readonly lines: LedgerRepository;
  readonly entries: ActivityRepository;
  readonly network: Network;
}

const partyOf = (address: string, viewer: Viewer | undefined, network: Network) => ({
  parties: [...partyKeysOf(address, network, 'address')],
  viewerHashes: provenKeys(viewer, network),
});

const parse = (
  { address, from = 0, to = Number(MAX_TIME) }: ActivityExportQuery,
  viewer: Viewer | undefined,
  network: Network,
) => {
  const party = partyOf(address, viewer, network);
  if (from > to) throw new ServiceError('INVALID_TIME', 'from must not be after to', { field: 'from' });
  return { ...party, from, to };
};

const change = ({ direction, amount }: LedgerEntry): bigint => {
  if (direction === 'contract') return 0n;
  return direction === 'in' ? amount : -amount;
};

type Lines = AsyncGenerator<readonly ExportLine[], void>;

async function* withTotals(query: LedgerQuery, lines: LedgerRepository): Lines {
  const totals = new Map((await lines.openingTotals(query)).map(({ tokenCategory, total }) => [tokenCategory, total]));
  for await (const some of lines.lines(query))
    yield some.map((line) => {
      const runningTotal = (totals.get(line.tokenCategory) ?? 0n) + change(line);
      totals.set(line.tokenCategory, runningTotal);
      // In this order: properties behind a spread take a fast object from a line.
      return { runningTotal, ...line };
    });
}

/** The same lines, the first of which have been read already. */
const begun = async (lines: Lines): Promise<Lines> => {
  const first = await lines.next();
  return (async function* () {
    try {
      if (first.done === true) return;
      yield first.value;
      yield* lines;
    } finally {
      await lines.return();
    }
  })();
};

/**
 * Reads every payment to and from the addresses of one party, the oldest first, in batches. The first batch has been read when this resolves, so that
 * errors, a database that is away among them, show before an answer begins.
 *
 * @param viewer sees the private vaults of which they are a proven member
 * @throws ServiceError INVALID_ADDRESS, INVALID_TIME
 */
const exportActivity = async (
  { lines, network }: ExportsContext,
  query: ActivityExportQuery,
  viewer: Viewer | undefined,
): Promise<Lines> => begun(withTotals(parse(query, viewer, network), lines));

const toView = ({ at, periodAmount, ...entry }: LedgerActivity) => ({
  ...entry,
  periodAmountBase: periodAmount?.toString() ?? null,
  timestamp: at,
  tokenType: entry.tokenCategory === null ? ('BCH' as const) : ('FUNGIBLE_TOKEN' as const),
});

/** Entries of a page. */
const ENTRIES = 50;

/**
 * Lists what the addresses of one party paid and were paid, the newest first, page by page.
 *
 * @param viewer sees the private vaults of which they are a proven member
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
const listEntries = async (
  { entries, network }: ExportsContext,
  { address, limit = ENTRIES, cursor }: ActivityEntriesQuery,
  viewer: Viewer | undefined,
) => {
  const page = await withCursor(() => entries.page({ ...partyOf(address, viewer, network), limit, cursor }));
  return { ...page, entries: page.entries.map(toView) };
};

export const createExportsService = (context: ExportsContext) =>
  bindUseCases(context, { activity: exportActivity, entries: listEntries });

export type ExportsService = ReturnType<typeof createExportsService>;
