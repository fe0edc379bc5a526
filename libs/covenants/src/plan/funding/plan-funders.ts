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

/** An input of a funding: what it shows of who paid. The coin that it spends, asked of the chain, proves it. */
export interface PlanFunder {
  readonly outpoint: Outpoint;
  /** What it can have been locked by, by the key or script it shows: one of a key, two of a script. */
  readonly parties: readonly Party[];
  /** Whether that can be the plan's named sender: a coin of no standard script can show a key that it never asked for. */
  readonly isSender: boolean;
}

/** The last thing an unlocking bytecode pushes: a key, or a script. */
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
 * Who paid for a funding. An announcement may name anybody as the sender: the one who gets what returns, and whose coin
 * cancels. What these inputs show is what a recipient can hold against it.
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
