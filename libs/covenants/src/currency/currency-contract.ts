import type { Unlocker } from 'cashscript';
import { zeroOf } from '@weir/calendar';
import {
  currencyCalendarArtifact,
  currencyCalendarTwiceArtifact,
  currencyPaymentArtifact,
  currencyTillArtifact,
  type LinkedArtifact,
} from '@weir/contracts';
import type { SignedMessage } from '@weir/payments/oracle';
import { littleEndian } from '../bytes/little-endian.js';
import { readHex } from '../bytes/read-bytes.js';
import { isLocalNetwork, type Network } from '../chain/network.js';
import {
  createCovenantScript,
  createLinkedScript,
  type CovenantScript,
  type LinkedCovenantScript,
} from '../contract/covenant-script.js';
import { universalScripts } from '../contract/universal-scripts.js';
import { type CurrencyPlanTerms, findCurrencyTermsProblem } from './currency-terms.js';

/**
 * The functions of the covenant that take no arguments, but for `resume`, which by the calendar takes the number of paydays that it skips.
 * `pay`, which addresses show, takes two messages of the oracle.
 */
export type CurrencyCall = 'stop' | 'settle' | 'resume' | 'topUp' | 'payDebt' | 'close' | 'refund' | 'sweep';

/** A message of an oracle and the one before it, which proves that it is the first at or after a date. */
export interface SignedPair {
  readonly message: SignedMessage;
  readonly previous: SignedMessage;
}

/** How an input calls the covenant. */
export type ReadCurrencyCall = { readonly name: CurrencyCall } | ({ readonly name: 'pay' } & SignedPair);

/** The contract of all payments of like terms. */
export interface CurrencyContract extends Omit<LinkedCovenantScript, 'unlock' | 'readCall'> {
  readonly terms: CurrencyPlanTerms;
  readonly network: Network;
  /** Returns the unlocker of a function. Nobody signs inside. */
  readonly call: (name: Exclude<CurrencyCall, 'resume'>) => Unlocker;
  /** Returns the unlocker of a resume. @param skipped paydays that have passed; of equal periods 0 */
  readonly resume: (skipped: bigint) => Unlocker;
  /** Returns the unlocker of a payment at the price of a message. */
  readonly pay: (pair: SignedPair) => Unlocker;
  /** Reads how an input calls the covenant; undefined where its unlocking bytecode does not end in this script. */
  readonly readCall: (unlockingBytecode: Uint8Array) => ReadCurrencyCall | undefined;
  /** The universal script beside a payment under notice, which has the function `spend`. */
  readonly clock: CovenantScript;
  /**
   * Creates the till of a payment: the address to which anybody sends BCH to top it up. It has the functions `add` and `take`.
   *
   * @param category of the payment, display-order hex
   */
  readonly till: (category: string, index: number) => CovenantScript;
}

/** The capability byte of a mutable NFT, as scripts read it behind the category. */
const MUTABLE = 0x01;

/** The covenants of payments in a currency: of equal periods, or by the calendar one or two paydays a month. */
export type CurrencyForm = 'EQUAL' | 'ONCE' | 'TWICE';

const ARTIFACTS: Readonly<Record<CurrencyForm, LinkedArtifact>> = {
  EQUAL: currencyPaymentArtifact,
  ONCE: currencyCalendarArtifact,
  TWICE: currencyCalendarTwiceArtifact,
};

export const CURRENCY_FORMS = Object.keys(ARTIFACTS) as readonly CurrencyForm[];

/** Returns the covenant of a form. */
export const currencyArtifact = (form: CurrencyForm): LinkedArtifact => ARTIFACTS[form];

const formOf = ({ paydays }: CurrencyPlanTerms): CurrencyForm => {
  if (paydays === undefined) return 'EQUAL';
  return paydays.secondDay === undefined ? 'ONCE' : 'TWICE';
};

const datesOf = ({ interval, paydays }: CurrencyPlanTerms): readonly bigint[] => {
  if (paydays === undefined) return [interval];
  const { months, day, secondDay } = paydays;
  return [months, day, ...(secondDay === undefined ? [] : [secondDay - day]), zeroOf(paydays)];
};

const parametersOf = (terms: CurrencyPlanTerms) => {
  const { sender, oracle, grace, lowest, highest, noticeBlocks, pausable, fee, bound, floor } = terms;
  const prices = [...datesOf(terms), grace, lowest, highest, BigInt(noticeBlocks)];
  return [sender, oracle, ...prices, pausable, fee, bound, floor, terms.reserve, terms.least, terms.nonce];
};

/**
 * Creates the contract of payments in a currency.
 *
 * @throws RangeError where the terms break a rule (see `findCurrencyTermsProblem`): such a payment must not be funded
 */
export const createCurrencyContract = (terms: CurrencyPlanTerms, network: Network): CurrencyContract => {
  const problem = findCurrencyTermsProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw new RangeError(`No payment in a currency has these terms: ${problem}`);
  const { unlock, readCall, ...script } = createLinkedScript(ARTIFACTS[formOf(terms)], parametersOf(terms), network);
  const unlockers = new Map<CurrencyCall, Unlocker>();
  return {
    ...script,
    terms,
    network,
    call(name) {
      const unlocker = unlockers.get(name) ?? unlock(name);
      unlockers.set(name, unlocker);
      return unlocker;
    },
    resume: (skipped) => unlock('resume', terms.paydays === undefined ? [] : [skipped]),
    pay: ({ message, previous }) =>
      unlock('pay', [message.bytes, message.signature, previous.bytes, previous.signature]),
    readCall(unlockingBytecode) {
      const read = readCall(unlockingBytecode);
      if (read?.name !== 'pay') return read && { name: read.name as CurrencyCall };
      const [bytes, signature, bytesBefore, signatureBefore] = read.args;
      if (!bytes || !signature || !bytesBefore || !signatureBefore) return undefined;
      const previous = { bytes: bytesBefore, signature: signatureBefore };
      return { name: 'pay', message: { bytes, signature }, previous };
    },
    clock: universalScripts(network).clock,
    till(category, index) {
      const bytes = readHex(category);
      if (bytes?.length !== 32) throw new RangeError(`Not a category: ${category}`);
      const payment = Uint8Array.of(...bytes.reverse(), MUTABLE);
      const { sender, noticeBlocks, bound } = terms;
      const parameters = [payment, littleEndian(BigInt(index), 2), sender, BigInt(noticeBlocks), bound];
      return createCovenantScript(currencyTillArtifact, parameters, network);
    },
  };
};
