import { binToHex, decodeTransactionOutputs, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  decodeRosterRecovery,
  decodeVaultProposal,
  encodeRosterRecovery,
  encodeVaultProposal,
  isVaultProposalKind,
  type Network,
  type RosterContract,
  type RosterRecovery,
  type TreasuryContract,
  type VaultProposal,
  type VaultProposalRecord,
} from '@weir/covenants';
import { type Outpoint, type ProposalTransaction, toUnspent } from '@weir/infra';
import { describeOutputs } from '../streams/funding/funding-info.js';
import { decodeStored, spentBy, transactionDigest } from './transaction-digest.js';

type Stored = Pick<ProposalTransaction, 'transaction'>;

const isRecord = (value: unknown): value is VaultProposalRecord =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  isVaultProposalKind(value.kind) &&
  'unsignedTransaction' in value &&
  typeof value.unsignedTransaction === 'string' &&
  'sourceOutputs' in value &&
  typeof value.sourceOutputs === 'string';

const recordOf = ({ transaction }: Stored): VaultProposalRecord => {
  const record: unknown = JSON.parse(transaction);
  if (!isRecord(record)) throw new Error('A stored proposal cannot be read');
  return record;
};

/**
 * Converts a built proposal to its stored form. It is read back as its signers will see it, so that nothing is stored
 * that does something to streams which its kind does not say.
 *
 * @throws CovenantError HIDDEN_CONSENT, MALFORMED
 */
export const toStored = (proposal: VaultProposal): ProposalTransaction => {
  const record = encodeVaultProposal(proposal);
  decodeVaultProposal(proposal.contract, record);
  return { digest: transactionDigest(decodeStored(record.unsignedTransaction)), transaction: JSON.stringify(record) };
};

/** Converts the end of a recovery to its stored form. */
export const toStoredRecovery = (recovery: RosterRecovery): ProposalTransaction => {
  const record = encodeRosterRecovery(recovery);
  return { digest: transactionDigest(decodeStored(record.unsignedTransaction)), transaction: JSON.stringify(record) };
};

/** Converts a stored end of a recovery to the form that builders take. */
export const toBuiltRecovery = (stored: Stored, contract: RosterContract): RosterRecovery =>
  decodeRosterRecovery(contract, { ...recordOf(stored), kind: 'recovery' });

/** Converts a stored proposal to the form that builders take. */
export const toBuilt = (stored: Stored, contract: TreasuryContract): VaultProposal =>
  decodeVaultProposal(contract, recordOf(stored));

/** Returns the transaction of a stored proposal, without its signatures. */
export const builtTransaction = (stored: Stored): TransactionCommon =>
  decodeStored(recordOf(stored).unsignedTransaction);

/** Returns the coins that a stored proposal spends. */
export const builtCoins = (stored: Stored): Outpoint[] => spentBy(builtTransaction(stored));

/** Returns the outputs that a stored proposal spends, in the order of its inputs. */
export const builtSources = (stored: Stored): readonly Output[] => sourcesOf(recordOf(stored));

const sourcesOf = ({ sourceOutputs }: VaultProposalRecord): Output[] => {
  const sources = decodeTransactionOutputs(hexToBin(sourceOutputs));
  if (typeof sources === 'string') throw new Error(`A stored proposal does not decode: ${sources}`);
  return sources;
};

/**
 * A coin that a proposal spends, with its locking script: the vault's own, or a stream's of which the vault is the
 * sender.
 */
export interface BuiltInput extends Outpoint {
  readonly lockingBytecode: Uint8Array;
}

/** Returns the coins that a stored proposal spends, with their scripts. */
export const builtInputs = (stored: Stored): BuiltInput[] => {
  const record = recordOf(stored);
  const sources = sourcesOf(record);
  return spentBy(decodeStored(record.unsignedTransaction)).map((coin, index) => ({
    ...coin,
    lockingBytecode: sources[index]?.lockingBytecode ?? new Uint8Array(),
  }));
};

const total = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/**
 * Describes what a stored proposal pays to others than the vault, and its fee. Constructs no contract.
 *
 * @param here the vault's locking bytecode, hex
 */
export const describeBuilt = (stored: Stored, here: string, network: Network) => {
  const record = recordOf(stored);
  const { outputs } = decodeStored(record.unsignedTransaction);
  const paid = outputs
    .filter(({ lockingBytecode }) => binToHex(lockingBytecode) !== here)
    .map((output) => {
      const { satoshis: amount, token } = toUnspent('', 0, output);
      return { to: output.lockingBytecode, amount, ...(token && { token }) };
    });
  return { payouts: describeOutputs(paid, network), fee: total(sourcesOf(record)) - total(outputs) };
};
