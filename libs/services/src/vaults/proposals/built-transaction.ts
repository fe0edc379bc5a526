import {
  binToHex,
  decodeTransactionOutputs,
  hexToBin,
  lockingBytecodeToCashAddress,
  type Output,
} from '@bitauth/libauth';
import {
  addressPrefix,
  decodeVaultProposal,
  encodeVaultProposal,
  type Network,
  type VaultContract,
  type VaultProposal,
  type VaultProposalRecord,
} from '@weir/covenants';
import type { Outpoint, ProposalTransaction } from '@weir/infra';
import { spentBy } from '../chain/outpoints.js';
import { decodeStored, transactionDigest } from '../chain/transaction-digest.js';
import type { ProposalOutputView } from '../vaults.types.js';

type Stored = Pick<ProposalTransaction, 'transaction'>;

const isRecord = (value: unknown): value is VaultProposalRecord =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'spend' || value.kind === 'close') &&
  'unsignedTransaction' in value &&
  typeof value.unsignedTransaction === 'string' &&
  'sourceOutputs' in value &&
  typeof value.sourceOutputs === 'string';

const recordOf = ({ transaction }: Stored): VaultProposalRecord => {
  const record: unknown = JSON.parse(transaction);
  if (!isRecord(record)) throw new Error('A stored proposal cannot be read');
  return record;
};

/** A built proposal as it is stored. */
export const toStored = (proposal: VaultProposal): ProposalTransaction => {
  const record = encodeVaultProposal(proposal);
  return { digest: transactionDigest(decodeStored(record.unsignedTransaction)), transaction: JSON.stringify(record) };
};

/** A stored proposal as the builders take it. */
export const toBuilt = (stored: Stored, contract: VaultContract): VaultProposal =>
  decodeVaultProposal(contract, recordOf(stored));

/** The coins a stored proposal spends. */
export const builtCoins = (stored: Stored): Outpoint[] => spentBy(decodeStored(recordOf(stored).unsignedTransaction));

const addressOf = ({ lockingBytecode: bytecode, token }: Output, network: Network): string | null => {
  const address = lockingBytecodeToCashAddress({
    bytecode,
    prefix: addressPrefix(network),
    tokenSupport: token !== undefined,
  });
  return typeof address === 'string' ? null : address.address;
};

const toOutputView = (output: Output, network: Network): ProposalOutputView => {
  const { token } = output;
  const nft = token?.nft && { nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) } };
  return {
    to: addressOf(output, network),
    lockingBytecode: binToHex(output.lockingBytecode),
    satoshis: output.valueSatoshis,
    ...(token && { token: { category: binToHex(token.category), amount: token.amount, ...nft } }),
  };
};

const total = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/** What a stored proposal pays to others than the vault, and its fee. Costs no contract. @param here the vault's locking bytecode, hex */
export const describeBuilt = (
  stored: Stored,
  here: string,
  network: Network,
): { readonly payouts: readonly ProposalOutputView[]; readonly fee: bigint } => {
  const record = recordOf(stored);
  const { outputs } = decodeStored(record.unsignedTransaction);
  const sources = decodeTransactionOutputs(hexToBin(record.sourceOutputs));
  if (typeof sources === 'string') throw new Error(`A stored proposal does not decode: ${sources}`);
  const payouts = outputs
    .filter(({ lockingBytecode }) => binToHex(lockingBytecode) !== here)
    .map((output) => toOutputView(output, network));
  return { payouts, fee: total(sources) - total(outputs) };
};
