import { binToHex, utf8ToBin, type TransactionCommon } from '@bitauth/libauth';
import type { Announced, Deployment } from './product.types.js';

/** What a transaction announces, and whether it keeps its word. */
export type AnnouncementReading = {
  /** The announcement's output. */
  readonly vout: number;
  /** Its locking bytecode, hex. */
  readonly announcement: string;
} & (
  | { readonly verdict: 'MALFORMED'; readonly problem: string }
  | { readonly verdict: 'FORGED'; readonly announced: Announced; readonly problem: string }
  | {
      readonly verdict: 'ACCEPTED';
      readonly announced: Announced;
      /** One, or each stream of a plan. */
      readonly deployments: readonly Deployment[];
    }
);

const OP_RETURN = 0x6a;
const TAG = binToHex(utf8ToBin('WEIR'));

/** An OP_RETURN that says it is ours: by the tag, wherever a sloppy one has put it. */
const isAnnouncement = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode[0] === OP_RETURN && binToHex(lockingBytecode.slice(1, 7)).includes(TAG);

/**
 * Judges what a transaction announces, one by one: what is announced is rebuilt, and the transaction must deploy
 * exactly that.
 *
 * @param open gives what an announcement opens (hex), undefined where it is none: `openAnnounced`, or a cache of it
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
