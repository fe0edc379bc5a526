import { readFileSync } from 'node:fs';
import { flattenBinArray, hash160, sha256, type Output } from '@bitauth/libauth';
import { type AllocationName, CALENDAR_COVENANTS, linkCalendar } from '../../scripts/calendar-source.js';
import { planClockArtifact, planCompanionArtifact, type LinkedArtifact } from '../../src/index.js';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed } from '../support/coins.js';
import { linkedOf, lockOf, universal } from '../support/contract.js';
import { recipient, sender } from '../support/parties.js';
import { type Coin, SEQUENCE_PLAIN, type DraftInput } from '../support/transaction.js';
import { pushNumber } from '../support/unlocking.js';

export type Kind = (typeof CALENDAR_COVENANTS)[number]['name'];
export const holdsTokens = (kind: Kind): boolean => kind.endsWith('token');

export const CLOCK = universal(planClockArtifact);
export const COMPANION = universal(planCompanionArtifact);
/** The token that token streams pay. */
export const SHARES = named32('category of shares');
export const CATEGORY = named32('category of a calendar plan');

export interface Terms {
  readonly sender: Uint8Array;
  readonly months: bigint;
  readonly day: bigint;
  readonly zero: bigint;
  readonly cliff: bigint;
  readonly notice: bigint;
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
  // 09:00, an hour east of Greenwich.
  zero: ZERO_UTC + 32_400n - 3_600n,
  cliff: 12n,
  notice: 36n,
  cancelable: true,
  pausable: true,
  fee: 620n,
  floor: 980n,
};

const artifacts = new Map<string, LinkedArtifact>();
const artifactOf = (kind: Kind, allocation: AllocationName): LinkedArtifact => {
  const key = `${kind} ${allocation}`;
  const covenant = CALENDAR_COVENANTS.find(({ name }) => name === kind);
  if (covenant === undefined) throw new Error(`No covenant ${kind}`);
  const source = (): string => readFileSync(new URL(`../../cash/${kind}.cash`, import.meta.url), 'utf8');
  const known = artifacts.get(key) ?? linkCalendar(covenant, source(), allocation);
  artifacts.set(key, known);
  return known;
};

export interface Address {
  readonly kind: Kind;
  readonly terms: Terms;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** The input of a coin at this address, spent by a function. */
  readonly input: (coin: Coin, path: string, argument?: bigint | Uint8Array, sequence?: number) => DraftInput;
}

/** An argument as it is pushed. */
const itemOf = (argument: bigint | Uint8Array): Uint8Array => {
  if (argument instanceof Uint8Array) return argument;
  const push = pushNumber(argument);
  // The push of a small number is an opcode: its item is a byte.
  return push.length > 1 ? push.slice(1) : argument === 0n ? new Uint8Array() : Uint8Array.of(Number(argument));
};

export const createAddress = (
  kind: Kind,
  some: Partial<Terms> = {},
  allocation: AllocationName = 'CUMULATIVE_ROUND_DOWN',
): Address => {
  const terms = { ...TERMS, ...some };
  const artifact = artifactOf(kind, allocation);
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
        args: argument === undefined ? [] : [itemOf(argument)],
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
};

export const encodeState = (kind: Kind, state: State): Uint8Array => {
  const { index, status, reserve, unpaid, month, amount, released, day, installments, list, recipient: to } = state;
  const head = [littleEndian(index, 2)];
  const stored = littleEndian(reserve, 3);
  switch (kind) {
    case 'calendar-recurring-bch':
      return flattenBinArray([
        ...head,
        littleEndian(status, 1),
        stored,
        littleEndian(unpaid, 2),
        littleEndian(month, 2),
        littleEndian(amount, 7),
        to,
      ]);
    case 'calendar-vesting-bch':
      return flattenBinArray([
        ...head,
        stored,
        littleEndian(released, 7),
        littleEndian(day, 1),
        littleEndian(month, 2),
        littleEndian(installments, 2),
        to,
      ]);
    case 'calendar-recurring-token':
      return flattenBinArray([
        ...head,
        littleEndian(status, 1),
        littleEndian(unpaid, 2),
        littleEndian(month, 2),
        littleEndian(amount, 8),
        to,
      ]);
    case 'calendar-vesting-token':
      return flattenBinArray([
        ...head,
        littleEndian(released, 8),
        littleEndian(day, 1),
        littleEndian(month, 2),
        littleEndian(installments, 2),
        to,
      ]);
    case 'tranches-token':
      return flattenBinArray([...head, list, to]);
    case 'tranches-bch':
      return flattenBinArray([...head, stored, list, to]);
  }
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

/** When a day of a month comes, by JavaScript's calendar. @param month from March 1999 */
export const dueByDate = (month: bigint, day: bigint, zero: bigint): bigint => {
  const at = Number(month) + 2;
  const last = new Date(Date.UTC(1999, at + 1, 0)).getUTCDate();
  return BigInt(Date.UTC(1999, at, Math.min(Number(day), last)) / 1_000) + zero - ZERO_UTC;
};
