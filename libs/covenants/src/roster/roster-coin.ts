import { binsAreEqual, binToHex, type Output } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import type { RosterContract } from './roster-contract.js';
import { decodeRosterState, encodeRosterState, type RosterState } from './roster-state.js';

/** The state output of a roster as it is now. */
export interface RosterCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  readonly state: RosterState;
}

/** Returns the token of a roster's state. */
export const rosterToken = ({ category }: Pick<RosterContract, 'category'>, state: RosterState) => ({
  category,
  amount: 0n,
  nft: { capability: 'mutable', commitment: encodeRosterState(state) } as const,
});

/** Returns the state as CashScript's UTXO. */
export const rosterUtxo = (contract: RosterContract, { outpoint, satoshis, state }: RosterCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: rosterToken(contract, state),
});

/**
 * Reads the state of a roster at an output: the mutable NFT of its category, at its address. Undefined for any other output, which
 * anybody can make.
 *
 * @param txid display-order hex
 */
export const readRosterCoin = (
  { category, lockingBytecode }: RosterContract,
  txid: string,
  outputs: readonly Output[],
  vout: number,
): RosterCoin | undefined => {
  const output = outputs[vout];
  if (output?.token?.nft?.capability !== 'mutable' || binToHex(output.token.category) !== category) return undefined;
  if (!binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  const state = decodeRosterState(binToHex(output.token.nft.commitment));
  return state && { outpoint: { txid, vout }, satoshis: output.valueSatoshis, state };
};
