import type { Output } from '@bitauth/libauth';
import {
  malformed,
  member,
  readBigInt,
  readBytes,
  readOptional,
  readText,
  readUint32,
  type Located,
} from './read-values.js';
import type { ContractInfo, SourceOutput } from './wc-transaction.js';

type Token = NonNullable<Output['token']>;
type Nft = NonNullable<Token['nft']>;

const readCapability = (at: Located): Nft['capability'] => {
  if (at.value === 'none' || at.value === 'mutable' || at.value === 'minting') return at.value;
  throw malformed(at, '"none", "mutable" or "minting"');
};

const readNft = (at: Located): Nft => ({
  capability: readCapability(member(at, 'capability')),
  commitment: readBytes(member(at, 'commitment')),
});

const readToken = (at: Located): Token => {
  const nft = readOptional(member(at, 'nft'), readNft);
  return {
    amount: readBigInt(member(at, 'amount')),
    category: readBytes(member(at, 'category')),
    ...(nft === undefined ? {} : { nft }),
  };
};

/**
 * Reads an output with libauth's field names, tokens included.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
export const readOutput = (at: Located): Output => {
  const token = readOptional(member(at, 'token'), readToken);
  return {
    lockingBytecode: readBytes(member(at, 'lockingBytecode')),
    valueSatoshis: readBigInt(member(at, 'valueSatoshis')),
    ...(token === undefined ? {} : { token }),
  };
};

const readContract = (at: Located): ContractInfo => ({
  name: readOptional(member(at, 'artifact'), (artifact) => readOptional(member(artifact, 'contractName'), readText)),
  redeemScript: readOptional(member(at, 'redeemScript'), readBytes),
});

/**
 * Reads an entry of `sourceOutputs`.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
export const readSourceOutput = (at: Located): SourceOutput => ({
  outpointTransactionHash: readBytes(member(at, 'outpointTransactionHash')),
  outpointIndex: readUint32(member(at, 'outpointIndex')),
  sequenceNumber: readOptional(member(at, 'sequenceNumber'), readUint32),
  unlockingBytecode: readOptional(member(at, 'unlockingBytecode'), readBytes),
  output: readOutput(at),
  contract: readOptional(member(at, 'contract'), readContract),
});
