import { hexToBin } from '@bitauth/libauth';
import {
  createAirdropContract,
  createRecurringContract,
  createVestingContract,
  decodeAirdropAnnouncement,
  decodeAnnouncement,
  decodeRecurringAnnouncement,
  type AirdropContract,
  type Network,
} from '@weir/covenants';
import { recurring } from './recurring.js';
import type { TwoParty } from './two-party.js';
import { bchVesting, tokenVesting } from './vesting.js';

/** A contract as what can be done with it. */
export type Opened =
  | { readonly kind: 'two-party'; readonly contract: TwoParty }
  | { readonly kind: 'airdrop'; readonly contract: AirdropContract };

const openTwoParty = (announcement: Uint8Array, network: Network): TwoParty | undefined => {
  const vesting = decodeAnnouncement(announcement);
  if (vesting?.product === 'VESTING_BCH') return bchVesting(createVestingContract(vesting.parameters, network));
  if (vesting !== undefined)
    return tokenVesting(
      createVestingContract(vesting.parameters, network, { type: 'FUNGIBLE_TOKEN', category: vesting.category }),
    );
  const found = decodeRecurringAnnouncement(announcement);
  return found && recurring(createRecurringContract(found.parameters, network, found.asset));
};

/**
 * Opens the contract of an announcement that was judged before.
 *
 * @param announcement locking bytecode, hex
 * @throws Error where it is none of a product known here
 */
export const openContract = (announcement: string, network: Network): Opened => {
  const bytecode = hexToBin(announcement);
  const twoParty = openTwoParty(bytecode, network);
  if (twoParty !== undefined) return { kind: 'two-party', contract: twoParty };
  const campaign = decodeAirdropAnnouncement(bytecode);
  if (campaign === undefined) throw new Error(`An accepted announcement is of no product known here: ${announcement}`);
  return { kind: 'airdrop', contract: createAirdropContract(campaign.parameters, network, campaign.asset) };
};
