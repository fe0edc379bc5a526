import { encodeAnnouncement } from '../../announcement/announcement.js';
import { beaconEpoch, beaconLockingBytecode, beaconShard } from '../../announcement/beacon.js';
import { lockingBytecodeOf } from '../../chain/address.js';
import { P2SH32_DUST } from '../../chain/dust.js';
import type { ChainTip } from '../../chain/locktime.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withGenesis } from '../../transaction/genesis.js';
import { vestingToken } from '../vesting-coin.js';
import { vestingFundingAmount, type VestingContract } from '../vesting-contract.js';
import { INITIAL_VESTING_STATE } from '../vesting-state.js';

/**
 * Satoshis that a funding sends to the recipient's own address: their history is then their index, and they have
 * their first fee.
 */
export const RECIPIENT_NOTE_SATOSHIS = 1_000n;

/** A vesting stream's funding, or the transaction that the wallet must make before it can fund. */
export type VestingFunding =
  | { readonly kind: 'funding'; readonly transaction: UnsignedTransaction }
  | { readonly kind: 'preparation'; readonly transaction: UnsignedTransaction };

/**
 * Builds the funding of a stream. Outputs: change to the sender (so that their wallet keeps a coin at index 0 for its
 * next creation), the state, the announcement, the beacon, the recipient's note.
 *
 * @param sender the wallet that signs; its coins with tokens are left alone
 * @throws InsufficientFundsError
 */
export const buildVestingFunding = (
  contract: VestingContract,
  sender: WalletCoins,
  tip: ChainTip,
  options: BuildOptions = {},
): VestingFunding => {
  const { parameters, lockingBytecode, network } = contract;
  const beacon = beaconLockingBytecode(beaconEpoch(tip.height), beaconShard(lockingBytecode));
  return withGenesis(
    'funding',
    network,
    sender,
    (genesis, wallet) =>
      assemble({
        network,
        contractInputs: [],
        requiredCoins: [genesis],
        outputs: [
          {
            to: lockingBytecode,
            amount: vestingFundingAmount(parameters.schedule.total),
            token: vestingToken(genesis.txid, INITIAL_VESTING_STATE),
          },
          { to: encodeAnnouncement({ product: 'VESTING_BCH', parameters }), amount: 0n },
          { to: beacon, amount: P2SH32_DUST },
          { to: lockingBytecodeOf(parameters.recipient), amount: RECIPIENT_NOTE_SATOSHIS },
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
