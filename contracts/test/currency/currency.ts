import {
  bigIntToVmNumber,
  flattenBinArray,
  hash160,
  secp256k1,
  sha256,
  utf8ToBin,
  type Output,
} from '@bitauth/libauth';
import { encodePriceMessage, payPeriod, type PriceMessage } from '@weir/payments';
import { signMessage, type SignedMessage } from '@weir/payments/oracle';
import {
  currencyCalendarArtifact,
  currencyCalendarTwiceArtifact,
  currencyPaymentArtifact,
  currencyTillArtifact,
} from '../../src/index.js';
import { dueByDate, ZERO_UTC } from '../calendar/covenant.js';
import { PLAN_CLOCK } from '../plan/covenant.js';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed } from '../support/coins.js';
import { linkedOf, lockOf, scriptOf, type LinkedContract } from '../support/contract.js';
import { recipient, sender } from '../support/parties.js';
import { SEQUENCE_PLAIN, type ChainPoint, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Unlocking } from '../support/unlocking.js';

export const DAY = 86_400n;
export const MONTH = 30n * DAY;
/** When the first period of the tests falls due. */
export const START = 1_800_000_000n;
export const PLAN = named32('category: a plan in a currency');

const ARTIFACTS = {
  'currency-payment': currencyPaymentArtifact,
  'currency-calendar': currencyCalendarArtifact,
  'currency-calendar-twice': currencyCalendarTwiceArtifact,
} as const;
/** Whether periods are equal or by the calendar, and then how many paydays a month has. */
export type Form = keyof typeof ARTIFACTS;
export const FORMS = ['currency-payment', 'currency-calendar', 'currency-calendar-twice'] as const satisfies Form[];

/** The parameters of a plan, as in the contract. */
export interface Terms {
  readonly form: Form;
  readonly sender: Uint8Array;
  readonly oracle: Uint8Array;
  /** Of equal periods. */
  readonly interval: bigint;
  /** By the calendar, like the following three. */
  readonly months: bigint;
  readonly day: bigint;
  readonly gap: bigint;
  readonly zero: bigint;
  readonly grace: bigint;
  readonly lowest: bigint;
  readonly highest: bigint;
  readonly notice: bigint;
  readonly pausable: boolean;
  readonly fee: bigint;
  readonly bound: bigint;
  readonly floor: bigint;
  readonly reserve: bigint;
  readonly least: bigint;
  readonly nonce: Uint8Array;
}

export interface Oracle {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
}
export const oracleNamed = (name: string): Oracle => {
  const privateKey = sha256.hash(utf8ToBin(`key of the oracle ${name}`));
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new Error(publicKey);
  return { privateKey, publicKey };
};
export const USD = oracleNamed('USD');
export const EUR = oracleNamed('EUR');

const FEE = 1_050n;
const BOUND = 1_780n;
const FLOOR = BOUND + 650n;
export const TERMS: Terms = {
  form: 'currency-payment',
  sender: sender.lockingBytecode,
  oracle: USD.publicKey,
  interval: MONTH,
  // 09:00, an hour east of Greenwich, on the 15th, and where there are two paydays on the 31st: START is a payday.
  months: 1n,
  day: 15n,
  gap: 16n,
  zero: ZERO_UTC + 32_400n - 3_600n,
  grace: DAY,
  lowest: 11_000n,
  highest: 180_000n,
  notice: 288n,
  pausable: true,
  fee: FEE,
  bound: BOUND,
  floor: FLOOR,
  reserve: FLOOR + 12n * FEE,
  least: 6_000_000n,
  nonce: named32('nonce of a plan in a currency').slice(0, 16),
};

/** How far the next dates of two periods in a row are apart, as states have them: seconds, or numbers of paydays. */
export const stepOf = ({ form, interval, months }: Terms): bigint =>
  ({ 'currency-payment': interval, 'currency-calendar': months, 'currency-calendar-twice': 1n })[form];

