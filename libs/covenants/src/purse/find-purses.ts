import { binToHex, encodeLockingBytecodeP2sh32, hash256, type TransactionCommon } from '@bitauth/libauth';
import type { Network } from '../chain/network.js';
import type { Party } from '../chain/party.js';
import { lastPushOf } from '../transaction/read-transaction.js';
import { decodePurseAnnouncement, type PurseAnnouncement } from './purse-announcement.js';
import { type PurseCoin, readPurseCoin } from './purse-coin.js';
import { createPurseContract, type PurseContract } from './purse-contract.js';
import { findPurseProblem, type PurseAsset, type PurseTerms } from './purse-terms.js';

/** A purse as the transaction that opened it made it. */
export interface FoundPurse {
  readonly contract: PurseContract;
  readonly coin: PurseCoin;
}

/** Returns the lock of the script that input 0 shows: the treasury's, where it is a coin of one. */
const ownerOf = ({ inputs: [lead] }: TransactionCommon): Party | undefined => {
  const script = lead && lastPushOf(lead.unlockingBytecode);
  return script && encodeLockingBytecodeP2sh32(hash256(script));
};

/** Returns the assets that purses of an announcement may hold: of tokens, each category of the outputs. */
const assetsOf = ({ type }: PurseAnnouncement, { outputs }: TransactionCommon): readonly PurseAsset[] => {
  if (type === 'BCH') return [{ type }];
  const categories = new Set(outputs.flatMap(({ token }) => (token === undefined ? [] : [binToHex(token.category)])));
  return [...categories].map((category) => ({ type, category }));
};

const termsOf = (owner: Party, asset: PurseAsset, { signers, purses }: PurseAnnouncement): readonly PurseTerms[] =>
  purses
    .map((purse): PurseTerms => ({ ...purse, asset, owner, signers }))
    .filter((terms) => findPurseProblem(terms) === undefined);

/**
 * Finds the purses that a treasury's transaction opened, by its announcements alone: outputs at the addresses of the announced
 * terms with the whole limit left. The owner is the script that input 0 shows. An output of another token than its purse's, or with
 * an NFT, is not one: the spender could not pay out of it.
 *
 * Anybody can open a purse for a treasury, with money of their own: its signers agreed only to those of transactions that spend the
 * treasury's state.
 *
 * @param txid display-order hex
 * @param height of the block that holds it; undefined while it is not mined
 */
export const findPurses = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
  height?: number,
): readonly FoundPurse[] => {
  const owner = ownerOf(transaction);
  if (owner === undefined) return [];
  const announced = transaction.outputs.flatMap(({ lockingBytecode }) => {
    const announcement = decodePurseAnnouncement(lockingBytecode);
    return announcement === undefined ? [] : [announcement];
  });
  const contracts = announced.flatMap((announcement) =>
    assetsOf(announcement, transaction).flatMap((asset) =>
      termsOf(owner, asset, announcement).map((terms) => createPurseContract(terms, network)),
    ),
  );
  return transaction.outputs.flatMap((_, vout): FoundPurse[] => {
    for (const contract of contracts) {
      const coin = readPurseCoin(contract, txid, transaction.outputs, vout, height);
      if (coin !== undefined) return holdsItsAsset(contract, coin) ? [{ contract, coin }] : [];
    }
    return [];
  });
};

/** Whether a coin holds what its purse pays, and nothing else: in BCH no token, in tokens its category without an NFT. */
export const holdsItsAsset = ({ terms: { asset } }: Pick<PurseContract, 'terms'>, { token }: PurseCoin): boolean =>
  asset.type === 'BCH'
    ? token === undefined
    : token === undefined || (token.category === asset.category && token.nft === undefined);
