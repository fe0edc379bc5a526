import { hexToBin } from '@bitauth/libauth';
import { createVestingContract } from '@weir/covenants';
import type { Network, VestingParameters } from '@weir/covenants';
import type { NewStream } from '@weir/infra';
import { assetOf, scheduleOf } from '../stream-plan.js';
import type { PlannedTerms } from '../stream-plan.js';
import { bchVestingCovenant } from './bch-vesting.js';
import type { StreamCovenant } from './stream-covenant.js';
import { tokenVestingCovenant } from './token-vesting.js';

export type ContractTerms = PlannedTerms & Pick<NewStream, 'senderHash' | 'recipientHash' | 'cancelable' | 'cancelNoticeBlocks' | 'nonce'>;

/** The constructor parameters of a stored stream. */
export const parametersOf = (stream: ContractTerms): VestingParameters => ({
  sender: hexToBin(stream.senderHash),
  recipient: hexToBin(stream.recipientHash),
  schedule: scheduleOf(stream),
  noticeBlocks: stream.cancelable ? stream.cancelNoticeBlocks : 0,
  nonce: hexToBin(stream.nonce),
});

/** The contract of a stored stream. */
export const covenantOf = (stream: ContractTerms, network: Network): StreamCovenant => {
  const parameters = parametersOf(stream);
  const asset = assetOf(stream);
  return asset.type === 'BCH'
    ? bchVestingCovenant(createVestingContract(parameters, network))
    : tokenVestingCovenant(createVestingContract(parameters, network, asset));
};
