import { phrase, type Phrase } from '../../language/text.js';
import { addressReader, type AddressReader, HASH_WORDS } from './cash-address.js';
import { KnownRecipients } from './known-recipients.js';

/** The rules that a list is checked against, as the service applies them (`POST /api/airdrops/:id/generate-merkle`). */
export interface ListRules {
  /** Address prefix of the network. */
  readonly prefix: string;
  /** Decimals of amounts: 8 for BCH, 0 for tokens, whose amounts are base units. */
  readonly decimals: number;
  /** Least amount of a row, base units. */
  readonly minAmount: bigint;
  readonly maxRows: number;
}

/** A problem on a line. */
export interface LineProblem {
  /** From 1, header and empty lines included; 0 for the whole list. */
  readonly line: number;
  readonly reason: Phrase;
}

/** The result of checking a list so far. */
export interface ListReport {
  /** Number of valid recipients. */
  readonly rows: number;
  /** Their total, base units. */
  readonly total: bigint;
  /** Number of invalid lines. */
  readonly wrong: number;
  /** The first of them. */
  readonly problems: readonly LineProblem[];
}

/** How many problems are reported; a list with more usually has one common fault. */
export const MAX_PROBLEMS = 100;
/** Longest line that the service accepts. */
const MAX_LINE = 1_024;
/** Largest possible amount: 2^63 - 1. */
const MAX_AMOUNT = 9_223_372_036_854_775_807n;
const SHOWN = 60;

const shown = (text: string): string => `“${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}”`;

const ADDRESS_REASONS = {
  BAD_ADDRESS: (address: string) => phrase('{address} is not a cash address', { address }),
  WRONG_NETWORK: (address: string) => phrase('{address} is an address of another network', { address }),
  NOT_P2PKH: (address: string) => phrase('{address} is not the address of a single key', { address }),
} as const;

const QUOTED = /^"((?:[^"]|"")*)"$/;

/** Removes a field's quotes; undefined where they do not match. */
const unquoted = (field: string): string | undefined => {
  const plain = field.trim();
  if (!plain.includes('"')) return plain;
  return QUOTED.exec(plain)?.[1]?.replaceAll('""', '"').trim();
};

/** Checks a list line by line. */
export class ListCheck {
  readonly #read: AddressReader;
  readonly #amount: RegExp;
  readonly #known = new KnownRecipients();
  readonly #hash = new Uint32Array(HASH_WORDS);
  readonly #problems: LineProblem[] = [];
  #line = 0;
  #rows = 0;
  #total = 0n;
  #wrong = 0;
  #isFirst = true;

  constructor(private readonly rules: ListRules) {
    this.#read = addressReader(rules.prefix);
    const { decimals } = rules;
    this.#amount = decimals === 0 ? /^(\d{1,20})$/ : new RegExp(`^(\\d{1,20})(?:\\.(\\d{1,${decimals}}))?$`);
  }

  /** The result so far. */
  get report(): ListReport {
    return { rows: this.#rows, total: this.#total, wrong: this.#wrong, problems: [...this.#problems] };
  }

  /** Checks a line, given without its line break. */
  add(text: string): void {
    this.#line += 1;
    const problem = this.#problemOf(text.endsWith('\r') ? text.slice(0, -1) : text);
    if (problem !== undefined) this.#note(this.#line, problem);
  }

  /** Checks the list as a whole after its last line. */
  finish(): ListReport {
    if (this.#rows === 0 && this.#wrong === 0) this.#note(0, phrase('The list is empty'));
    return this.report;
  }

  #note(line: number, reason: Phrase): void {
    this.#wrong += 1;
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ line, reason });
  }

  #problemOf(text: string): Phrase | undefined {
    if (text.trim() === '') return undefined;
    if (text.length > MAX_LINE) return phrase('It has more than {most} characters', { most: MAX_LINE });
    if (text.trimStart().startsWith('#')) return phrase('Comments are not taken');
    const fields = text.split(',');
    if (fields.length !== 2)
      return fields.length === 1
        ? phrase('It has one column, not two: address,amount')
        : phrase('It has {count} columns, not two: address,amount', { count: fields.length });
    const [address, amount] = fields.map(unquoted);
    if (address === undefined || amount === undefined) return phrase('A quote is not closed, or stands within a field');
    const isHeader = this.#isFirst && address.toLowerCase() === 'address' && amount.toLowerCase() === 'amount';
    this.#isFirst = false;
    return isHeader ? undefined : this.#rowProblem(address, amount);
  }

  #rowProblem(address: string, amount: string): Phrase | undefined {
    const problem = this.#read(address, this.#hash);
    if (problem !== undefined) return ADDRESS_REASONS[problem](shown(address));
    const base = this.#baseOf(amount);
    if (base === undefined) return phrase('{amount} is not an amount', { amount: shown(amount) });
    if (base < this.rules.minAmount)
      return phrase('{amount} is less than the least that can be paid', { amount: shown(amount) });
    if (base > MAX_AMOUNT) return phrase('{amount} is more than there can be', { amount: shown(amount) });
    if (this.#rows >= this.rules.maxRows)
      return phrase('There are more than {most} recipients', { most: this.rules.maxRows });
    const before = this.#known.add(this.#hash, this.#line);
    if (before !== undefined) return phrase('The same address stands on line {line}', { line: before });
    this.#rows += 1;
    this.#total += base;
    return undefined;
  }

  #baseOf(text: string): bigint | undefined {
    const [, whole, part = ''] = this.#amount.exec(text) ?? [];
    return whole === undefined ? undefined : BigInt(whole + part.padEnd(this.rules.decimals, '0'));
  }
}

const BYTE_ORDER_MARK = '\uFEFF';
/** Longest line kept; the rest of a longer one is dropped. */
const LONGEST = 65_536;

/** Splits a file's bytes into lines as they arrive. @throws TypeError where the bytes are not UTF-8 */
export class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #rest = '';
  #isFirst = true;

  constructor(private readonly onLine: (line: string) => void) {}

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Emits the last line where it has no line break. */
  finish(): void {
    this.#take(this.#decoder.decode());
    if (this.#rest !== '') this.onLine(this.#rest);
    this.#rest = '';
  }

  #take(decoded: string): void {
    const text = this.#isFirst && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
    if (decoded !== '') this.#isFirst = false;
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, LONGEST);
    for (const line of lines) this.onLine(line);
  }
}
