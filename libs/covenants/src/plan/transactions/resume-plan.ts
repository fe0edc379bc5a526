import type { Party } from '../../chain/party.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { PlanResume } from '../payout/plan-resume.js';
import { streamOutputs, type PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import { assembleBySender, movePrompt, type SenderMove, streamInputs } from './sender-move.js';
import { payeeOf } from './stop-plan.js';

/** One paused recurring stream to resume. */
export interface PlanResumeItem {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  readonly recipient: Party;
  readonly resume: PlanResume;
}

/** Plans a resume as a move of the sender, with no clock. */
export const resumeMove = ({ contract, coin, recipient, resume }: PlanResumeItem): SenderMove => ({
  contract,
  coin,
  inputs: streamInputs(contract, coin, 'resume'),
  slots: {
    stream: streamOutputs(contract, { ...coin, state: resume.state, principal: resume.left }),
    clock: undefined,
    payee: payeeOf(coin, recipient, resume.paid),
  },
  locktime: resume.locktime,
});

/**
 * Builds the sender's resume of paused recurring streams, by one signature: a period that still runs is paid at once,
 * whole, and the next falls due an interval after the locktime.
 *
 * @throws RangeError unless all are of this sender, at one locktime, and all in BCH or all in tokens
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildPlanResume = (
  items: readonly PlanResumeItem[],
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  assembleBySender(items.map(resumeMove), sender, {
    ...options,
    userPrompt: movePrompt('resume', items.length),
  });
