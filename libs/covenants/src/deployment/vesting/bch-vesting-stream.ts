import { buildVestingCancel } from '../../vesting/transactions/cancel-vesting.js';
import { buildVestingFunding } from '../../vesting/transactions/fund-vesting.js';
import {
  buildKeylessVestingPush,
  buildPaidVestingPush,
  buildVestingClaim,
} from '../../vesting/transactions/pay-vesting.js';
import { buildPaidVestingRefund, buildVestingRefund } from '../../vesting/transactions/refund-vesting.js';
import type { VestingCoin } from '../../vesting/vesting-coin.js';
import {
  VESTING_FEE_BOUND,
  VESTING_RESERVED_TRANSITIONS,
  vestingFundingAmount,
  type VestingContract,
} from '../../vesting/vesting-contract.js';
import { findVestingDeployment } from '../../vesting/vesting-deployment.js';
import { readVestingTransition } from '../../vesting/vesting-transition.js';
import type { StreamContract } from '../stream-contract.types.js';
import { vestingStream } from './vesting-stream.js';

/** Bytes of a funding with one wallet input; each further coin adds 148. */
const FUNDING_SIZE = 465n;

/** Creates the model of a vesting stream in BCH, whose state output holds the money. */
export const bchVestingStream = (contract: VestingContract): StreamContract =>
  vestingStream<VestingCoin>(contract, {
    funding: {
      satoshis: vestingFundingAmount(contract.parameters.schedule.total),
      units: 1n,
      besides: [],
      reserve: VESTING_RESERVED_TRANSITIONS * VESTING_FEE_BOUND,
      tokens: undefined,
      size: FUNDING_SIZE,
    },
    clockVout: 1,
    toCoin: (_state, coin) => coin,
    companionOf: () => ({}),
    held: (coin, clock) => (coin?.satoshis ?? 0n) + (clock?.satoshis ?? 0n),
    findDeployment: (txid, transaction) => findVestingDeployment(contract, txid, transaction),
    readTransition: (coin, txid, transaction) => readVestingTransition(contract, coin, txid, transaction),
    buildFunding: (sender, tip, options) => buildVestingFunding(contract, sender, tip, options),
    buildClaim: (due, recipient, options) => buildVestingClaim({ contract, ...due }, recipient, options),
    buildPush: (due, options) => buildKeylessVestingPush({ contract, ...due }, options),
    buildPaidPush: (due, payer, options) => buildPaidVestingPush({ contract, ...due }, payer, options),
    buildCancel: (coin, split, sender, options) => buildVestingCancel(contract, coin, split, sender, options),
    buildRefund: (coin, clock, options) => buildVestingRefund(contract, coin, clock, options),
    buildPaidRefund: (coin, clock, sender, options) => buildPaidVestingRefund(contract, coin, clock, sender, options),
    leftBy: ({ outputs: [left, clock] }) => (left?.amount ?? 0n) + (clock?.amount ?? 0n),
    returnedBy: ({ outputs }) => outputs[0]?.amount ?? 0n,
  });
