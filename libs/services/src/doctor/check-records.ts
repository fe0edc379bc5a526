import type { ChainFault, FaultyRecord, Finding, Repair } from './doctor.types.js';

/** How the records are compared. */
export interface CheckOptions {
  readonly fix: boolean;
  /** Waits before what looks wrong is looked at again: services may be about to record it. */
  readonly settle: () => Promise<unknown>;
  readonly onFinding: (finding: Finding) => void;
  /** Called after each page, with how many records were looked at. */
  readonly onExamined: (count: number) => void;
}

/** A difference between a record and the chain. */
export interface RecordFault {
  readonly fault: ChainFault;
  readonly says: string;
}

/** Records of one kind that are compared with the chain. */
export interface CheckedRecords<Item, Fault extends RecordFault> {
  /** How many are read together. */
  readonly page: number;
  list(request: { readonly after: string | undefined; readonly limit: number }): Promise<readonly Item[]>;
  /** Reads one again; undefined where it is gone. */
  find(id: string): Promise<Item | undefined>;
  idOf(item: Item): string;
  /** How many records of the report an item is. */
  countOf(item: Item): number;
  /** Looks at the chain for some of them, without recording anything. @returns the faults of each */
  examine(items: readonly Item[]): Promise<readonly (readonly Fault[])[]>;
  /** Names the record that has a fault. */
  recordOf(item: Item, fault: Fault): FaultyRecord;
  /** Repairs one. */
  repair(item: Item): Promise<Repair>;
}

/** Examines items one after the other. */
export const examineEach = async <Item, Fault extends RecordFault>(
  items: readonly Item[],
  examine: (item: Item) => Promise<readonly Fault[]>,
): Promise<readonly (readonly Fault[])[]> => {
  const faults: (readonly Fault[])[] = [];
  for (const item of items) faults.push(await examine(item));
  return faults;
};

/** @returns the ids of records that look wrong */
const findSuspects = async <Item, Fault extends RecordFault>(
  records: CheckedRecords<Item, Fault>,
  onExamined: CheckOptions['onExamined'],
): Promise<readonly string[]> => {
  const suspects: string[] = [];
  for (let after: string | undefined, isLast = false; !isLast;) {
    const items = await records.list({ after, limit: records.page });
    const faults = await records.examine(items);
    suspects.push(...items.filter((_, index) => (faults[index]?.length ?? 0) > 0).map((item) => records.idOf(item)));
    onExamined(items.reduce((sum, item) => sum + records.countOf(item), 0));
    const last = items.at(-1);
    after = last && records.idOf(last);
    isLast = items.length < records.page;
  }
  return suspects;
};

/**
 * Compares all records of a kind with the chain. What still differs at a second look is a fault, and repaired where that is asked
 * for.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkRecords = async <Item, Fault extends RecordFault>(
  records: CheckedRecords<Item, Fault>,
  { fix, settle, onFinding, onExamined }: CheckOptions,
): Promise<void> => {
  const suspects = await findSuspects(records, onExamined);
  if (suspects.length > 0) await settle();
  for (const id of suspects) {
    const item = await records.find(id);
    const [faults = []] = item === undefined ? [] : await records.examine([item]);
    if (item === undefined || faults.length === 0) continue;
    const outcome: Repair = fix ? await records.repair(item) : { outcome: 'found' };
    for (const fault of faults)
      onFinding({ fault: fault.fault, says: fault.says, record: records.recordOf(item, fault), ...outcome });
  }
};
