import type { ChainTip, Network } from '../../chain/network.js';
import { changeHashOf, type WalletCoins } from '../../transaction/assemble.js';
import { prepareGenesis, withGenesis, type GenesisOptions, type Prepared } from '../../transaction/genesis.js';
import { NO_TOKENS, selectTokens } from '../../transaction/token-selection.js';
import type { PlanPart } from '../funding/cut-plan.js';
import { fundingOutputs, principalOf } from '../funding/funding-outputs.js';

/** A plan's funding, or the transaction that the wallet must make before it can fund. */
export type PlanFunding = Prepared<'funding'>;

/** The contracts that a funding opens, of any plan. */
interface OpenedContracts {
  readonly contracts: readonly { readonly network: Network }[];
}

const networkOf = ({ contracts }: OpenedContracts): Network => contracts[0]?.network ?? 'mainnet';

/** Most token coins that one funding spends: more would leave little room for streams. */
export const MAX_FUNDING_TOKEN_COINS = 50;

/** Returns what a wallet shows of a funding. @param count of its streams */
export const fundingPrompt = (count: number): string =>
  count === 1 ? 'Fund the plan' : `Fund the plan: ${count} streams`;

/**
 * Builds the funding of a part of a plan: one signature opens all its streams. Outputs: change to the payer (so that
 * their wallet keeps a coin at index 0 for its next creation), the streams, the announcement, the beacon, the
 * recipients' notes, then tokens and NFTs that return.
 *
 * @param payer the wallet that signs; it need not be the plan's sender
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 * @throws CovenantError TRANSACTION_TOO_LARGE when the wallet's coins are too many for the room that was left for
 *   them: gather them first ({@link buildPlanPreparation}), or lay the plan out with more room
 */
export const buildPlanFunding = (
  part: PlanPart,
  payer: WalletCoins,
  tip: ChainTip,
  asset?: string,
  options: GenesisOptions = {},
): PlanFunding => {
  return withGenesis(
    'funding',
    payer,
    {
      network: networkOf(part),
      change: 'first',
      userPrompt: fundingPrompt(part.streams.length),
      plan(category, wallet) {
        const tokens =
          asset === undefined
            ? NO_TOKENS
            : selectTokens(changeHashOf(wallet), wallet.coins, asset, principalOf(part), MAX_FUNDING_TOKEN_COINS);
        return {
          requiredCoins: tokens.coins,
          outputs: [...fundingOutputs(part, category, asset, tip), ...tokens.returns],
        };
      },
    },
    options,
  );
};

/**
 * Builds the transaction that gathers the 100 largest of a wallet's plain coins into one at output 0, for a funding
 * that they were too many for.
 *
 * @throws InsufficientFundsError
 */
export const buildPlanPreparation = (
  part: OpenedContracts,
  payer: WalletCoins,
  { feeRate }: GenesisOptions = {},
): PlanFunding => ({ kind: 'preparation', transaction: prepareGenesis(networkOf(part), payer, { feeRate }) });
