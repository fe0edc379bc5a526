import { readFile, writeFile } from 'node:fs/promises';
import type { Rule } from '../contract-trials.js';

/** What came out when a rule was left out of its source. */
export interface Tooth {
  readonly function: string;
  readonly rule: string;
  /** A whole transaction that libauth's VM then accepts, and else refuses: the name of the attack. */
  readonly transaction?: string;
  /** A claim that then breaks: its group and its name. */
  readonly claim?: string;
  /** Where no transaction is known: what refuses the same without the rule. */
  readonly secondLock?: string;
}

/** Every rule of every source, in its order. */
export type TeethRecord = Readonly<Record<string, readonly Tooth[]>>;

const FILE = new URL('../../teeth.json', import.meta.url);

/** Reads the committed record. */
export const readTeeth = async (): Promise<TeethRecord> => JSON.parse(await readFile(FILE, 'utf8')) as TeethRecord;

export const writeTeeth = (record: TeethRecord): Promise<void> =>
  writeFile(FILE, `${JSON.stringify(record, undefined, 2)}\n`);

export const isOf = (rule: Rule, tooth: Tooth): boolean => tooth.function === rule.function && tooth.rule === rule.text;
