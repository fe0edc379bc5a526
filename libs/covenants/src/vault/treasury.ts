import type { Utxo } from 'cashscript';
import { covenantError } from '../errors/covenant-error.js';
import { rosterToken, rosterUtxo } from '../roster/roster-coin.js';
import type { RosterContract } from '../roster/roster-contract.js';
import { encodeRosterFollowing, encodeRosterSpending, type RosterSeat } from '../roster/roster-spending.js';
import { NO_GUARDIAN, MAX_ROSTER_SPENDS, type RosterMembers } from '../roster/roster-state.js';
import { ROSTER_STATE_SATOSHIS } from '../roster/transactions/open-roster.js';
import type { PlannedOutput } from '../transaction/assemble.js';
import { FILLER, type KeyAndSignature } from '../transaction/key-signature.js';
import { VAULT_STATE_SATOSHIS } from './deposit-vault.js';
import { isRosterState, type TreasuryCoin, vaultToken, vaultUtxo } from './vault-coin.js';
import { encodeVaultFollowing, encodeVaultSpending, type VaultContract } from './vault-contract.js';
import { INITIAL_VAULT_STATE, MAX_VAULT_SPENDS } from './vault-parameters.js';

/*
 * All that distinguishes a roster from a vault where two signers spend: everything that builds, stores, signs or reads proposals asks
 * here.
 */

export type { RosterMembers };

/** A contract of a treasury: three keys, two of which spend. A vault's signers are in its address, a roster's in its state. */
export type TreasuryContract = VaultContract | RosterContract;

/** Whether a treasury is a roster. */
export const isRosterContract = (contract: TreasuryContract): contract is RosterContract => !('parameters' in contract);

const mixed = (): RangeError => new RangeError('The state is of another kind than the contract');

/** Returns the least satoshis of a treasury's state. */
export const leastState = (contract: TreasuryContract): bigint =>
  isRosterContract(contract) ? ROSTER_STATE_SATOSHIS : VAULT_STATE_SATOSHIS;

/**
 * Returns a treasury's state as CashScript's UTXO.
 *
 * @throws RangeError where the state is of another kind than the contract
 */
export const treasuryUtxo = (contract: TreasuryContract, coin: TreasuryCoin): Utxo => {
  if (isRosterContract(contract)) {
    if (!isRosterState(coin)) throw mixed();
    return rosterUtxo(contract, coin);
  }
  if (isRosterState(coin)) throw mixed();
  return vaultUtxo(coin);
};

/**
 * Plans the state one spend later, with an amount of satoshis. Of a roster that ends a recovery, too.
 *
 * @param members of a roster from then on; by default those of before
 * @throws CovenantError SPENDS_USED_UP
 * @throws RangeError where the state is of another kind than the contract
 */
export const successor = (
  contract: TreasuryContract,
  coin: TreasuryCoin,
  amount: bigint,
  members?: RosterMembers,
): PlannedOutput => {
  const { lockingBytecode: to } = contract;
  if (isRosterContract(contract)) {
    if (!isRosterState(coin)) throw mixed();
    const { spends } = coin.state;
    if (spends >= MAX_ROSTER_SPENDS)
      throw covenantError('SPENDS_USED_UP', 'The roster has reached its maximum number of spends');
    const next = { ...coin.state, ...members, status: 'active', spends: spends + 1 } as const;
    return { to, amount, token: rosterToken(contract, next) };
  }
  if (isRosterState(coin)) throw mixed();
  const { category, state, units } = coin;
  if (state.spends >= MAX_VAULT_SPENDS)
    throw covenantError('SPENDS_USED_UP', 'The vault has reached its maximum number of spends: close it');
  return { to, amount, token: vaultToken(category, { spends: state.spends + 1 }, units) };
};

const NOWHERE = { outpoint: { txid: '00'.repeat(32), vout: 0 } };

/** Returns a state of a treasury for sizes: the encoded count of spends, and members, have a fixed length. */
export const anyState = (contract: TreasuryContract): TreasuryCoin => {
  const satoshis = leastState(contract);
  if (!isRosterContract(contract))
    return { ...NOWHERE, satoshis, category: '00'.repeat(32), state: INITIAL_VAULT_STATE };
  const nobody = new Uint8Array(20);
  return {
    ...NOWHERE,
    satoshis,
    state: {
      status: 'active',
      spends: 0,
      guardian: NO_GUARDIAN,
      quiet: 0,
      review: 0,
      signers: [nobody, nobody, nobody],
    },
  };
};

/** Encodes the unlocking bytecode of input 0. @param absent the seat that does not sign; signatures do not cover it */
export const encodeSpending = (
  contract: TreasuryContract,
  first: KeyAndSignature,
  second: KeyAndSignature,
  absent: RosterSeat = 2,
): Uint8Array =>
  isRosterContract(contract)
    ? encodeRosterSpending(contract, first, second, absent)
    : encodeVaultSpending(contract, first, second);

/** Encodes the unlocking bytecode of every further coin, which nobody signs. */
export const encodeFollowing = (contract: TreasuryContract): Uint8Array =>
  isRosterContract(contract) ? encodeRosterFollowing(contract) : encodeVaultFollowing(contract);

/** Returns the unlocker of input 0 that names the function to wallets. */
export const spendUnlocker = (contract: TreasuryContract) => {
  const { publicKey, signature } = FILLER;
  const parts = [publicKey, signature, publicKey, signature];
  return contract.unlock('spend', isRosterContract(contract) ? [...parts, 2n] : parts);
};
