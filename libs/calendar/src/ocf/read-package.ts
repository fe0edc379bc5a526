import { md5 } from '@noble/hashes/legacy';
import type { Static } from 'typebox';
import { check } from './check.js';
import { attempt, refuse, refuseBy } from './refusal.js';
import {
  FILE,
  ISSUANCES,
  MANIFEST,
  OTHER_TRANSACTION,
  STAKEHOLDER,
  STOCK_PLAN,
  TERMS,
  VESTING_TRANSACTIONS,
} from './schemas.js';
import { type Sentence, sentence, shown } from './sentence.js';
import { isZip, MAX_PACKAGE_BYTES, type OcfFile, refuseLargePackage, unzip } from './unzip.js';

export type Terms = Static<typeof TERMS>;
export type Issuance = Static<(typeof ISSUANCES)[keyof typeof ISSUANCES]>;
export type VestingTransaction = Static<(typeof VESTING_TRANSACTIONS)[keyof typeof VESTING_TRANSACTIONS]>;
export type OtherTransaction = Static<typeof OTHER_TRANSACTION>;

/** A person or a company that holds a security. */
export interface Stakeholder {
  readonly id: string;
  readonly name: string;
  /** What the issuer calls it, as a number of an employee. */
  readonly assignedId: string | undefined;
  readonly emails: readonly string[];
}

/** What an import reads of a package. Every object is as the format's schema defines it. */
export interface OcfPackage {
  readonly terms: ReadonlyMap<string, Terms>;
  readonly issuances: readonly Issuance[];
  /** Starts, events and accelerations, by their security. */
  readonly vesting: ReadonlyMap<string, readonly VestingTransaction[]>;
  /** All other transactions of a security, by it. */
  readonly others: ReadonlyMap<string, readonly OtherTransaction[]>;
  /** Splits of stock classes: they change what quantities mean. */
  readonly splits: readonly OtherTransaction[];
  /** Classes of stock plans. */
  readonly planClasses: ReadonlyMap<string, readonly string[]>;
  readonly stakeholders: ReadonlyMap<string, Stakeholder>;
  /** What somebody should know of the package. */
  readonly notes: readonly Sentence[];
}

/** The most objects in all files together. */
const MAX_OBJECTS = 100_000;

/** The most grants: a package with more is imported in parts. */
const MAX_GRANTS = 5_000;

/** Kinds of files that are read, and the lists of a manifest that name them. */
const READ_FILES = {
  OCF_VESTING_TERMS_FILE: 'vesting_terms_files',
  OCF_TRANSACTIONS_FILE: 'transactions_files',
  OCF_STAKEHOLDERS_FILE: 'stakeholders_files',
  OCF_STOCK_PLANS_FILE: 'stock_plans_files',
} as const;
type ReadFile = keyof typeof READ_FILES;
const isRead = (type: string): type is ReadFile => Object.hasOwn(READ_FILES, type);
const OTHER_FILES: readonly string[] = [
  'OCF_STOCK_CLASSES_FILE',
  'OCF_STOCK_LEGEND_TEMPLATES_FILE',
  'OCF_VALUATIONS_FILE',
  'OCF_FINANCINGS_FILE',
  'OCF_DOCUMENTS_FILE',
];

interface Parsed {
  readonly name: string;
  readonly type: string;
  readonly items: readonly unknown[];
  readonly content: unknown;
  readonly bytes: Uint8Array;
}

