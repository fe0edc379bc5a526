import {
  binsAreEqual,
  binToHex,
  encodeDataPush,
  encodeLockingBytecodeP2pkh,
  flattenBinArray,
  generateSigningSerializationBch,
  hash256,
  type Input,
  type Output,
  secp256k1,
  SigningSerializationType,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { KeyPair } from '../keys/key-pair.js';
import { WalletError } from '../wallet-error.js';
import type { SigningRequest, SourceOutput, SpentCoin } from '../wc-transaction/wc-transaction.js';

const keyOf = ({ outpointTransactionHash, outpointIndex }: Pick<Input, 'outpointTransactionHash' | 'outpointIndex'>) =>
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

/** What a signature of an input commits to. */
interface SigningContext {
  readonly transaction: TransactionCommon;
  /** In the order of the inputs. */
  readonly sourceOutputs: readonly Output[];
  readonly inputIndex: number;
}

/** ALL|UTXOS|FORKID, 0x61: what WalletConnect wallets sign with. */
const SIGHASH = SigningSerializationType.allOutputsAllUtxos;

/**
 * Signs an input with Schnorr.
 *
 * @returns the signature with its sighash byte, 65 bytes
 * @throws Error when the key is not a private key
 */
const signInput = (privateKey: Uint8Array, coveredBytecode: Uint8Array, context: SigningContext): Uint8Array => {
  const { inputIndex, sourceOutputs, transaction } = context;
  const serialization = generateSigningSerializationBch(
    { inputIndex, sourceOutputs: [...sourceOutputs], transaction },
    { coveredBytecode, signingSerializationType: Uint8Array.of(SIGHASH) },
  );
  const signature = secp256k1.signMessageHashSchnorr(privateKey, hash256(serialization));
  if (typeof signature === 'string') throw new Error(signature);
  return Uint8Array.of(...signature, SIGHASH);
};

/** Pushes of zeros that a wallet replaces with its own signature and key. */
const SIGNATURE_PLACEHOLDER = encodeDataPush(new Uint8Array(65));
const PUBLIC_KEY_PLACEHOLDER = encodeDataPush(new Uint8Array(33));

const fillFirst = (bytecode: Uint8Array, placeholder: Uint8Array, value: () => Uint8Array): Uint8Array => {
  // No Buffer: wallets run in pages, too.
  const at = bytecode.findIndex((_, start) => placeholder.every((byte, offset) => bytecode[start + offset] === byte));
  if (at < 0) return bytecode;
  const filled = Uint8Array.from(bytecode);
  filled.set(encodeDataPush(value()), at);
  return filled;
};

/** Replaces the first signature placeholder of a bytecode with a signature; further ones are for other signers. */
const fillSignature = (bytecode: Uint8Array, signature: () => Uint8Array): Uint8Array =>
  fillFirst(bytecode, SIGNATURE_PLACEHOLDER, signature);

/** Replaces the first public key placeholder of a bytecode with a public key. */
const fillPublicKey = (bytecode: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  fillFirst(bytecode, PUBLIC_KEY_PLACEHOLDER, () => publicKey);

const ofContract = (
  { input, source }: SpentCoin,
  redeemScript: Uint8Array | undefined,
  keys: KeyPair,
  context: SigningContext,
): Uint8Array => {
  const signed = fillSignature(input.unlockingBytecode, () => {
    if (redeemScript !== undefined) return signInput(keys.privateKey, redeemScript, context);
    throw new WalletError(
      'NO_REDEEM_SCRIPT',
      `Contract ${source.contract?.name ?? ''} asks for a signature without its redeem script`,
    );
  });
  return fillPublicKey(signed, keys.publicKey);
};

const ofOwnCoin = ({ source }: SpentCoin, keys: KeyPair, context: SigningContext): Uint8Array => {
  const signature = signInput(keys.privateKey, source.output.lockingBytecode, context);
  return flattenBinArray([encodeDataPush(signature), encodeDataPush(keys.publicKey)]);
};

/** The keys of a wallet, at least one. */
type Keys = readonly [KeyPair, ...KeyPair[]];

const keyOfScript = (script: Uint8Array, keys: Keys): KeyPair | undefined =>
  keys.find(({ publicKeyHash }) => binsAreEqual(script, encodeLockingBytecodeP2pkh(publicKeyHash)));

/**
 * Returns the key that a contract names, itself or by its hash, in its script or its arguments; else the one that the
 * transaction pays first; else the first.
 */
const keyNamedBy = ({ input, source }: SpentCoin, keys: Keys, { outputs }: TransactionCommon): KeyPair => {
  const scripts = [input.unlockingBytecode, source.contract?.redeemScript ?? new Uint8Array()].map(binToHex);
  const isNamed = ({ publicKey, publicKeyHash }: KeyPair) =>
    scripts.some((script) => script.includes(binToHex(publicKey)) || script.includes(binToHex(publicKeyHash)));
  const paid = outputs
    .map(({ lockingBytecode }) => keyOfScript(lockingBytecode, keys))
    .find((key) => key !== undefined);
  return keys.find(isNamed) ?? paid ?? keys[0];
};

/** Returns the unlocking bytecode of an input after this wallet has done its part; unchanged where it has none. */
const unlock = (coin: SpentCoin, keys: Keys, context: SigningContext): Uint8Array => {
  const { contract, output } = coin.source;
  if (contract?.name !== undefined)
    return ofContract(coin, contract.redeemScript, keyNamedBy(coin, keys, context.transaction), context);
  if (coin.input.unlockingBytecode.length > 0) return coin.input.unlockingBytecode;
  const own = keyOfScript(output.lockingBytecode, keys);
  return own === undefined ? coin.input.unlockingBytecode : ofOwnCoin(coin, own, context);
};

/**
 * Signs a wcTransaction as wallets do: signs the wallet's own empty P2PKH inputs, and replaces the first signature
 * and the first public key placeholder of each input of a named contract. Schnorr, ALL|UTXOS|FORKID.
 *
 * @throws WalletError SOURCE_OUTPUT_MISMATCH or NO_REDEEM_SCRIPT
 */
export const signTransaction = (request: SigningRequest, keys: Keys): TransactionCommon => {
  const { transaction } = request;
  const coins = matchCoins(request);
  const sourceOutputs = coins.map(({ source }) => source.output);
  const inputs = coins.map((coin, inputIndex) => ({
    ...coin.input,
    unlockingBytecode: unlock(coin, keys, { transaction, sourceOutputs, inputIndex }),
  }));
  return { ...transaction, inputs };
};
