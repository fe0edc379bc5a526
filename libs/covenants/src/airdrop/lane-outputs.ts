import type { Unlocker } from 'cashscript';
import type { PublicKeyHash } from '../chain/address.js';
import { tokenOf } from '../contract/coins.js';
import type { PlannedInput, PlannedOutput } from '../transaction/assemble.js';
import { airdropCompanionUtxo, airdropToken, airdropUtxo, type AirdropCoin } from './airdrop-coin.js';
import type { AirdropContract } from './airdrop-contract.js';
import type { AirdropState } from './airdrop-state.js';

/**
 * Plans the inputs of a lane: its state, and in token mode the companion.
 *
 * @throws RangeError when a lane of tokens is given without its companion
 */
export const laneInputs = (
  { asset, companion }: AirdropContract,
  coin: AirdropCoin,
  unlocker: Unlocker,
): PlannedInput[] => {
  const state = { utxo: airdropUtxo(coin), unlocker };
  if (asset.type === 'BCH') return [state];
  if (coin.companion === undefined) throw new RangeError('Token lane has no companion output');
  return [
    state,
    {
      utxo: airdropCompanionUtxo(coin, coin.companion, asset.category),
      unlocker: companion.unlock('spend'),
    },
  ];
};

/** Returns the satoshis of all outputs of a lane. */
export const heldByLane = ({ satoshis, companion }: AirdropCoin): bigint => satoshis + (companion?.satoshis ?? 0n);

/** Returns the token output field of a lane's tokens less an amount; none in BCH. */
const tokensAt = ({ asset }: AirdropContract, coin: AirdropCoin, less: bigint) =>
  asset.type === 'BCH' ? {} : tokenOf(asset.category, (coin.companion?.amount ?? 0n) - less);

/**
 * Plans a claim's outputs: the lane that goes on, with the closing unit where its holder left that there, and the
 * payment.
 *
 * @param taken satoshis that it takes from the lane beside the amount
 */
export const claimOutputs = (
  contract: AirdropContract,
  coin: AirdropCoin,
  next: AirdropState,
  paid: { readonly recipient: PublicKeyHash; readonly amount: bigint },
  taken: bigint,
): PlannedOutput[] => {
  const { asset, companion, lockingBytecode, payoutSatoshis } = contract;
  const to = contract.payee(paid.recipient, paid.amount);
  const token = airdropToken(coin.category, next, coin.units);
  if (asset.type === 'BCH')
    return [
      { to: lockingBytecode, amount: coin.satoshis - paid.amount - taken, token },
      { to, amount: paid.amount },
    ];
  return [
    { to: lockingBytecode, amount: coin.satoshis - taken, token },
    { to: companion.lockingBytecode, amount: coin.companion?.satoshis ?? 0n, ...tokensAt(contract, coin, paid.amount) },
    { to, amount: payoutSatoshis, ...tokenOf(asset.category, paid.amount) },
  ];
};

/** Plans a close's only output before that of a closing unit: everything the lane holds, to the creator. */
export const closeOutputs = (contract: AirdropContract, coin: AirdropCoin, fee: bigint): PlannedOutput[] => [
  {
    to: contract.creator,
    amount: heldByLane(coin) - fee,
    ...tokensAt(contract, coin, 0n),
  },
];
