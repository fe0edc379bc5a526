import { bigIntToVmNumber, flattenBinArray, hash160, sha256, type Output } from '@bitauth/libauth';
import type { CALENDAR_COVENANTS, CalendarForm } from '../../scripts/calendar-source.js';
import {
  calendarRecurringArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  planClockArtifact,
  planCompanionArtifact,
  tranchesArtifact,
  type LinkedArtifact,
} from '../../src/index.js';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed } from '../support/coins.js';
import { linkedOf, lockOf, universal } from '../support/contract.js';
import { recipient, sender } from '../support/parties.js';
import { type Coin, SEQUENCE_PLAIN, type DraftInput } from '../support/transaction.js';

export type Kind = (typeof CALENDAR_COVENANTS)[number]['name'];
export const KINDS: readonly Kind[] = [
  'calendar-recurring-bch',
  'calendar-vesting-bch',
  'tranches-bch',
  'calendar-recurring-token',
  'calendar-vesting-token',
  'tranches-token',
];
export const holdsTokens = (kind: Kind): boolean => kind.endsWith('token');
export const isSalary = (kind: Kind): boolean => kind.startsWith('calendar-recurring');
export const isGrant = (kind: Kind): boolean => kind.startsWith('calendar-vesting');
export const isList = (kind: Kind): boolean => kind.startsWith('tranches');

export const CLOCK = universal(planClockArtifact);
export const COMPANION = universal(planCompanionArtifact);
/** The token that token streams pay. */
export const SHARES = named32('category of shares');
export const CATEGORY = named32('category of a calendar plan');

export interface Terms {
  readonly sender: Uint8Array;
  readonly months: bigint;
  readonly day: bigint;
  /** Days to the second payday of a month, where there are two. */
  readonly gap: bigint;
  readonly zero: bigint;
  readonly cliff: bigint;
  readonly notice: bigint;
  /** Blocks between the announcement of another address and the move; 0 for streams that do not move. */
  readonly delay: bigint;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  readonly fee: bigint;
  readonly floor: bigint;
}

/** Midnight UTC of the day before 1999-01-30: what `zero` is at 00:00 UTC. */
export const ZERO_UTC = 917_568_000n;

export const TERMS: Terms = {
  sender: sender.lockingBytecode,
  months: 1n,
  day: 31n,
  gap: 16n,
  // 09:00, an hour east of Greenwich.
  zero: ZERO_UTC + 32_400n - 3_600n,
  cliff: 12n,
  notice: 36n,
  delay: 1_008n,
  cancelable: true,
  pausable: true,
  fee: 620n,
  floor: 980n,
};

const artifactOf = (
  kind: Kind,
  { allocation = 'CUMULATIVE_ROUND_DOWN', twice = false }: CalendarForm,
): LinkedArtifact => {
  const asset = holdsTokens(kind) ? 'FUNGIBLE_TOKEN' : 'BCH';
  if (isSalary(kind)) return calendarRecurringArtifact(asset, twice);
  if (isList(kind)) return tranchesArtifact(asset);
  return asset === 'BCH' ? calendarVestingBchArtifact : calendarVestingTokenArtifact(allocation);
};

export interface Address {
  readonly kind: Kind;
  readonly terms: Terms;
  /** Its allocation, and whether its months have two paydays. */
  readonly form: CalendarForm;
  readonly contractName: string;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** The input of a coin at this address, spent by a function. */
  readonly input: (coin: Coin, path: string, argument?: bigint | Uint8Array, sequence?: number) => DraftInput;
}