const parse = ({ name, bytes }: OcfFile): Parsed => {
  const what = sentence('File {name}', { name: shown(name) });
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    refuse('{file} is not JSON.', { file: what });
  }
  const { file_type: type, items } = check(FILE, content, what);
  if (type !== 'OCF_MANIFEST_FILE' && !isRead(type) && !OTHER_FILES.includes(type))
    refuse('{file} has the file type {type}, which the format does not define.', { file: what, type: shown(type) });
  if (items === undefined && isRead(type))
    refuse('{place} lacks the field {field}.', { place: what, field: shown('items') });
  return { name, type, items: items ?? [], content, bytes };
};

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Chooses the files that a manifest lists; without a manifest all of them. */
const chooseFiles = (files: readonly Parsed[], notes: Sentence[]): readonly Parsed[] => {
  const [manifest, ...more] = files.filter(({ type }) => type === 'OCF_MANIFEST_FILE');
  if (manifest === undefined) return files;
  if (more.length > 0) refuse('The package has {found} manifests. Expected one.', { found: more.length + 1 });
  const listed = check(MANIFEST, manifest.content, sentence('Manifest {name}', { name: shown(manifest.name) }));
  const folder = manifest.name.slice(0, manifest.name.lastIndexOf('/') + 1);
  const chosen: Parsed[] = [];
  for (const [type, list] of Object.entries(READ_FILES))
    for (const { filepath, md5: digest } of listed[list] ?? []) {
      const path = `${folder}${filepath.replace(/^\.\//u, '')}`;
      const [file, second] = files.filter(({ name }) => name === path);
      if (file === undefined || second !== undefined)
        return refuseBy(
          second === undefined
            ? sentence('The manifest lists the file {file}, and the package holds none of that name.', {
                file: shown(filepath),
              })
            : sentence('The manifest lists the file {file}, and the package holds several of that name.', {
                file: shown(filepath),
              }),
        );
      if (file.type !== type)
        refuse('The manifest lists the file {file} among {list}, and its file type is {type}.', {
          file: shown(filepath),
          list,
          type: shown(file.type),
        });
      if (hexOf(md5(file.bytes)) !== digest.toLowerCase())
        notes.push(
          sentence('The file {file} has changed since the manifest was made: its MD5 differs.', {
            file: shown(filepath),
          }),
        );
      if (!chosen.includes(file)) chosen.push(file);
    }
  for (const { name, type } of files)
    if (isRead(type) && !chosen.some((file) => file.name === name))
      notes.push(sentence('The file {file} is not in the manifest, so it is not read.', { file: shown(name) }));
  return chosen;
};

const typeOf = (item: unknown, what: Sentence): string => {
  const type = typeof item === 'object' && item !== null && 'object_type' in item ? item.object_type : undefined;
  return typeof type === 'string'
    ? type
    : refuse('{place} has no object_type: {item}.', { place: what, item: shown(item) });
};

const refuseKind = (place: Sentence, kind: string, expected: string): never =>
  refuse('{place} is of the type {type}. Expected {expected}.', { place, type: shown(kind), expected });

const isIn = <Table extends object>(table: Table, key: string): key is keyof Table & string =>
  Object.hasOwn(table, key);

const addTo = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
};

/** Collects the objects of files. */
class Collected {
  readonly terms = new Map<string, Terms>();
  readonly issuances: Issuance[] = [];
  readonly vesting = new Map<string, VestingTransaction[]>();
  readonly others = new Map<string, OtherTransaction[]>();
  readonly splits: OtherTransaction[] = [];
  readonly planClasses = new Map<string, readonly string[]>();
  readonly stakeholders = new Map<string, Stakeholder>();
  readonly #transactions = new Set<string>();

  add(type: ReadFile, item: unknown, what: Sentence): void {
    const kind = typeOf(item, what);
    if (type === 'OCF_VESTING_TERMS_FILE') this.#addTerms(kind, item, what);
    else if (type === 'OCF_STAKEHOLDERS_FILE') this.#addStakeholder(kind, item, what);
    else if (type === 'OCF_STOCK_PLANS_FILE') this.#addPlan(item, what);
    else this.#addTransaction(kind, item, what);
  }

