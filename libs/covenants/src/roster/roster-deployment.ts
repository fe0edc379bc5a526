import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { Network } from '../chain/network.js';
import { makesCategory } from '../chain/outpoint.js';
import { readRosterCoin, type RosterCoin } from './roster-coin.js';
import { createRosterContract, type RosterContract } from './roster-contract.js';
import {
  decodeRosterState,
  encodeRosterState,
  findRosterMembersProblem,
  initialRosterState,
  type RosterMembersProblem,
} from './roster-state.js';

/** Why an output at the address of a roster does not begin one. */
export type RosterGenesisProblem =
  /** Somebody may hold another NFT of the category: it was created before. */
  | 'CATEGORY_NOT_CREATED_HERE'
  /** Another output carries the category: its holder could spend everything. */
  | 'CATEGORY_ELSEWHERE'
  | 'NFT_NOT_MUTABLE'
  /** Fungible units of the category are in the output. */
  | 'UNITS_OF_CATEGORY'
  /** The commitment is not that of a roster. */
  | 'COMMITMENT_MALFORMED'
  /** A recovery runs, or spends are counted. */
  | 'STATE_NOT_INITIAL'
  | RosterMembersProblem;

/** The roster that a transaction began, or why it began none. */
export type RosterDeploymentResult =
  | { readonly ok: true; readonly contract: RosterContract; readonly coin: RosterCoin }
  | { readonly ok: false; readonly problem: RosterGenesisProblem | 'NO_ROSTER' };

const findProblem = (
  contract: RosterContract,
  { token }: Output,
  transaction: TransactionCommon,
): RosterGenesisProblem | undefined => {
  const { category, network, lockingBytecode } = contract;
  if (!makesCategory(transaction, category)) return 'CATEGORY_NOT_CREATED_HERE';
  const carriers = transaction.outputs.filter((output) => output.token && binToHex(output.token.category) === category);
  if (carriers.length !== 1) return 'CATEGORY_ELSEWHERE';
  if (token?.nft?.capability !== 'mutable') return 'NFT_NOT_MUTABLE';
  if (token.amount !== 0n) return 'UNITS_OF_CATEGORY';
  const commitment = binToHex(token.nft.commitment);
  const state = decodeRosterState(commitment);
  if (state === undefined) return 'COMMITMENT_MALFORMED';
  if (commitment !== encodeRosterState(initialRosterState(state))) return 'STATE_NOT_INITIAL';
  return findRosterMembersProblem(state, network, lockingBytecode);
};

/**
 * Finds the roster that a transaction begins, and checks its genesis: the category is created here, exactly one output carries it,
 * at the address that commits to it, mutable, without units, with sound members, active and without spends. **An unsound genesis may
 * cost everything**: the holder of a second NFT is the treasury.
 *
 * @param txid display-order hex
 */
export const findRosterDeployment = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): RosterDeploymentResult => {
  let problem: RosterGenesisProblem | undefined;
  for (const [vout, output] of transaction.outputs.entries()) {
    if (output.token === undefined) continue;
    const contract = createRosterContract(binToHex(output.token.category), network);
    if (!binsAreEqual(output.lockingBytecode, contract.lockingBytecode)) continue;
    const found = findProblem(contract, output, transaction);
    const coin = readRosterCoin(contract, txid, transaction.outputs, vout);
    if (found === undefined && coin !== undefined) return { ok: true, contract, coin };
    problem ??= found;
  }
  return { ok: false, problem: problem ?? 'NO_ROSTER' };
};
