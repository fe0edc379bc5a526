import { binToHex, utf8ToBin, type TransactionCommon } from '@bitauth/libauth';
import type { Announced, Deployment } from './product.types.js';

/** An announcement in a transaction, and whether the transaction deploys what it announces. */
export type AnnouncementReading = {
  /** Output index of the announcement. */
  readonly vout: number;
  /** Its locking bytecode, hex. */
  readonly announcement: string;
} & (
  | { readonly verdict: 'MALFORMED'; readonly problem: string }
  | { readonly verdict: 'FORGED'; readonly announced: Announced; readonly problem: string }
  | {
      readonly verdict: 'ACCEPTED';
      readonly announced: Announced;
      /** One contract, or one per stream of a plan. */
      readonly deployments: readonly Deployment[];
    }
);

const OP_RETURN = 0x6a;
const TAG = binToHex(utf8ToBin('WEIR'));

/** Whether an output is an OP_RETURN with our tag, also where a malformed one has the tag a few bytes off. */
const isAnnouncement = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode[0] === OP_RETURN && binToHex(lockingBytecode.slice(1, 7)).includes(TAG);

/**
 * Reads and verifies each announcement of a transaction: the announced contract is rebuilt, and the transaction must
 * deploy exactly that.
 *
 * @param open returns what an announcement (hex) declares, undefined where it is not one: `openAnnounced`, or a cache
 * of it
 */
export const readAnnouncements = (
  txid: string,
  transaction: TransactionCommon,
  open: (announcement: string) => Announced | undefined,
): AnnouncementReading[] =>
  transaction.outputs.flatMap(({ lockingBytecode }, vout): AnnouncementReading[] => {
    if (!isAnnouncement(lockingBytecode)) return [];
    const place = { vout, announcement: binToHex(lockingBytecode) };
    const announced = open(place.announcement);
    if (announced === undefined)
      return [{ ...place, verdict: 'MALFORMED', problem: 'it cannot be read, or announces what no contract may be' }];
    const found = announced.findDeployments(txid, transaction);
    if (!found.ok) return [{ ...place, verdict: 'FORGED', announced, problem: found.problems.join('; ') }];
    return [{ ...place, verdict: 'ACCEPTED', announced, deployments: found.deployments }];
  });