export const createAddress = (
  kind: Kind,
  some: Partial<Terms> = {},
  form: CalendarForm = {},
  artifact = artifactOf(kind, form),
): Address => {
  const terms = { ...TERMS, ...some };
  const nonce = named32('nonce of a calendar plan').slice(0, 16);
  const values = new Map<string, Uint8Array | bigint>([
    ...Object.entries(terms).map(([name, value]): [string, Uint8Array | bigint] => [
      name,
      typeof value === 'boolean' ? BigInt(value) : value,
    ]),
    ['nonce', nonce],
  ]);
  const { script, parameters } = linkedOf(
    artifact,
    artifact.constructorInputs.map(({ name }) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`No value for ${name}`);
      return value;
    }),
  );
  return {
    kind,
    terms,
    form,
    contractName: artifact.contractName,
    script,
    lockingBytecode: lockOf(script),
    input: (coin, path, argument, sequence = SEQUENCE_PLAIN) => ({
      coin,
      sequence,
      unlocking: {
        kind: 'call',
        script,
        selector: undefined,
        linked: { artifact, parameters, name: path },
        args: argument === undefined ? [] : [typeof argument === 'bigint' ? bigIntToVmNumber(argument) : argument],
      },
    }),
  };
};

export interface Tranche {
  readonly at: bigint;
  /** Principal left after it. */
  readonly left: bigint;
}
const entryOf = ({ at, left }: Tranche): Uint8Array => flattenBinArray([littleEndian(at, 4), littleEndian(left, 7)]);
/** Hashes of a list: of all of it, then of what remains after each tranche. */
export const hashesOf = (list: readonly Tranche[]): Uint8Array[] => {
  const hashes: Uint8Array[] = [new Uint8Array(32)];
  for (const tranche of list.toReversed())
    hashes.unshift(sha256.hash(flattenBinArray([entryOf(tranche), hashes[0] ?? new Uint8Array()])));
  return hashes;
};
export const shownOf = (list: readonly Tranche[], from: number, count: number): Uint8Array =>
  flattenBinArray([...list.slice(from, from + count).map(entryOf), hashesOf(list)[from + count] ?? new Uint8Array()]);

/** A state of any of the covenants; each uses its own fields. */
export interface State {
  readonly index: bigint;
  readonly status: bigint;
  readonly reserve: bigint;
  readonly unpaid: bigint;
  readonly month: bigint;
  readonly amount: bigint;
  readonly released: bigint;
  readonly day: bigint;
  readonly installments: bigint;
  readonly list: Uint8Array;
  readonly recipient: Uint8Array;
  /** hash160 of the locking bytecode that the recipient moves to; empty where no move is pending. */
  readonly to: Uint8Array;
}
export const STATE: State = {
  index: 7n,
  status: 0n,
  reserve: 980n + 48n * 620n,
  unpaid: 12n,
  month: 335n,
  amount: 10_000_000n,
  released: 0n,
  day: 31n,
  installments: 48n,
  list: new Uint8Array(32),
  recipient: hash160(recipient.lockingBytecode),
  to: new Uint8Array(),
};

type NumberField = Exclude<keyof State, 'list' | 'recipient' | 'to'>;
/** The numbers of a state in their order, with their bytes. A list of tranches and the recipient follow. */
const NUMBERS: Readonly<Record<Kind, readonly (readonly [field: NumberField, bytes: number])[]>> = {
  'calendar-recurring-bch': [
    ['index', 2],
    ['status', 1],
    ['reserve', 3],
    ['unpaid', 2],
    ['month', 2],
    ['amount', 7],
  ],
  'calendar-vesting-bch': [
    ['index', 2],
    ['reserve', 3],
    ['released', 7],
    ['day', 1],
    ['month', 2],
    ['installments', 2],
  ],
  'tranches-bch': [
    ['index', 2],
    ['reserve', 3],
  ],
  'calendar-recurring-token': [
    ['index', 2],
    ['status', 1],
    ['unpaid', 2],
    ['month', 2],
    ['amount', 8],
  ],
  'calendar-vesting-token': [
    ['index', 2],
    ['released', 8],
    ['day', 1],
    ['month', 2],
    ['installments', 2],
  ],
  'tranches-token': [['index', 2]],
};
const listBytes = (kind: Kind): number => (isList(kind) ? 32 : 0);
const RECIPIENT_BYTES = 20;

