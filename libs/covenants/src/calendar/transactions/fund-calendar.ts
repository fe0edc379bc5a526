import type { ChainTip, Network } from '../../chain/network.js';
import { principalOf } from '../../plan/funding/funding-outputs.js';
import { fundingPrompt, MAX_FUNDING_TOKEN_COINS } from '../../plan/transactions/fund-plan.js';
import { changeHashOf, type WalletCoins } from '../../transaction/assemble.js';
import { type GenesisOptions, type Prepared, withGenesis } from '../../transaction/genesis.js';
import { NO_TOKENS, selectTokens } from '../../transaction/token-selection.js';
import { calendarFundingOutputs, type CalendarPart } from '../calendar-draft.js';

/** The funding of a plan by the calendar, or the transaction that the wallet must make before it can fund. */
export type CalendarFunding = Prepared<'funding'>;

/**
 * Builds the funding of a plan by the calendar: one signature opens all its streams. Outputs: change to the payer, the streams, the
 * announcement, the beacon, the tranches, the recipients' notes, then tokens and NFTs that return.
 *
 * @param payer the wallet that signs; it need not be the plan's sender
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws RangeError for a stream that `findCalendarFunding` would refuse for its numbers
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 * @throws CovenantError TRANSACTION_TOO_LARGE as `buildPlanFunding`
 */
export const buildCalendarFunding = (
  part: CalendarPart,
  payer: WalletCoins,
  {
    network,
    tip,
    asset,
    ...options
  }: GenesisOptions & {
    readonly network: Network;
    readonly tip: ChainTip;
    readonly asset?: string | undefined;
  },
): CalendarFunding => {
  return withGenesis(
    'funding',
    payer,
    {
      network,
      change: 'first',
      userPrompt: fundingPrompt(part.streams.length),
      plan(category, wallet) {
        const tokens =
          asset === undefined
            ? NO_TOKENS
            : selectTokens(changeHashOf(wallet), wallet.coins, asset, principalOf(part), MAX_FUNDING_TOKEN_COINS);
        const outputs = calendarFundingOutputs(part, network, { category, asset, tip });
        return { requiredCoins: tokens.coins, outputs: [...outputs, ...tokens.returns] };
      },
    },
    options,
  );
};
