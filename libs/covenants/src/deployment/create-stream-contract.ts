import type { Network } from '../chain/network.js';
import { createRecurringContract } from '../recurring/recurring-contract.js';
import { createVestingContract } from '../vesting/vesting-contract.js';
import { recurringStream } from './recurring/recurring-stream.js';
import type { StreamContract } from './stream-contract.types.js';
import type { StreamParameters } from './stream-parameters.js';
import { bchVestingStream } from './vesting/bch-vesting-stream.js';
import { tokenVestingStream } from './vesting/token-vesting-stream.js';

/**
 * Creates the contract of a stream or payment with an announcement of its own.
 *
 * @throws RangeError when the parameters break a rule of their product: such a contract must not be funded
 */
export const createStreamContract = (announced: StreamParameters, network: Network): StreamContract => {
  const { asset } = announced;
  if (announced.kind === 'RECURRING')
    return recurringStream(createRecurringContract(announced.parameters, network, asset));
  return asset.type === 'BCH'
    ? bchVestingStream(createVestingContract(announced.parameters, network))
    : tokenVestingStream(createVestingContract(announced.parameters, network, asset));
};
