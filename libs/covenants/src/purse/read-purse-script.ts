import { binsAreEqual, binToHex } from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { readUnsigned } from '../bytes/read-bytes.js';
import { pushesOf } from '../bytes/read-pushes.js';
import type { Network } from '../chain/network.js';
import { readVmNumber } from '../lock/vm-number.js';
import { createPurseContract, type PurseContract } from './purse-contract.js';
import { findPurseProblem, type PurseAsset, type PurseTerms } from './purse-terms.js';

/** Bytes of the push of what is left, the first of a purse's script. */
const LEFT = 8;

/** Reads the parameters that a script of a kind would begin with, the last one first. */
const termsOf = (type: PurseAsset['type'], pushes: readonly Uint8Array[]): PurseTerms | undefined => {
  const [, period, limit, ...rest] = pushes;
  const [token, others] = type === 'BCH' ? [undefined, rest] : [rest[0], rest.slice(1)];
  const [list, spender, third, second, first, owner] = others;
  const [blocks, units] = [readVmNumber(period), readVmNumber(limit)];
  if (list === undefined || spender === undefined || owner === undefined) return undefined;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (blocks === undefined || units === undefined || (type !== 'BCH' && token === undefined)) return undefined;
  const asset: PurseAsset =
    type === 'BCH' ? { type } : { type, category: binToHex(Uint8Array.from(token ?? []).reverse()) };
  return { asset, owner, signers: [first, second, third], spender, list, limit: units, period: Number(blocks) };
};

/**
 * Recognizes a purse by its redeem script: its terms and what is left are in it. Undefined for any script that differs from a purse's
 * in a single byte. Every spend shows the script.
 */
export const readPurseScript = (redeemScript: Uint8Array, network: Network): PurseContract | undefined => {
  const pushes = pushesOf(redeemScript);
  const [left] = pushes;
  if (left?.length !== LEFT) return undefined;
  for (const type of TOKEN_TYPES) {
    const terms = termsOf(type, pushes);
    if (terms === undefined || findPurseProblem(terms) !== undefined || readUnsigned(left) > terms.limit) continue;
    const contract = createPurseContract(terms, network, readUnsigned(left));
    if (binsAreEqual(contract.redeemScript, redeemScript)) return contract;
  }
  return undefined;
};
