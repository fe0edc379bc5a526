import { binToHex, utf8ToBin, type TransactionCommon } from '@bitauth/libauth';
import type { ContractStep, ProductContract } from './product.types.js';

/** What a transaction announces, and whether it keeps its word. */
export type AnnouncementReading = {
  /** The announcement's output. */
  readonly vout: number;
  /** Its locking bytecode, hex. */
  readonly announcement: string;
} & (
  | { readonly verdict: 'MALFORMED'; readonly problem: string }
  | { readonly verdict: 'FORGED'; readonly contract: ProductContract; readonly problem: string }
  | {
      readonly verdict: 'ACCEPTED';
      readonly contract: ProductContract;
      readonly step: ContractStep;
      /** Of the first state. */ readonly stateVout: number;
    }
);

const OP_RETURN = 0x6a;
const TAG = binToHex(utf8ToBin('WEIR'));

/** An OP_RETURN that says it is ours: by the tag, wherever a sloppy one has put it. */
const isAnnouncement = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode[0] === OP_RETURN && binToHex(lockingBytecode.slice(1, 7)).includes(TAG);

/**
 * Judges what a transaction announces, one by one: the contract is rebuilt from what is announced, and the transaction must
 * deploy exactly it.
 *
 * @param open gives the contract of an announcement (hex), undefined where it is none: `openAnnounced`, or a cache of it
 */
export const readAnnouncements = (
  txid: string,
  transaction: TransactionCommon,
  open: (announcement: string) => ProductContract | undefined,
): AnnouncementReading[] =>
  transaction.outputs.flatMap(({ lockingBytecode }, vout): AnnouncementReading[] => {
    if (!isAnnouncement(lockingBytecode)) return [];
    const place = { vout, announcement: binToHex(lockingBytecode) };
    const contract = open(place.announcement);
    if (contract === undefined)
      return [{ ...place, verdict: 'MALFORMED', problem: 'it cannot be read, or announces what no contract may be' }];
    const found = contract.findDeployment(txid, transaction);
    if (!found.ok) return [{ ...place, verdict: 'FORGED', contract, problem: found.problems.join('; ') }];
    return [{ ...place, verdict: 'ACCEPTED', contract, step: found.step, stateVout: found.vout }];
  });