/** When a period falls due, by what a state has of it. */
export const dueOf = ({ form, day, gap, zero }: Terms, next: bigint): bigint => {
  if (form === 'currency-payment') return next;
  if (form === 'currency-calendar') return dueByDate(next, day, zero);
  return dueByDate(next / 2n, day + (next % 2n) * gap, zero);
};

/** Of the period that is due at START: January 2027. */
export const firstOf = ({ form }: Terms): bigint =>
  ({ 'currency-payment': START, 'currency-calendar': 334n, 'currency-calendar-twice': 668n })[form];

/** What a state has of the period that falls due next after a resume, which interrupted periods precede. */
export const resumedOf = (terms: Terms, next: bigint, locktime: bigint): bigint => {
  const { form, interval } = terms;
  if (form === 'currency-payment') return locktime + interval > next ? locktime + interval : next;
  return dueOf(terms, next) > locktime ? next : resumedOf(terms, next + stepOf(terms), locktime);
};

/** The contract of a plan's payments. */
export interface Covenant {
  readonly terms: Terms;
  readonly contract: LinkedContract;
  readonly lock: Uint8Array;
}

export const createCovenant = (terms: Terms = TERMS): Covenant => {
  const values = new Map<string, Uint8Array | bigint | boolean>(Object.entries(terms));
  const artifact = ARTIFACTS[terms.form];
  const contract = linkedOf(
    artifact,
    artifact.constructorInputs.map(({ name }) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`No value for ${name}`);
      return typeof value === 'boolean' ? BigInt(value) : value;
    }),
  );
  return { terms, contract, lock: lockOf(contract.script) };
};

export const callOf = ({ contract }: Covenant, name: string, args: readonly Uint8Array[] = []): Unlocking => ({
  kind: 'call',
  script: contract.script,
  selector: undefined,
  linked: { artifact: contract.artifact, parameters: contract.parameters, name },
  args,
});

export interface State {
  readonly index: bigint;
  /** 0 active or paused, 1 pausing, 2 cancelled. */
  readonly status: bigint;
  readonly left: bigint;
  readonly open: bigint;
  /** The next due date; by the calendar the number of the next payday. */
  readonly next: bigint;
  readonly debt: bigint;
  readonly amount: bigint;
  readonly recipient: Uint8Array;
}
/** 1,500.00 USD a month, without an end; a debt and a period paid, so that no field is zero. */
export const STATE: Omit<State, 'next'> = {
  index: 1n,
  status: 0n,
  left: 32_766n,
  open: 32_766n,
  debt: 12_345_678n,
  amount: 150_000n,
  recipient: hash160(recipient.lockingBytecode),
};
export const encodeState = ({ index, status, left, open, next, debt, amount, recipient: payee }: State): Uint8Array =>
  flattenBinArray([
    littleEndian(index, 2),
    littleEndian(status, 1),
    littleEndian(left, 2),
    littleEndian(open, 2),
    littleEndian(next, 5),
    littleEndian(debt, 7),
    littleEndian(amount, 6),
    payee,
  ]);
const unsigned = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
export const decodeState = (output: Output): State => {
  const bytes = output.token?.nft?.commitment;
  if (bytes?.length !== 45) throw new Error('Expected a state of 45 bytes');
  const at = (from: number, to: number): bigint => unsigned(bytes.slice(from, to));
  return {
    index: at(0, 2),
    status: at(2, 3),
    left: at(3, 5),
    open: at(5, 7),
    next: at(7, 12),
    debt: at(12, 19),
    amount: at(19, 25),
    recipient: bytes.slice(25),
  };
};

export const unitsOf = ({ status, index }: State): bigint => (status === 0n ? index : 0n);
export const stateOutput = (
  { lock }: Covenant,
  state: State,
  valueSatoshis: bigint,
  units = unitsOf(state),
  category = PLAN,
): Output => ({
  lockingBytecode: lock,
  valueSatoshis,
  token: { category, amount: units, nft: { capability: 'mutable', commitment: encodeState(state) } },
});
export const clockOutput = (units: bigint, valueSatoshis = BOUND, category = PLAN): Output => ({
  lockingBytecode: PLAN_CLOCK.lockingBytecode,
  valueSatoshis,
  token: { category, amount: units },
});

