import { hash160, type Output } from '@bitauth/libauth';
import { littleEndian } from '../support/bytes.js';
import { holdsTokens, isRecurring, type Kind } from './covenant.js';

/** Statuses of a recurring payment. */
export const STATUS = {
  active: 0n,
  pausing: 1n,
  cancelled: 2n,
  pausedRunning: 3n,
  pausedIdle: 4n,
  cancelledRunning: 5n,
  cancelledIdle: 6n,
} as const;

/** What a commitment says. Fields of the other product are zero. */
export interface State {
  readonly index: bigint;
  /** Satoshis beside the principal. In token mode all of the state's, and in no commitment. */
  readonly reserve: bigint;
  /** hash160 of the recipient's locking bytecode; while a move is pending that of the new one behind it. */
  readonly recipient: Uint8Array;
  /** Vesting: paid so far. */
  readonly released: bigint;
  readonly start: bigint;
  readonly end: bigint;
  /** Recurring. */
  readonly status: bigint;
  readonly unpaid: bigint;
  readonly next: bigint;
  readonly amount: bigint;
}

type Field = readonly [name: keyof Omit<State, 'recipient'>, bytes: number];

const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  'vesting-bch': [
    ['index', 2],
    ['reserve', 3],
    ['released', 7],
    ['start', 4],
    ['end', 4],
  ],
  'vesting-token': [
    ['index', 2],
    ['released', 8],
    ['start', 4],
    ['end', 4],
  ],
  'recurring-bch': [
    ['index', 2],
    ['status', 1],
    ['reserve', 3],
    ['unpaid', 2],
    ['next', 5],
    ['amount', 7],
  ],
  'recurring-token': [
    ['index', 2],
    ['status', 1],
    ['unpaid', 2],
    ['next', 5],
    ['amount', 8],
  ],
};

/** The commitment of a state: 40 bytes in BCH, 38 in token mode. */
export const encodeState = (kind: Kind, state: State): Uint8Array =>
  Uint8Array.of(...FIELDS[kind].flatMap(([name, bytes]) => [...littleEndian(state[name], bytes)]), ...state.recipient);

const read = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const NOTHING: State = {
  index: 0n,
  reserve: 0n,
  recipient: new Uint8Array(20),
  released: 0n,
  start: 0n,
  end: 0n,
  status: 0n,
  unpaid: 0n,
  next: 0n,
  amount: 0n,
};

/** @throws Error for an output without an NFT. */
export const readState = (kind: Kind, { token, valueSatoshis }: Output): State => {
  const commitment = token?.nft?.commitment;
  if (commitment === undefined) throw new Error('No state');
  let place = 0;
  const fields: Partial<Record<keyof State, bigint>> = holdsTokens(kind) ? { reserve: valueSatoshis } : {};
  for (const [name, bytes] of FIELDS[kind]) {
    fields[name] = read(commitment.slice(place, place + bytes));
    place += bytes;
  }
  return { ...NOTHING, ...fields, recipient: commitment.slice(place) };
};

/** What is not said of a state that a plan begins with. */
export const stateOf = (kind: Kind, recipient: Uint8Array, some: Partial<State>): State => ({
  ...NOTHING,
  ...(isRecurring(kind) ? {} : { unpaid: 0n }),
  recipient: hash160(recipient),
  ...some,
});

/** hash160 of the locking bytecode that is paid. */
export const ownHash = ({ recipient }: State): Uint8Array => recipient.slice(0, 20);

/** Whether a move to another address is pending. */
export const isPending = ({ recipient }: State): boolean => recipient.length > 20;
