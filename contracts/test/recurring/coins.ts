import type { Output } from '@bitauth/libauth';
import { amountOfFirst, fundedTotal } from '@weir/payments';
import { named32 } from '../support/bytes.js';
import { coinNamed, FUNDED } from '../support/coins.js';
import { COMPANION } from '../support/companion.js';
import type { ChainPoint } from '../support/transaction.js';
import { FIRST_TIME } from '../vesting/terms.js';
import type { Mode } from './mode.js';
import { createPayment, type Deployment } from './payment.js';
import { clockOutput, isNoticed, stateOutput, type RecurringState } from './state.js';
import type { Terms } from './terms.js';

/** The category of the tokens that the tests' payments hold. */
export const TOKEN = named32('category: the token paid');

/** An output of tokens; without a token when there are none. */
export const tokenOutput = (
  lockingBytecode: Uint8Array,
  amount: bigint,
  valueSatoshis: bigint,
  category: Uint8Array = TOKEN,
): Output => ({
  lockingBytecode,
  valueSatoshis,
  ...(amount === 0n ? {} : { token: { category, amount } }),
});

export const initialState = ({ firstDue }: Terms): RecurringState => ({
  status: 'ACTIVE',
  paid: 0n,
  nextDue: firstDue,
  latest: FIRST_TIME,
});

export interface Genesis {
  /** Satoshis of the state beyond its principal and its floor. */
  readonly reserve: bigint;
  /** Tokens beyond what is left to pay. */
  readonly surplus?: bigint;
  readonly companionValue?: bigint;
  readonly clockValue?: bigint;
  /** The block of the pause or cancel. */
  readonly stoppedAt?: ChainPoint;
}

/** A payment's coins in any state. */
export const deploymentOf = (mode: Mode, terms: Terms, state: RecurringState, genesis: Genesis): Deployment => {
  const payment = createPayment(mode, terms);
  const { reserve, surplus = 0n, companionValue = 1_234n, clockValue = mode.clock, stoppedAt = FUNDED } = genesis;
  const label = `payment of ${terms.label}`;
  const left = fundedTotal(terms) - amountOfFirst(terms, state.paid);
  const value = mode.floor + reserve + (mode.paysTokens ? 0n : left);
  return {
    payment,
    state: coinNamed(label, stateOutput(payment, state, value), { vout: 1 }),
    ...(mode.paysTokens
      ? {
          companion: coinNamed(label, tokenOutput(COMPANION.lockingBytecode, left + surplus, companionValue), {
            vout: 2,
          }),
        }
      : {}),
    ...(isNoticed(state)
      ? { clock: coinNamed(`clock of ${label}`, clockOutput(payment, clockValue), { mined: stoppedAt }) }
      : {}),
  };
};