/** Money of the payments of the tests: three periods at the usual price. */
export const VALUE = 1_000_000_000n;
export const PRICE = 45_000n;
export const TIP: ChainPoint = { height: 900_000, mtp: Number(START + 400n * DAY) };
/** Older than any notice. */
export const OLD: ChainPoint = { height: 899_000, mtp: Number(START - DAY) };

const text = (some: object): string =>
  JSON.stringify(some, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

export const stateCoin = (
  covenant: Covenant,
  some: Partial<State> = {},
  { value = VALUE, units, category = PLAN, label = '' }: StateCoin = {},
): Coin => {
  const state = { ...STATE, next: firstOf(covenant.terms), ...some };
  return coinNamed(`${label} ${text(some)}`, stateOutput(covenant, state, value, units, category), { mined: OLD });
};
export interface StateCoin {
  readonly value?: bigint;
  readonly units?: bigint | undefined;
  readonly category?: Uint8Array;
  readonly label?: string;
}
export const clockCoin = (units: bigint, category = PLAN, mined = OLD): Coin =>
  coinNamed(`clock of ${units}`, clockOutput(units, BOUND, category), { vout: 2, mined });
export const clockInput = (coin: Coin, sequence = Number(TERMS.notice)): DraftInput => ({
  coin,
  sequence,
  unlocking: PLAN_CLOCK.unlocking,
});
/** @param passed paydays that a resume by the calendar skips */
export const hiddenInput = (
  covenant: Covenant,
  coin: Coin,
  name: string,
  { sequence = SEQUENCE_PLAIN, passed = 0n }: { readonly sequence?: number; readonly passed?: bigint } = {},
): DraftInput => {
  const takesPassed = name === 'resume' && covenant.terms.form !== 'currency-payment';
  return { coin, sequence, unlocking: callOf(covenant, name, takesPassed ? [bigIntToVmNumber(passed)] : []) };
};

/** A message and the one before it, as an oracle signed them. */
export interface Quote {
  readonly message: SignedMessage;
  readonly previous: SignedMessage;
}
const signed = new Map<string, SignedMessage>();
export const signBytes = ({ privateKey }: Oracle, bytes: Uint8Array): SignedMessage => {
  const key = `${privateKey.toString()} ${bytes.toString()}`;
  const made = signed.get(key) ?? signMessage(bytes, privateKey);
  signed.set(key, made);
  return made;
};
export const messageOf = (oracle: Oracle, { time, priceNumber, price }: Omit<PriceMessage, 'number'>): SignedMessage =>
  signBytes(oracle, encodePriceMessage({ time, number: priceNumber + 7n, priceNumber, price }));

/** What scripts do not look at, or read in another way than correct oracles write it. */
export const ODDITIES = [
  'the number 0',
  'a negative number',
  'no price before',
  'a longer message before',
  'ECDSA',
  'a longer message',
] as const;
export type Oddity = (typeof ODDITIES)[number];

const [NUMBER_AT, PRICE_AT] = [4, 12];
const numbered = ({ bytes }: SignedMessage, number: bigint): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  changed.set(littleEndian(number, 4), NUMBER_AT);
  return changed;
};

const signedByEcdsa = ({ bytes }: SignedMessage, { privateKey }: Oracle): SignedMessage => {
  const signature = secp256k1.signMessageHashDER(privateKey, sha256.hash(bytes));
  if (typeof signature === 'string') throw new Error(signature);
  return { bytes, signature };
};

/** Messages that an oracle signs which lies. Scripts accept all but a longer message. */
export const oddQuote = ({ message, previous }: Quote, oddity: Oddity, oracle = USD): Quote => {
  switch (oddity) {
    case 'the number 0':
      return { message: signBytes(oracle, numbered(message, 0n)), previous };
    case 'a negative number':
      return { message, previous: signBytes(oracle, numbered(previous, 0xffff_ffffn)) };
    case 'no price before':
      return { message, previous: signBytes(oracle, previous.bytes.slice(0, PRICE_AT)) };
    case 'a longer message before':
      return { message, previous: signBytes(oracle, Uint8Array.of(...previous.bytes, 1, 2, 3)) };
    case 'ECDSA':
      return { message: signedByEcdsa(message, oracle), previous: signedByEcdsa(previous, oracle) };
    case 'a longer message':
      return { message: signBytes(oracle, Uint8Array.of(...message.bytes, 0)), previous };
  }
};