/** Bytes of a state while no move is pending. */
export const stateBytes = (kind: Kind): number =>
  NUMBERS[kind].reduce((sum, [, bytes]) => sum + bytes, listBytes(kind) + RECIPIENT_BYTES);

export const encodeState = (kind: Kind, state: State): Uint8Array =>
  flattenBinArray([
    ...NUMBERS[kind].map(([field, bytes]) => littleEndian(state[field], bytes)),
    state.list.slice(0, listBytes(kind)),
    state.recipient,
    state.to,
  ]);

/** A number as scripts read bytes: the highest bit is the sign. */
const numberIn = (bytes: Uint8Array): bigint => {
  const last = bytes.at(-1) ?? 0;
  const size = bytes.reduceRight(
    (sum, byte, place) => (sum << 8n) | BigInt(place === bytes.length - 1 ? byte & 127 : byte),
    0n,
  );
  return last > 127 ? -size : size;
};

/** Reads a state as its script does. What it does not hold is that of `STATE`; in tokens the reserve is the coin's value. */
export const readState = (kind: Kind, { token, valueSatoshis }: Output): State => {
  const commitment = token?.nft?.commitment ?? new Uint8Array();
  let offset = 0;
  const take = (bytes: number): Uint8Array => commitment.slice(offset, (offset += bytes));
  const numbers = Object.fromEntries(NUMBERS[kind].map(([field, bytes]) => [field, numberIn(take(bytes))]));
  return {
    ...STATE,
    ...(holdsTokens(kind) ? { reserve: valueSatoshis } : {}),
    ...numbers,
    list: take(listBytes(kind)),
    recipient: take(RECIPIENT_BYTES),
    to: commitment.slice(offset),
  };
};

export const stateOutput = (address: Address, state: State, principal: bigint, units: bigint): Output => ({
  lockingBytecode: address.lockingBytecode,
  valueSatoshis: state.reserve + (holdsTokens(address.kind) ? 0n : principal),
  token: {
    category: CATEGORY,
    amount: units,
    nft: { capability: 'mutable', commitment: encodeState(address.kind, state) },
  },
});
/** The tokens beside a state. */
export const companionOutput = (amount: bigint, valueSatoshis = 1_000n): Output => ({
  lockingBytecode: COMPANION.lockingBytecode,
  valueSatoshis,
  token: { category: SHARES, amount },
});
export const companionInput = (amount: bigint, vout = 4): DraftInput => ({
  coin: coinNamed('a calendar stream', companionOutput(amount), { vout }),
  sequence: SEQUENCE_PLAIN,
  unlocking: COMPANION.unlocking,
});
export const clockOutput = (units: bigint, valueSatoshis: bigint): Output => ({
  lockingBytecode: CLOCK.lockingBytecode,
  valueSatoshis,
  token: { category: CATEGORY, amount: units },
});
export const stateCoin = (address: Address, state: State, principal: bigint, units = state.index): Coin =>
  coinNamed('a calendar stream', stateOutput(address, state, principal, units), { vout: 3 });
export const clockInput = (units: bigint, valueSatoshis: bigint, sequence = SEQUENCE_PLAIN, vout = 4): DraftInput => ({
  coin: coinNamed('a calendar stream', clockOutput(units, valueSatoshis), { vout }),
  sequence,
  unlocking: CLOCK.unlocking,
});

/** When payday `number` of a salary, or the installment of a month, comes. @param day of the month, of a grant */
export const dueOf = ({ terms, form }: Address, number: bigint, day = terms.day): bigint =>
  form.twice === true
    ? dueByDate(number / 2n, day + (number % 2n) * terms.gap, terms.zero)
    : dueByDate(number, day, terms.zero);

/** When a day of a month comes, by JavaScript's calendar. @param month from March 1999 */
export const dueByDate = (month: bigint, day: bigint, zero: bigint): bigint => {
  const at = Number(month) + 2;
  const last = new Date(Date.UTC(1999, at + 1, 0)).getUTCDate();
  return BigInt(Date.UTC(1999, at, Math.min(Number(day), last)) / 1_000) + zero - ZERO_UTC;
};
