import type { TokenVestingCoin } from '../../vesting/token/token-vesting-coin.js';
import { findTokenVestingDeployment } from '../../vesting/token/token-vesting-deployment.js';
import { TOKEN_VESTING_STATE_FLOOR, tokenVestingFunding } from '../../vesting/token/token-vesting-rules.js';
import { readTokenVestingTransition } from '../../vesting/token/token-vesting-transition.js';
import { buildTokenVestingCancel } from '../../vesting/token/transactions/cancel-token-vesting.js';
import { buildTokenVestingFunding } from '../../vesting/token/transactions/fund-token-vesting.js';
import {
  buildKeylessTokenVestingPush,
  buildPaidTokenVestingPush,
  buildTokenVestingClaim,
} from '../../vesting/token/transactions/pay-token-vesting.js';
import {
  buildPaidTokenVestingRefund,
  buildTokenVestingRefund,
} from '../../vesting/token/transactions/refund-token-vesting.js';
import type { TokenVestingContract } from '../../vesting/vesting-contract.js';
import type { StreamContract } from '../stream-contract.types.js';
import { vestingStream } from './vesting-stream.js';

/** Bytes of a funding with one plain coin and one with tokens. */
const FUNDING_SIZE = 797n;

/**
 * Creates the model of a vesting stream of a token: the companion behind the state holds the tokens, and the state's
 * satoshis are the reserve.
 */
export const tokenVestingStream = (contract: TokenVestingContract): StreamContract => {
  const satoshis = tokenVestingFunding().state;
  return vestingStream<TokenVestingCoin>(contract, {
    funding: {
      satoshis,
      units: 1n,
      besides: [],
      reserve: satoshis - TOKEN_VESTING_STATE_FLOOR,
      tokens: contract.parameters.schedule.total,
      size: FUNDING_SIZE,
    },
    clockVout: 2,
    toCoin({ companion, outpoint }, coin) {
      if (companion === undefined) throw new Error(`A state of tokens has no companion: ${outpoint.txid}`);
      return { ...coin, companion };
    },
    companionOf: ({ companion }) => ({ companion }),
    held: (coin) => coin?.companion.amount ?? 0n,
    findDeployment: (txid, transaction) => findTokenVestingDeployment(contract, txid, transaction),
    readTransition: (coin, txid, transaction) => readTokenVestingTransition(contract, coin, txid, transaction),
    buildFunding: (sender, tip, options) => buildTokenVestingFunding(contract, sender, tip, undefined, options),
    buildClaim: (due, recipient, options) => buildTokenVestingClaim({ contract, ...due }, recipient, options),
    buildPush: (due, options) => buildKeylessTokenVestingPush({ contract, ...due }, options),
    buildPaidPush: (due, payer, options) => buildPaidTokenVestingPush({ contract, ...due }, payer, options),
    buildCancel: (coin, split, sender, options) => buildTokenVestingCancel(contract, coin, split, sender, options),
    buildRefund: (coin, clock, options) => buildTokenVestingRefund(contract, coin, clock, options),
    buildPaidRefund: (coin, clock, sender, options) =>
      buildPaidTokenVestingRefund(contract, coin, clock, sender, options),
    leftBy: ({ outputs }) => outputs[1]?.token?.amount ?? 0n,
    returnedBy: ({ outputs }) => outputs[0]?.token?.amount ?? 0n,
  });
};