  #addPlan(item: unknown, what: Sentence): void {
    const { id, stock_class_id: only, stock_class_ids: classes = [] } = check(STOCK_PLAN, item, what);
    if (this.planClasses.has(id)) refuse('Stock plan {id} is in the package more than once.', { id: shown(id) });
    this.planClasses.set(id, only === undefined ? classes : [...classes, only]);
  }

  #addTerms(kind: string, item: unknown, what: Sentence): void {
    if (kind !== 'VESTING_TERMS') refuseKind(what, kind, 'VESTING_TERMS');
    const terms = check(TERMS, item, what);
    if (this.terms.has(terms.id))
      refuse('Vesting terms {id} are in the package more than once.', { id: shown(terms.id) });
    this.terms.set(terms.id, terms);
  }

  #addStakeholder(kind: string, item: unknown, what: Sentence): void {
    if (kind !== 'STAKEHOLDER') refuseKind(what, kind, 'STAKEHOLDER');
    const {
      id,
      name,
      issuer_assigned_id: assignedId,
      primary_contact: primary,
      contact_info: contact,
    } = check(STAKEHOLDER, item, what);
    if (this.stakeholders.has(id)) refuse('Stakeholder {id} is in the package more than once.', { id: shown(id) });
    const emails = [...(primary?.emails ?? []), ...(contact?.emails ?? [])].map((email) => email.email_address);
    this.stakeholders.set(id, { id, name: name.legal_name, assignedId, emails });
  }

  #addTransaction(kind: string, item: unknown, what: Sentence): void {
    if (isIn(ISSUANCES, kind)) this.issuances.push(this.#once(check(ISSUANCES[kind], item, what)));
    else if (isIn(VESTING_TRANSACTIONS, kind)) {
      const found = this.#once(check(VESTING_TRANSACTIONS[kind], item, what));
      addTo(this.vesting, found.security_id, found);
    } else {
      const found = this.#once(check(OTHER_TRANSACTION, item, what));
      if (kind === 'TX_STOCK_CLASS_SPLIT') this.splits.push(found);
      for (const security of new Set([...(found.security_ids ?? []), found.security_id]))
        if (security !== undefined) addTo(this.others, security, found);
    }
  }

  #once<Transaction extends { readonly id: string }>(transaction: Transaction): Transaction {
    if (this.#transactions.has(transaction.id))
      refuse('Transaction {id} is in the package more than once.', { id: shown(transaction.id) });
    this.#transactions.add(transaction.id);
    return transaction;
  }
}

const collect = (files: readonly Parsed[]): Collected => {
  const collected = new Collected();
  let objects = 0;
  for (const { name, type, items } of files) {
    objects += items.length;
    if (objects > MAX_OBJECTS) refuse('The package has more than {most} objects.', { most: MAX_OBJECTS });
    if (isRead(type))
      for (const [index, item] of items.entries())
        collected.add(type, item, sentence('{file}, item {number}', { file: shown(name), number: index + 1 }));
  }
  return collected;
};

/** A package, or the sentence by which it is refused. */
export type OcfPackageResult =
  | { readonly ok: true; readonly value: OcfPackage }
  | { readonly ok: false; readonly problem: Sentence };

/**
 * Reads a package of the Open Cap Table Format: a ZIP archive, or JSON files, with or without a manifest. Each object is checked against
 * the format's schema. It never throws because of what the files hold.
 *
 * @param files a single archive, or the files of a package
 * @param most bytes of the package, and of all files that it holds
 */
export const readOcfPackage = (files: readonly OcfFile[], most = MAX_PACKAGE_BYTES): OcfPackageResult =>
  attempt(() => {
    if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > most) refuseLargePackage(most);
    const [first] = files;
    if (first === undefined) return refuse('The package has no file.');
    const notes: Sentence[] = [];
    const parsed = (files.length === 1 && isZip(first.bytes) ? unzip(first.bytes, most) : files).map(parse);
    const collected = collect(chooseFiles(parsed, notes));
    if (collected.issuances.length > MAX_GRANTS)
      refuse('The package has more than {most} grants. Import it in parts.', { most: MAX_GRANTS });
    if (collected.issuances.length === 0)
      refuse('The package has no grant: no issuance of stock, equity compensation or warrants.');
    return Object.assign(collected, { notes });
  });
