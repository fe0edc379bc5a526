import { encodeAnnouncement } from '../../../announcement/announcement.js';
import { beaconEpoch, beaconLockingBytecode, beaconShard } from '../../../announcement/beacon.js';
import { lockingBytecodeOf } from '../../../chain/address.js';
import { P2SH32_DUST } from '../../../chain/dust.js';
import type { ChainTip } from '../../../chain/locktime.js';
import { assemble, type WalletCoins } from '../../../transaction/assemble.js';
import type { BuildOptions } from '../../../transaction/build-options.js';
import { withGenesis } from '../../../transaction/genesis.js';
import { selectTokens } from '../../../transaction/token-selection.js';
import { RECIPIENT_NOTE_SATOSHIS, type VestingFunding } from '../../transactions/fund-vesting.js';
import { vestingToken } from '../../vesting-coin.js';
import type { TokenVestingContract } from '../../vesting-contract.js';
import { INITIAL_VESTING_STATE } from '../../vesting-state.js';
import { TOKEN_VESTING_RESERVED_PAYMENTS, tokenVestingFunding } from '../token-vesting-rules.js';

/**
 * Builds the funding of a stream of tokens. Outputs: change to the sender (so that their wallet keeps a coin at index
 * 0 for its next creation), the state, the companion with the tokens, the announcement, the beacon, the recipient's
 * note, then what the spent token coins hold beyond the total, back to the sender.
 *
 * @param sender the wallet that signs. Of its coins with tokens only those of the category are spent, as few as
 *   possible; coins that also carry an NFT only where the others do not suffice, and their NFTs return
 * @param payments number of payments that the reserve is to pay for
 * @throws InsufficientTokensError
 * @throws InsufficientFundsError
 */
export const buildTokenVestingFunding = (
  contract: TokenVestingContract,
  sender: WalletCoins,
  tip: ChainTip,
  payments: bigint = TOKEN_VESTING_RESERVED_PAYMENTS,
  options: BuildOptions = {},
): VestingFunding => {
  const { parameters, asset, lockingBytecode, companion, network } = contract;
  const { total } = parameters.schedule;
  const tokens = selectTokens(sender.hash, sender.coins, asset.category, total);
  const beacon = beaconLockingBytecode(beaconEpoch(tip.height), beaconShard(lockingBytecode));
  const satoshis = tokenVestingFunding(payments);
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
          { to: lockingBytecode, amount: satoshis.state, token: vestingToken(genesis.txid, INITIAL_VESTING_STATE) },
          {
            to: companion.lockingBytecode,
            amount: satoshis.companion,
            token: { category: asset.category, amount: total },
          },
          { to: encodeAnnouncement({ product: 'VESTING_TOKEN', parameters, category: asset.category }), amount: 0n },
          { to: beacon, amount: P2SH32_DUST },
          { to: lockingBytecodeOf(parameters.recipient), amount: RECIPIENT_NOTE_SATOSHIS },
          ...tokens.returns,
        ],
        locktime: 0n,
        wallet,
        change: 'first',
        feeRate: options.feeRate,
        userPrompt: 'Fund the vesting stream',
      }),
    options,
  );
};
