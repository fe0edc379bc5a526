import { decodeAnnouncement } from '../announcement/announcement.js';
import { BCH_ASSET, type VestingAsset } from '../contract/asset.js';
import { decodeRecurringAnnouncement } from '../recurring/recurring-announcement.js';
import type { RecurringParameters } from '../recurring/recurring-parameters.js';
import type { VestingParameters } from '../vesting/vesting-parameters.js';

/** What a stream or payment is compiled with, whatever its product: everything that its announcement says. */
export type StreamParameters =
  | { readonly kind: 'VESTING'; readonly parameters: VestingParameters; readonly asset: VestingAsset }
  | { readonly kind: 'RECURRING'; readonly parameters: RecurringParameters; readonly asset: VestingAsset };

/** The products of streams and payments, as announcements number them. */
export type StreamCovenant = `${StreamParameters['kind']}_${'BCH' | 'TOKEN'}`;

/** Returns the product that a set of parameters is for. */
export const streamProduct = ({ kind, asset }: Pick<StreamParameters, 'kind' | 'asset'>): StreamCovenant =>
  `${kind}_${asset.type === 'BCH' ? 'BCH' : 'TOKEN'}`;

/**
 * Reads what an output's locking bytecode announces; undefined where it announces no stream or payment, or one that
 * no contract may be. Constructs no contract.
 */
export const readStreamAnnouncement = (lockingBytecode: Uint8Array): StreamParameters | undefined => {
  const vesting = decodeAnnouncement(lockingBytecode);
  if (vesting !== undefined) {
    const { parameters } = vesting;
    return vesting.product === 'VESTING_BCH'
      ? { kind: 'VESTING', parameters, asset: BCH_ASSET }
      : { kind: 'VESTING', parameters, asset: { type: 'FUNGIBLE_TOKEN', category: vesting.category } };
  }
  const recurring = decodeRecurringAnnouncement(lockingBytecode);
  return recurring && { kind: 'RECURRING', ...recurring };
};
