import type { Output } from '@bitauth/libauth';
import { coinNamed, FUNDED } from '../../support/coins.js';
import { COMPANION } from '../../support/companion.js';
import type { Party } from '../../support/parties.js';
import type { ChainPoint } from '../../support/transaction.js';
import type { Deployment } from '../../vesting/deployment.js';
import { clockCoin, stateOutput, type VestingState } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { COMPANION_VALUE, FLOOR, PAYOUT } from './constants.js';
import { TOKEN } from './stream.js';

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

export const payTokens = (party: Party, amount: bigint, valueSatoshis = PAYOUT): Output =>
  tokenOutput(party.lockingBytecode, amount, valueSatoshis);

export const companionOutput = (amount: bigint, valueSatoshis = COMPANION_VALUE): Output =>
  tokenOutput(COMPANION.lockingBytecode, amount, valueSatoshis);

export interface Genesis {
  /** Satoshis of the state beyond its floor. */
  readonly reserve: bigint;
  /** Tokens beyond what is left of the total. */
  readonly surplus?: bigint;
  readonly companionValue?: bigint;
  readonly mined?: ChainPoint;
  /** The block of the cancel. */
  readonly cancelledAt?: ChainPoint;
}

/** A state and its companion, made by one transaction at indexes 1 and 2, with the clock of a cancelled stream. */
export const deploymentOf = (
  stream: Stream,
  state: VestingState,
  { reserve, surplus = 0n, companionValue = COMPANION_VALUE, mined = FUNDED, cancelledAt = FUNDED }: Genesis,
): Deployment => {
  const label = `pair of ${stream.terms.label}`;
  const tokens = stream.terms.total - state.released + surplus;
  return {
    stream,
    state: coinNamed(label, stateOutput(stream, state, FLOOR + reserve), { vout: 1, mined }),
    companion: coinNamed(label, companionOutput(tokens, companionValue), { vout: 2, mined }),
    ...(state.cancelled ? { clock: clockCoin(stream, 681n, cancelledAt) } : {}),
  };
};
