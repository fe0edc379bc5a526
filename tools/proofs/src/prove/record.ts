import { readFile, writeFile } from 'node:fs/promises';

/** What was decided of a group of claims, when it was proven last. */
export interface GroupRecord {
  /** Digest of the questions (`digestOf`). */
  readonly digest: string;
  readonly questions: number;
  /** How many of them each solver decided as wanted. */
  readonly decided: Readonly<Record<string, number>>;
}

export type ProofRecord = Readonly<Record<string, GroupRecord>>;

const FILE = new URL('../../proven.json', import.meta.url);

/** Reads the committed record. */
export const readRecord = async (): Promise<ProofRecord> => JSON.parse(await readFile(FILE, 'utf8')) as ProofRecord;

export const writeRecord = (record: ProofRecord): Promise<void> =>
  writeFile(FILE, `${JSON.stringify(record, undefined, 2)}\n`);
