import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { named32 } from '../support/bytes.js';
import { offlineProvider } from '../support/offline-provider.js';
import { recipient, sender, type Party } from '../support/parties.js';
import type { Coin, DraftInput } from '../support/transaction.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import type { Mode } from './mode.js';
import type { Terms } from './terms.js';

/** Functions of a recurring covenant in the order of its selectors. */
const SELECTORS = { claim: 0n, stop: 1n, settle: 2n, resume: 3n, refund: 4n, sweep: 5n } as const;
export type RecurringFunction = keyof typeof SELECTORS;

/** A contract of a recurring covenant. */
export interface Payment {
  readonly mode: Mode;
  readonly terms: Terms;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** Of the state and its clock. */
  readonly category: Uint8Array;
  readonly call: (name: RecurringFunction, args?: readonly Argument[]) => Unlocking;
}

const instantiate = ({ artifact }: Mode, terms: Terms) => {
  const { amountPerPeriod, lastAmount, periods, interval, firstDue, notice, cancelable, pausable, label } = terms;
  const plan = [amountPerPeriod, lastAmount, periods, interval, firstDue] as const;
  const args = [
    sender.hash,
    recipient.hash,
    ...plan,
    BigInt(notice),
    cancelable,
    pausable,
    named32(label).slice(0, 16),
  ] as const;
  return new Contract(artifact, [...args], { provider: offlineProvider });
};

export const createPayment = (mode: Mode, terms: Terms): Payment => {
  const script = hexToBin(instantiate(mode, terms).bytecode);
  return {
    mode,
    terms,
    script,
    lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
    category: named32(`category: ${terms.label}`),
    call: (name, args = []) => ({ kind: 'call', script, selector: SELECTORS[name], args }),
  };
};

/** A payment's coins as a transition finds them. */
export interface Deployment {
  readonly payment: Payment;
  readonly state: Coin;
  /** The tokens beside the state, in token mode. */
  readonly companion?: Coin;
  /** Exists while a notice runs. */
  readonly clock?: Coin;
}

export interface Transition extends Deployment {
  /** Unix seconds. */
  readonly locktime: number;
  /** Undefined for a keyless transition. */
  readonly signer?: Party;
  /** Pays the fee and gets change; without it the contract pays, as much as the size asks. */
  readonly purse?: DraftInput;
}
