import { binsAreEqual } from '@bitauth/libauth';
import { fundedTotal } from '@weir/payments';
import { lockingBytecodeOf } from '../../chain/address.js';
import type { RecurringContract } from '../../recurring/recurring-contract.js';
import { findRecurringDeployment } from '../../recurring/recurring-deployment.js';
import { recurringFundingAmount } from '../../recurring/recurring-rules.js';
import { encodeRecurringState, initialRecurringState } from '../../recurring/recurring-state.js';
import { buildRecurringFunding } from '../../recurring/transactions/fund-recurring.js';
import { buildRecurringSweep, isRecurringStray } from '../../recurring/transactions/sweep-recurring.js';
import { clockAt } from '../clock-at.js';
import type { FundingNeeds, StreamContract } from '../stream-contract.types.js';
import { streamProduct } from '../stream-parameters.js';
import { walletOf } from '../wallet-of.js';
import { recurringPosition } from './recurring-position.js';
import { recurringSchedule } from './recurring-schedule.js';
import { toContractState } from './recurring-step.js';

/** Bytes of a funding with the fewest possible wallet coins: one, and for tokens one more with its change. */
const FUNDING_SIZE = { BCH: 486n, FUNGIBLE_TOKEN: 818n } as const;

/** Index of the clock among the outputs of a pause or cancel: the state follows it. */
const CLOCK_VOUT = 0;

const fundingNeeds = ({ parameters: { plan }, asset, rules }: RecurringContract): FundingNeeds => {
  const satoshis = recurringFundingAmount(plan, asset);
  const total = fundedTotal(plan);
  const principal = asset.type === 'BCH' ? total : 0n;
  return {
    satoshis,
    units: 1n,
    besides: [],
    reserve: satoshis - principal - rules.floor,
    tokens: asset.type === 'BCH' ? undefined : total,
    size: FUNDING_SIZE[asset.type],
  };
};

/** Creates the model of a recurring stream or payment, in BCH or a token. */
export const recurringStream = (contract: RecurringContract): StreamContract => {
  const { parameters, asset, network, address, lockingBytecode } = contract;
  const { sender, recipient, plan } = parameters;
  const announced = { kind: 'RECURRING', parameters, asset } as const;
  return {
    product: streamProduct(announced),
    announced,
    network,
    address,
    lockingBytecode,
    scripts: [lockingBytecode, contract.clock.lockingBytecode, contract.companion.lockingBytecode],
    sender: lockingBytecodeOf(sender),
    recipient: lockingBytecodeOf(recipient),
    noticeBlocks: parameters.noticeBlocks,
    schedule: recurringSchedule(plan),
    initialCommitment: encodeRecurringState(initialRecurringState(parameters)),
    funding: fundingNeeds(contract),
    findDeployment(txid, transaction) {
      const found = findRecurringDeployment(contract, txid, transaction);
      return found.ok ? { ok: true, state: toContractState(found.coin, undefined) } : found;
    },
    findClock: (txid, transaction) => clockAt(txid, transaction, CLOCK_VOUT),
    at: (state, options) => recurringPosition(contract, state, options),
    buildFunding: (coins, tip, options) =>
      buildRecurringFunding(contract, walletOf(sender, coins), tip, undefined, options),
    stateInputs: () => [0],
    isState: (output) => binsAreEqual(output.lockingBytecode, lockingBytecode),
    isStray: isRecurringStray,
    buildSweep: (strays, coins, options) => buildRecurringSweep(contract, strays, walletOf(sender, coins), options),
  };
};
