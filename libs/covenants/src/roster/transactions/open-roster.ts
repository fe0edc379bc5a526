import { beaconOutput } from '../../announcement/beacon.js';
import type { ChainTip, Network } from '../../chain/network.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { assertWorthAnOutput, buildDeposit } from '../../transaction/deposit.js';
import { type GenesisOptions, type Prepared, withGenesis } from '../../transaction/genesis.js';
import { encodeRosterAnnouncement } from '../roster-announcement.js';
import { rosterToken } from '../roster-coin.js';
import { createRosterContract, type RosterContract } from '../roster-contract.js';
import { findRosterMembersProblem, initialRosterState, type RosterMembers } from '../roster-state.js';

/** Least satoshis of a roster's state, above its dust (951), and of a deposit. */
export const ROSTER_STATE_SATOSHIS = 1_500n;

/** Options of a roster's first deposit. */
export interface RosterDepositOptions extends GenesisOptions {
  /**
   * The tip of the chain, where the chain is to list the roster: the deposit announces it then and pays dust to a beacon. Without it
   * only who knows the address finds it.
   */
  readonly tip?: Pick<ChainTip, 'height'> | undefined;
}

/** A roster's first deposit, or the transaction that the wallet must make before it. */
export type RosterFirstDeposit = Prepared<'deposit'>;

/**
 * Builds the deposit that begins a roster: its state with the money at output 0, so that it can open a plan at once, then change to
 * the depositor. The coin that is spent decides the address, so nobody can pay there before this transaction is mined.
 *
 * @param satoshis at least 1,500
 * @throws RangeError for members that break a rule (see `findRosterMembersProblem`), or fewer satoshis
 * @throws InsufficientFundsError
 */
export const buildRosterFirstDeposit = (
  network: Network,
  members: RosterMembers,
  depositor: WalletCoins,
  satoshis: bigint,
  { tip, ...options }: RosterDepositOptions = {},
): RosterFirstDeposit => {
  assertWorthAnOutput(satoshis, ROSTER_STATE_SATOSHIS);
  return withGenesis(
    'deposit',
    depositor,
    {
      network,
      change: 'last',
      userPrompt: 'Open the treasury with a deposit',
      plan: (category) => {
        const contract = createRosterContract(category, network);
        const problem = findRosterMembersProblem(members, network, contract.lockingBytecode);
        if (problem !== undefined) throw new RangeError(`No roster has these members: ${problem}`);
        const state = { to: contract.lockingBytecode, amount: satoshis };
        const token = rosterToken(contract, initialRosterState(members));
        const listed =
          tip === undefined
            ? []
            : [{ to: encodeRosterAnnouncement(), amount: 0n }, beaconOutput(contract.lockingBytecode, tip)];
        return { outputs: [{ ...state, token }, ...listed] };
      },
    },
    options,
  );
};

/**
 * Builds a later deposit: money to the address at output 0, as any wallet could make by itself. Only for a roster whose genesis was
 * checked in a mined transaction.
 *
 * @param satoshis at least 1,500, so that it is worth more than spending it costs
 * @throws InsufficientFundsError
 * @throws RangeError for fewer satoshis
 */
export const buildRosterDeposit = (
  { network, lockingBytecode }: RosterContract,
  depositor: WalletCoins,
  satoshis: bigint,
  options: BuildOptions = {},
): UnsignedTransaction => {
  assertWorthAnOutput(satoshis, ROSTER_STATE_SATOSHIS);
  return buildDeposit(
    { network, lockingBytecode, userPrompt: 'Deposit to the treasury' },
    depositor,
    satoshis,
    options,
  );
};