export interface QuoteParts {
  readonly price?: bigint;
  /** Seconds from the date to the messages. */
  readonly before?: bigint;
  readonly after?: bigint;
  readonly number?: bigint;
  readonly gap?: bigint;
  readonly oracle?: Oracle;
  readonly oracleBefore?: Oracle;
}
export const quoteAt = (
  due: bigint,
  {
    price = PRICE,
    before = -13n,
    after = 47n,
    number = 1_000_000n,
    gap = 1n,
    oracle = USD,
    oracleBefore = oracle,
  }: QuoteParts = {},
): Quote => ({
  previous: messageOf(oracleBefore, { time: due + before, priceNumber: number, price: price + 3n }),
  message: messageOf(oracle, { time: due + after, priceNumber: number + gap, price }),
});
export const priceOf = ({ bytes }: SignedMessage): bigint => unsigned(bytes.slice(PRICE_AT, PRICE_AT + 4));

export const payInput = (covenant: Covenant, coin: Coin, { message, previous }: Quote): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: callOf(covenant, 'pay', [message.bytes, message.signature, previous.bytes, previous.signature]),
});

/** A payment as a watcher builds it. @param purse pays the fee, where the payment takes none */
export const draftPay = (
  covenant: Covenant,
  coin: Coin,
  { quote, payee = recipient.lockingBytecode, locktime, purse }: PayParts = {},
): Draft => {
  const { terms } = covenant;
  const state = decodeState(coin.output);
  const due = dueOf(terms, state.next);
  const shown = quote ?? quoteAt(due);
  const balance = { value: coin.output.valueSatoshis, debt: state.debt };
  const step = payPeriod({ ...terms, amount: state.amount }, terms, balance, priceOf(shown.message));
  const after = {
    ...state,
    left: state.left - 1n,
    open: state.open - 1n,
    next: state.next + stepOf(terms),
    debt: step.after.debt,
  };
  const value = step.after.value + (purse === undefined ? 0n : step.fee);
  const { token } = coin.output;
  const next = stateOutput(covenant, after, value, token?.amount, token?.category);
  return {
    version: 2,
    locktime: Number(locktime ?? due),
    inputs: [payInput(covenant, coin, shown), ...(purse === undefined ? [] : [purse])],
    outputs: [next, ...(step.paid > 0n ? [{ lockingBytecode: payee, valueSatoshis: step.paid }] : [])],
  };
};
export interface PayParts {
  readonly quote?: Quote | undefined;
  readonly payee?: Uint8Array;
  readonly locktime?: bigint;
  readonly purse?: DraftInput;
}

export interface Till {
  readonly script: Uint8Array;
  readonly lock: Uint8Array;
}
export const createTill = (terms: Terms, index: bigint, category = PLAN): Till => {
  const payment = Uint8Array.of(...category.toReversed(), 1);
  const script = scriptOf(currencyTillArtifact, [
    payment,
    littleEndian(index, 2),
    terms.sender,
    terms.notice,
    terms.bound,
  ]);
  return { script, lock: lockOf(script) };
};
export const tillCoin = ({ lock }: Till, valueSatoshis = 8_000_000n, label = ''): Coin =>
  coinNamed(`till ${label} ${valueSatoshis}`, { lockingBytecode: lock, valueSatoshis }, { mined: OLD });
export const tillInput = (
  { script }: Till,
  coin: Coin,
  name: 'add' | 'take',
  sequence = SEQUENCE_PLAIN,
): DraftInput => ({
  coin,
  sequence,
  unlocking: { kind: 'call', script, selector: name === 'add' ? 0n : 1n, args: [] },
});
