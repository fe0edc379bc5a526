import { binToHex } from '@bitauth/libauth';
import { parseParty, type Network } from '@weir/covenants';
import { scriptHashOf, type SearchQuestion } from '@weir/infra';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const OUTPOINT = /^([0-9a-f]{64}):([0-9]{1,10})$/;
/** Without its sign where it comes out of a URL. */
const DISPLAY_ID = /^#?(weir-[a-z]{3,4}-[0-9]{6,})$/;

/** Reads what is searched for; undefined for a text that names nothing there can be. */
export const readQuestion = (text: string, network: Network): SearchQuestion | undefined => {
  const word = text.trim().toLowerCase();
  if (UUID.test(word)) return { by: 'id', id: word };
  if (HASH.test(word)) return { by: 'transaction', txid: word };
  const [, txid, vout] = OUTPOINT.exec(word) ?? [];
  if (txid !== undefined && vout !== undefined) {
    // Beyond what an outpoint can be nothing is found.
    const index = Math.min(Number(vout), 0x7fff_ffff);
    return { by: 'outpoint', txid, vout: index };
  }
  const [, displayId] = DISPLAY_ID.exec(word) ?? [];
  if (displayId !== undefined) return { by: 'displayId', displayId: `#${displayId.toUpperCase()}` };
  const address = parseParty(word, network);
  if (!address.ok) return undefined;
  return {
    by: 'contract',
    lockingBytecode: binToHex(address.party),
    scriptHash: scriptHashOf(address.party),
  };
};
