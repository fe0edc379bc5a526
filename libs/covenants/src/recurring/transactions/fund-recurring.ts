import { fundedTotal } from '@weir/payments';
import { beaconEpoch, beaconLockingBytecode, beaconShard } from '../../announcement/beacon.js';
import { lockingBytecodeOf } from '../../chain/address.js';
import { P2SH32_DUST } from '../../chain/dust.js';
import type { ChainTip } from '../../chain/locktime.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withGenesis } from '../../transaction/genesis.js';
import { selectTokens, type TokenSelection } from '../../transaction/token-selection.js';
import { RECIPIENT_NOTE_SATOSHIS } from '../../vesting/transactions/fund-vesting.js';
import { encodeRecurringAnnouncement } from '../recurring-announcement.js';
import { recurringToken } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import { RECURRING_COMPANION_SATOSHIS, recurringFundingAmount } from '../recurring-rules.js';
import { initialRecurringState } from '../recurring-state.js';

/** A recurring payment's funding, or the transaction that the wallet must make before it can fund. */
export type RecurringFunding =
  | { readonly kind: 'funding'; readonly transaction: UnsignedTransaction }
  | { readonly kind: 'preparation'; readonly transaction: UnsignedTransaction };

const NO_TOKENS: TokenSelection = { coins: [], returns: [] };

/**
 * Builds the funding of a payment. Outputs: change to the sender (so that their wallet keeps a coin at index 0 for
 * its next creation), the state, in token mode the companion with the tokens, the announcement, the beacon, the
 * recipient's note, then what the spent token coins hold beyond the total, back to the sender.
 *
 * @param sender the wallet that signs; its coins with other tokens are left alone
 * @param reserve satoshis for the state beyond what it must hold and what is provided for fees
 * @throws InsufficientTokensError
 * @throws InsufficientFundsError
 */
export const buildRecurringFunding = (
  contract: RecurringContract,
  sender: WalletCoins,
  tip: ChainTip,
  reserve = 0n,
  options: BuildOptions = {},
): RecurringFunding => {
  const { parameters, asset, lockingBytecode, companion, network } = contract;
  const total = fundedTotal(parameters.plan);
  const tokens = asset.type === 'BCH' ? NO_TOKENS : selectTokens(sender.hash, sender.coins, asset.category, total);
  const beacon = beaconLockingBytecode(beaconEpoch(tip.height), beaconShard(lockingBytecode));
  const beside =
    asset.type === 'BCH'
      ? []
      : [
          {
            to: companion.lockingBytecode,
            amount: RECURRING_COMPANION_SATOSHIS,
            token: { category: asset.category, amount: total },
          },
        ];
  return withGenesis(
    'funding',
    network,
    sender,
    (genesis, wallet) =>
      assemble({
        network,
        contractInputs: [],
        requiredCoins: [genesis, ...tokens.coins],
        outputs: [
          {
            to: lockingBytecode,
            amount: recurringFundingAmount(parameters.plan, asset) + reserve,
            token: recurringToken(genesis.txid, initialRecurringState(parameters)),
          },
          ...beside,
          { to: encodeRecurringAnnouncement({ parameters, asset }), amount: 0n },
          { to: beacon, amount: P2SH32_DUST },
          { to: lockingBytecodeOf(parameters.recipient), amount: RECIPIENT_NOTE_SATOSHIS },
          ...tokens.returns,
        ],
        locktime: 0n,
        wallet,
        change: 'first',
        feeRate: options.feeRate,
        userPrompt: 'Fund the payment',
      }),
    options,
  );
};
