import {
  binsAreEqual,
  binToHex,
  decodeAuthenticationInstructions,
  hash160,
  hash256,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { Outpoint } from '../../chain/outpoint.js';
import { partyOf, type Party } from '../../chain/party.js';

/** What an input of a funding shows of who paid. Only the coin that it spends, looked up on the chain, proves it. */
export interface PlanFunder {
  /** Locking bytecodes that the key or script it shows could unlock: one for a key, two for a script. */
  readonly outpoint: Outpoint;
  /** What it can have been locked by, by the key or script it shows: one of a key, two of a script. */
  /**
   * Whether one of them is the plan's named sender. It may still be another: a coin of a non-standard script can show
   * a key that it never checks.
   */
  readonly parties: readonly Party[];
  /** Whether that can be the plan's named sender: a coin of no standard script can show a key that it never asked for. */
  readonly isSender: boolean;
}

/** Returns the last item that an unlocking bytecode pushes: a key, or a script. */
const lastPush = (
  unlockingBytecode: Uint8Array,
): { readonly data: Uint8Array; readonly pushes: number } | undefined => {
  const instructions = decodeAuthenticationInstructions(unlockingBytecode);
  const last = instructions.at(-1);
  if (last === undefined || !('data' in last) || !(last.data instanceof Uint8Array)) return undefined;
  return { data: last.data, pushes: instructions.length };
};

const isPublicKey = (data: Uint8Array): boolean =>
  (data.length === 33 && (data[0] === 2 || data[0] === 3)) || (data.length === 65 && data[0] === 4);

const partiesOf = (unlockingBytecode: Uint8Array): Party[] => {
  const shown = lastPush(unlockingBytecode);
  if (shown === undefined) return [];
  const { data, pushes } = shown;
  const parties =
    pushes === 2 && isPublicKey(data)
      ? [partyOf({ kind: 'P2PKH', hash: hash160(data) })]
      : [partyOf({ kind: 'P2SH20', hash: hash160(data) }), partyOf({ kind: 'P2SH32', hash: hash256(data) })];
  return parties.filter((party) => party !== undefined);
};

/**
 * Lists who paid for a funding. An announcement may name anybody as its sender, who gets what returns and whose coins
 * cancel; these inputs are the evidence a recipient can compare that with.
 */
export const fundersOf = (sender: Party, { inputs }: TransactionCommon): readonly PlanFunder[] =>
  inputs.map(({ outpointTransactionHash, outpointIndex, unlockingBytecode }) => {
    const parties = partiesOf(unlockingBytecode);
    return {
      outpoint: { txid: binToHex(outpointTransactionHash), vout: outpointIndex },
      parties,
      isSender: parties.some((party) => binsAreEqual(party, sender)),
    };
  });
