import { binToHex } from '@bitauth/libauth';
import { parseParty, type Network } from '@weir/covenants';
import { scriptHashOf, type SearchQuestion } from '@weir/infra';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const OUTPOINT = /^([0-9a-f]{64}):([0-9]{1,10})$/;
/** The `#` is missing where the text comes from a URL. */
const DISPLAY_ID = /^#?(weir-[a-z]{3,4}-[0-9]{6,})$/;

/** Reads a search text; undefined for one that cannot name anything. */
export const readQuestion = (text: string, network: Network): SearchQuestion | undefined => {
  const word = text.trim().toLowerCase();
  if (UUID.test(word)) return { by: 'id', id: word };
  if (HASH.test(word)) return { by: 'transaction', txid: word };
  const [, txid, vout] = OUTPOINT.exec(word) ?? [];
  if (txid !== undefined && vout !== undefined) {
    // No outpoint has an index beyond this.
    const index = Math.min(Number(vout), 0x7fff_ffff);
    return { by: 'outpoint', txid, vout: index };
  }
  const [, displayId] = DISPLAY_ID.exec(word) ?? [];
  if (displayId !== undefined) return { by: 'displayId', displayId: `#${displayId.toUpperCase()}` };
  const address = parseParty(text, network);
  if (!address.ok) return undefined;
  return {
    by: 'contract',
    lockingBytecode: binToHex(address.party),
    scriptHash: scriptHashOf(address.party),
  };
};
