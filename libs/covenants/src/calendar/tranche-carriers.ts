import { binsAreEqual, encodeDataPush, flattenBinArray, OpcodesBchSpec, type Output } from '@bitauth/libauth';
import { decodeTranches, encodeTranches, type Tranche, TRANCHE_BYTES, trancheListHash } from '@weir/calendar';
import { bytesKey } from '../bytes/read-bytes.js';
import { pushesOf } from '../bytes/read-pushes.js';
import { type Party, partyParts } from '../chain/party.js';
import type { PlannedOutput } from '../transaction/assemble.js';
import { dustOf } from '../transaction/libauth-output.js';

const { OP_DROP, OP_RETURN } = OpcodesBchSpec;

/** Tranches in one carrier: nodes relay locking bytecodes of up to 201 bytes. */
const IN_CARRIER = 15;

/**
 * The end of a carrier. A key's is the check of its own locking bytecode, so that the sender can gather the satoshis later: the list is
 * read in the funding, not in the output. A script cannot be asked there, so that a script's carriers stay.
 */
const tailOf = (sender: Party): Uint8Array =>
  partyParts(sender)?.kind === 'P2PKH' ? sender : Uint8Array.of(OP_RETURN);

const carrierOf = (entries: Uint8Array, sender: Party): Uint8Array =>
  flattenBinArray([encodeDataPush(entries), Uint8Array.of(OP_DROP), tailOf(sender)]);

/**
 * Returns the locking bytecodes of the outputs that announce a list of tranches: `<up to 15 tranches> DROP`, then the sender's key check.
 * A funding has those of each list behind its announcement, in the order of the list. So nobody needs a database to find the tranches:
 * a state holds only their hash.
 *
 * @param tranches a sound list (`findTranchesProblem`)
 */
export const trancheCarriers = (tranches: readonly Tranche[], sender: Party): Uint8Array[] => {
  const bytes = encodeTranches(tranches);
  const length = IN_CARRIER * TRANCHE_BYTES;
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
    carrierOf(bytes.slice(i * length, (i + 1) * length), sender),
  );
};

/** Returns the outputs that announce a list of tranches, each with the satoshis without which nodes do not relay it. */
export const trancheCarrierOutputs = (tranches: readonly Tranche[], sender: Party): PlannedOutput[] =>
  trancheCarriers(tranches, sender).map((to) => ({ to, amount: dustOf({ to, amount: 0n }) }));

/** Reads the tranches of a carrier of a sender; undefined where a locking bytecode is none. */
const carried = (lockingBytecode: Uint8Array, sender: Party): Uint8Array | undefined => {
  const head = lockingBytecode.slice(0, lockingBytecode.length - tailOf(sender).length - 1);
  const [entries] = pushesOf(head);
  if (entries === undefined || entries.length === 0 || entries.length % TRANCHE_BYTES !== 0) return undefined;
  return binsAreEqual(carrierOf(entries, sender), lockingBytecode) ? entries : undefined;
};

/** Lists that a funding announces, by the hash that a state holds (`bytesKey`) and the total. */
export interface AnnouncedTranches {
  /** Returns the list of a state; undefined where the funding announces none with its hash that pays the total. */
  readonly find: (list: Uint8Array, total: bigint) => readonly Tranche[] | undefined;
}

/** Whether the last tranche of some bytes leaves nothing: there a list ends. */
const endsList = (bytes: Uint8Array): boolean => bytes.slice(-7).every((byte) => byte === 0);

/** Reads all lists in the outputs of a funding. */
export const readTrancheCarriers = (outputs: readonly Output[], sender: Party): AnnouncedTranches => {
  const lists: Uint8Array[] = [];
  let open = new Uint8Array();
  for (const { lockingBytecode } of outputs) {
    const bytes = carried(lockingBytecode, sender);
    if (bytes === undefined) continue;
    open = Uint8Array.of(...open, ...bytes);
    if (!endsList(bytes)) continue;
    lists.push(open);
    open = new Uint8Array();
  }
  return {
    find(list, total) {
      for (const bytes of lists) {
        const tranches = decodeTranches(bytes, total);
        if (tranches !== undefined && bytesKey(trancheListHash(tranches)) === bytesKey(list)) return tranches;
      }
      return undefined;
    },
  };
};
