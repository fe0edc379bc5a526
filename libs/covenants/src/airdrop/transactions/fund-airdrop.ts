import { beaconOutput } from '../../announcement/beacon.js';
import type { ChainTip } from '../../chain/network.js';
import { tokenOf } from '../../contract/coins.js';
import { changeHashOf, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { type Prepared, withGenesis } from '../../transaction/genesis.js';
import { MAX_TOKEN_COINS, NO_TOKENS, selectTokens, type TokenSelection } from '../../transaction/token-selection.js';
import { encodeAirdropAnnouncement } from '../airdrop-announcement.js';
import { airdropToken } from '../airdrop-coin.js';
import type { AirdropContract } from '../airdrop-contract.js';
import {
  AIRDROP_COMPANION_SATOSHIS,
  airdropLaneFundings,
  type LaneFunding,
  type WhitelistLane,
} from '../airdrop-funding.js';
import { airdropPool, isScriptAirdrop } from '../airdrop-parameters.js';
import { closingUnitOutput } from '../closing-unit.js';

/** A campaign's funding, or the transaction that the wallet must make before it can fund. */
export type AirdropFunding = Prepared<'funding'>;

const laneOutputs = (
  { asset, lockingBytecode, companion }: AirdropContract,
  category: string,
  { state, satoshis, tokens }: LaneFunding,
): PlannedOutput[] => [
  { to: lockingBytecode, amount: satoshis, token: airdropToken(category, state) },
  ...(asset.type === 'BCH'
    ? []
    : [{ to: companion.lockingBytecode, amount: AIRDROP_COMPANION_SATOSHIS, ...tokenOf(asset.category, tokens) }]),
];

/**
 * Selects the tokens to spend. Each lane takes the place of a coin, so that the funding stays within the size nodes
 * relay.
 */
const tokensFor = ({ asset, parameters }: AirdropContract, wallet: WalletCoins): TokenSelection =>
  asset.type === 'BCH'
    ? NO_TOKENS
    : selectTokens(
        changeHashOf(wallet),
        wallet.coins,
        asset.category,
        airdropPool(parameters),
        MAX_TOKEN_COINS - parameters.lanes,
      );

/**
 * Lists the outputs that open a campaign, behind the funder's own first output: each lane's state (and companion),
 * the announcement, the beacon, and for a script's campaign the closing unit.
 *
 * @param category the campaign's own: txid of the transaction whose output 0 the funding spends, display-order hex
 * @param whitelist lanes of the tree; none for a public campaign
 * @throws RangeError when the lanes do not match the parameters
 */
export const airdropFundingOutputs = (
  contract: AirdropContract,
  category: string,
  tip: ChainTip,
  whitelist: readonly WhitelistLane[] = [],
): PlannedOutput[] => {
  const { parameters, asset, lockingBytecode, creator } = contract;
  return [
    ...airdropLaneFundings(contract, whitelist).flatMap((funding) => laneOutputs(contract, category, funding)),
    { to: encodeAirdropAnnouncement({ parameters, asset }), amount: 0n },
    beaconOutput(lockingBytecode, tip),
    ...(isScriptAirdrop(parameters) ? [closingUnitOutput({ category }, creator)] : []),
  ];
};

/**
 * Builds the funding of a campaign, all lanes in one transaction. Outputs: change to the funder, those of {@link
 * airdropFundingOutputs}, then what the spent token coins hold beyond the pool, back to the funder.
 *
 * @param whitelist lanes of the tree; none for a public campaign
 * @throws RangeError when the lanes do not match the parameters
 * @throws InsufficientTokensError
 * @throws InsufficientFundsError
 */
export const buildAirdropFunding = (
  contract: AirdropContract,
  creator: WalletCoins,
  tip: ChainTip,
  whitelist: readonly WhitelistLane[] = [],
  options: BuildOptions = {},
): AirdropFunding => {
  const tokens = tokensFor(contract, creator);
  return withGenesis(
    'funding',
    creator,
    {
      network: contract.network,
      change: 'first',
      userPrompt: 'Fund the airdrop',
      plan: (category) => ({
        requiredCoins: tokens.coins,
        outputs: [...airdropFundingOutputs(contract, category, tip, whitelist), ...tokens.returns],
      }),
    },
    options,
  );
};
