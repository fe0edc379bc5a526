import { binsAreEqual, binToHex, type Input } from '@bitauth/libauth';
import { WalletError } from '../wallet-error.js';
import type { SigningRequest, SourceOutput, SpentCoin } from './wc-transaction.js';

const keyOf = ({
  outpointTransactionHash,
  outpointIndex,
}: Pick<Input, 'outpointTransactionHash' | 'outpointIndex'>): string =>
  `${binToHex(outpointTransactionHash)}:${outpointIndex}`;

const mismatch = (message: string): WalletError => new WalletError('SOURCE_OUTPUT_MISMATCH', message);

/** Checks fields that wallets read from either place: both must agree. */
const assertSame = (input: Input, source: SourceOutput): void => {
  if (source.sequenceNumber !== undefined && source.sequenceNumber !== input.sequenceNumber) {
    throw mismatch(`The source output of ${keyOf(input)} states another sequence number than the transaction`);
  }
  if (source.unlockingBytecode !== undefined && !binsAreEqual(source.unlockingBytecode, input.unlockingBytecode)) {
    throw mismatch(`The source output of ${keyOf(input)} states another unlocking bytecode than the transaction`);
  }
};

/**
 * Returns the inputs of the transaction, in order, each with the source output of its outpoint. Never by position: a
 * request could get that wrong and so have another coin signed for.
 *
 * @throws WalletError SOURCE_OUTPUT_MISMATCH unless every input has one source output and none is left over
 */
export const matchCoins = ({ transaction, sourceOutputs }: SigningRequest): SpentCoin[] => {
  const sources = new Map(sourceOutputs.map((source) => [keyOf(source), source]));
  if (sources.size !== sourceOutputs.length) throw mismatch('sourceOutputs names an outpoint twice');
  const coins = transaction.inputs.map((input) => {
    const source = sources.get(keyOf(input));
    if (source === undefined)
      throw mismatch(`sourceOutputs does not hold ${keyOf(input)}, which the transaction spends`);
    assertSame(input, source);
    return { input, source };
  });
  if (coins.length !== sources.size) throw mismatch('sourceOutputs holds coins the transaction does not spend');
  return coins;
};
