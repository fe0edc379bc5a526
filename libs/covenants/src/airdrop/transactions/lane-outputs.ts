import type { Unlocker } from 'cashscript';
import { lockingBytecodeOf, type PublicKeyHash } from '../../chain/address.js';
import { tokenOf } from '../../contract/companion-coin.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import type { PlannedInput, PlannedOutput } from '../../transaction/assemble.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import { airdropCompanionUtxo, airdropToken, airdropUtxo, type AirdropCoin } from '../airdrop-coin.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { AirdropState } from '../airdrop-state.js';

/** The inputs of a lane: its state, and in token mode the companion. */
export const laneInputs = (
  { asset, companion }: AirdropContract,
  coin: AirdropCoin,
  unlocker: Unlocker,
): PlannedInput[] => {
  const state = { utxo: airdropUtxo(coin), unlocker: fixedUnlocker(unlocker) };
  if (asset.type === 'BCH') return [state];
  if (coin.companion === undefined) throw new RangeError('A lane of tokens has a companion');
  return [
    state,
    {
      utxo: airdropCompanionUtxo(coin, coin.companion, asset.category),
      unlocker: fixedUnlocker(companion.unlock.spend()),
    },
  ];
};

/** Satoshis of everything a lane holds. */
export const heldByLane = ({ satoshis, companion }: AirdropCoin): bigint => satoshis + (companion?.satoshis ?? 0n);

/** A lane's tokens less an amount, at a locking bytecode. */
const tokensAt = ({ asset }: AirdropContract, coin: AirdropCoin, less: bigint) =>
  asset.type === 'BCH' ? {} : tokenOf(asset.category, (coin.companion?.amount ?? 0n) - less);

/**
 * What a claim leaves and pays.
 *
 * @param taken satoshis it takes from the lane besides the amount
 */
export const claimOutputs = (
  contract: AirdropContract,
  coin: AirdropCoin,
  next: AirdropState,
  paid: { readonly recipient: PublicKeyHash; readonly amount: bigint },
  taken: bigint,
): PlannedOutput[] => {
  const { asset, companion, lockingBytecode } = contract;
  const to = lockingBytecodeOf(paid.recipient);
  const token = airdropToken(coin.category, next);
  if (asset.type === 'BCH')
    return [
      { to: lockingBytecode, amount: coin.satoshis - paid.amount - taken, token },
      { to, amount: paid.amount },
    ];
  return [
    { to: lockingBytecode, amount: coin.satoshis - taken, token },
    { to: companion.lockingBytecode, amount: coin.companion?.satoshis ?? 0n, ...tokensAt(contract, coin, paid.amount) },
    { to, amount: TOKEN_OUTPUT_SATOSHIS, ...tokenOf(asset.category, paid.amount) },
  ];
};

/** The output of a close, before the closing unit's where there is one: everything to the creator. */
export const closeOutputs = (contract: AirdropContract, coin: AirdropCoin, fee: bigint): PlannedOutput[] => [
  {
    to: contract.creator,
    amount: heldByLane(coin) - fee,
    ...tokensAt(contract, coin, 0n),
  },
];
