import {
  binsAreEqual,
  encodeDataPush,
  encodeLockingBytecodeP2pkh,
  flattenBinArray,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { KeyPair } from '../keys/key-pair.js';
import { WalletError } from '../wallet-error.js';
import { matchCoins } from '../wc-transaction/match-coins.js';
import type { SigningRequest, SpentCoin } from '../wc-transaction/wc-transaction.js';
import { fillPublicKey, fillSignature } from './placeholders.js';
import { signInput, type SigningContext } from './sign-input.js';

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

/** Returns the unlocking bytecode of an input after this wallet has done its part; unchanged where it has none. */
const unlock = (coin: SpentCoin, keys: KeyPair, context: SigningContext): Uint8Array => {
  const { contract, output } = coin.source;
  if (contract?.name !== undefined) return ofContract(coin, contract.redeemScript, keys, context);
  const isOwn = binsAreEqual(output.lockingBytecode, encodeLockingBytecodeP2pkh(keys.publicKeyHash));
  return isOwn && coin.input.unlockingBytecode.length === 0
    ? ofOwnCoin(coin, keys, context)
    : coin.input.unlockingBytecode;
};

/**
 * Signs a wcTransaction as wallets do: signs the wallet's own empty P2PKH inputs, and replaces the first signature
 * and the first public key placeholder of each input of a named contract. Schnorr, ALL|UTXOS|FORKID.
 *
 * @throws WalletError SOURCE_OUTPUT_MISMATCH or NO_REDEEM_SCRIPT
 */
export const signTransaction = (request: SigningRequest, keys: KeyPair): TransactionCommon => {
  const { transaction } = request;
  const coins = matchCoins(request);
  const sourceOutputs = coins.map(({ source }) => source.output);
  const inputs = coins.map((coin, inputIndex) => ({
    ...coin.input,
    unlockingBytecode: unlock(coin, keys, { transaction, sourceOutputs, inputIndex }),
  }));
  return { ...transaction, inputs };
};
