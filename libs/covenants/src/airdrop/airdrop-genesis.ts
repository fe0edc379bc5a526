import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { AirdropCoin } from './airdrop-coin.js';
import type { AirdropContract } from './airdrop-contract.js';
import { AIRDROP_COMPANION_SATOSHIS } from './airdrop-funding.js';
import { decodeAirdropState, isRowlessRoot } from './airdrop-state.js';

/** A lane that a funding made, or why an output is not one. */
export interface LaneGenesis {
  readonly coin: AirdropCoin | undefined;
  readonly problems: readonly string[];
}

const none = (...problems: string[]): LaneGenesis => ({ coin: undefined, problems });

/** Returns the companion behind a state, or what keeps the output there from being one. */
const companionBehind = (
  { asset, companion }: AirdropContract,
  output: Output | undefined,
): Pick<AirdropCoin, 'companion'> | string => {
  if (asset.type === 'BCH') return {};
  if (output === undefined || !binsAreEqual(output.lockingBytecode, companion.lockingBytecode))
    return 'the output behind it is not locked by the companion script';
  if (output.valueSatoshis < AIRDROP_COMPANION_SATOSHIS)
    return `its companion holds less than ${AIRDROP_COMPANION_SATOSHIS.toString()} satoshis`;
  const { token } = output;
  if (token === undefined || binToHex(token.category) !== asset.category)
    return `its companion carries no tokens of ${asset.category}`;
  if (token.nft !== undefined) return 'its companion carries an NFT beside the tokens';
  return { companion: { satoshis: output.valueSatoshis, amount: token.amount } };
};

/**
 * Reads an output at a contract's address as a new lane: a mutable NFT of a category made in this transaction, no
 * fungible units, a state without claims, and in token mode the companion behind it. A whitelist's root must not be
 * known to have no rows: a lane that starts with all its rows spent could be closed at once by anybody, whatever the
 * terms say.
 */
export const readLaneGenesis = (
  contract: AirdropContract,
  txid: string,
  transaction: TransactionCommon,
  vout: number,
): LaneGenesis => {
  const output = transaction.outputs[vout];
  const token = output?.token;
  if (output === undefined || token?.nft === undefined) return none('it carries no NFT');
  const category = binToHex(token.category);
  const fresh = transaction.inputs.some(
    (input) => input.outpointIndex === 0 && binToHex(input.outpointTransactionHash) === category,
  );
  const state = decodeAirdropState(binToHex(token.nft.commitment));
  if (!fresh) return none('the NFT is not of a category made in this transaction');
  if (token.nft.capability !== 'mutable') return none(`the NFT is ${token.nft.capability}, not mutable`);
  if (token.amount !== 0n) return none(`it carries ${token.amount.toString()} fungible units of its category`);
  if (state === undefined || state.claims !== 0) return none('the commitment is not that of a new lane');
  if (contract.parameters.kind === 'WHITELIST' && isRowlessRoot(state.root))
    return none('its root is that of a tree without a row to claim');
  const companion = companionBehind(contract, transaction.outputs[vout + 1]);
  if (typeof companion === 'string') return none(companion);
  return {
    coin: { outpoint: { txid, vout }, satoshis: output.valueSatoshis, category, state, ...companion },
    problems: [],
  };
};
