import {
  binToHex,
  encodeDataPush,
  encodeTransactionCommon,
  flattenBinArray,
  generateSigningSerializationBch,
  hash256,
  hexToBin,
  type Output,
  secp256k1,
  sha256,
  type TransactionCommon,
  utf8ToBin,
} from '@bitauth/libauth';
import { lockingBytecodeOf, signInTransaction } from '@weir/covenants';
import { createWallet, type Wallet } from '@weir/wallet';

/** ALL|UTXOS|FORKID. */
const ALL_UTXOS = 0x61;

/** A wallet whose key the test knows. */
export interface Signer {
  readonly privateKey: Uint8Array;
  readonly wallet: Wallet;
}

export const signer = (seed: string): Signer => {
  const privateKey = sha256.hash(utf8ToBin(seed));
  return { privateKey, wallet: createWallet({ privateKey }) };
};

/** How an input is signed. */
export interface Signing {
  readonly type?: number;
  readonly scheme?: 'schnorr' | 'ecdsa';
  /** Changes the signature (with its type) after it is made. */
  readonly after?: (signature: Uint8Array) => Uint8Array;
  /** Makes the unlocking bytecode; by default the two pushes. */
  readonly unlock?: (signature: Uint8Array, publicKey: Uint8Array) => Uint8Array;
}

const bytes = (made: Uint8Array | string): Uint8Array => {
  if (typeof made === 'string') throw new Error(made);
  return made;
};

/** Signs each input by its key, as a wallet does, or otherwise. */
export const signAll = (
  transaction: TransactionCommon,
  sourceOutputs: readonly Output[],
  signers: readonly Signer[],
  signing: (index: number) => Signing = () => ({}),
): TransactionCommon => ({
  ...transaction,
  inputs: transaction.inputs.map((input, inputIndex) => {
    const { privateKey, wallet } = signers[inputIndex] ?? signer('nobody');
    const { type = ALL_UTXOS, scheme = 'schnorr', after = (made) => made, unlock } = signing(inputIndex);
    const digest = hash256(
      generateSigningSerializationBch(
        { inputIndex, transaction, sourceOutputs: [...sourceOutputs] },
        {
          coveredBytecode: sourceOutputs[inputIndex]?.lockingBytecode ?? new Uint8Array(),
          signingSerializationType: Uint8Array.of(type),
        },
      ),
    );
    const made =
      scheme === 'schnorr'
        ? bytes(secp256k1.signMessageHashSchnorr(privateKey, digest))
        : bytes(secp256k1.signMessageHashDER(privateKey, digest));
    const signature = after(Uint8Array.of(...made, type));
    const plain = () => flattenBinArray([encodeDataPush(signature), encodeDataPush(wallet.publicKey)]);
    return { ...input, unlockingBytecode: unlock?.(signature, wallet.publicKey) ?? plain() };
  }),
});

/** A sign-in that somebody forges. */
export interface Scene {
  /** The text of the nonce. */
  readonly text: string;
  /** The text of another nonce of the same addresses. */
  readonly otherText: string;
  readonly signers: readonly Signer[];
  readonly mallory: Signer;
  /** A coin of the first address that exists. */
  readonly coin: { readonly txid: string; readonly satoshis: bigint };
  /** Counts up, so that generated forgeries differ. */
  readonly seed: number;
}

const scriptsOf = (signers: readonly Signer[]) => signers.map(({ wallet }) => lockingBytecodeOf(wallet.publicKeyHash));

/** Encodes a sign-in of a text as its signers sign it. */
export const honest = (text: string, signers: readonly Signer[], signing?: (index: number) => Signing): string => {
  const { transaction, sourceOutputs } = signInTransaction(text, scriptsOf(signers));
  return binToHex(encodeTransactionCommon(signAll(transaction, sourceOutputs, signers, signing)));
};

type Change = (transaction: TransactionCommon) => TransactionCommon;

/** Changes the transaction, then signs what came of it. */
const changed = (
  { text, signers }: Scene,
  change: Change,
  sources: (outputs: readonly Output[]) => Output[] = (o) => [...o],
) => {
  const { transaction, sourceOutputs } = signInTransaction(text, scriptsOf(signers));
  return binToHex(encodeTransactionCommon(signAll(change(transaction), sources(sourceOutputs), signers)));
};

const flip = (made: Uint8Array, bit: number): Uint8Array => {
  const at = (bit >> 3) % made.length;
  return made.map((byte, index) => (index === at ? byte ^ (1 << (bit & 7)) : byte));
};

/** Signs one of many otherwise, the one by the seed. */
const one = ({ text, signers, seed }: Scene, signing: Signing): string =>
  honest(text, signers, (index) => (index === seed % signers.length ? signing : {}));

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Turns S of a DER signature into the other one that verifies, which is malleable. */
const highS = (signature: Uint8Array): Uint8Array => {
  const [rLength = 0] = signature.slice(3);
  const r = signature.slice(4, 4 + rLength);
  const s = signature.slice(6 + rLength, -1);
  const high = hexToBin((ORDER - BigInt(`0x${binToHex(s)}`)).toString(16).padStart(64, '0'));
  const body = Uint8Array.of(2, r.length, ...r, 2, high.length + 1, 0, ...high);
  return Uint8Array.of(0x30, body.length, ...body, signature.at(-1) ?? 0);
};

const retyped =
  (type: number) =>
  (signature: Uint8Array): Uint8Array =>
    Uint8Array.of(...signature.slice(0, -1), type);

const TYPES = [0x01, 0x02, 0x03, 0x21, 0x41, 0x42, 0x43, 0x62, 0x63, 0x81, 0xa1, 0xc1, 0xc2, 0xc3, 0xe1];
const typeBy = (seed: number): number => TYPES[seed % TYPES.length] ?? 0;

/** Ways to forge: each returns what is sent as `transaction`. */
export const FORGERIES: Readonly<Record<string, (scene: Scene) => string>> = {
  'another nonce': ({ otherText, signers }) => honest(otherText, signers),
  'another domain': ({ text, signers, seed }) => honest(text.replace('app.example', `app${seed}.example`), signers),
  'another network': ({ text, signers }) => honest(text.replace('devnet', 'mainnet'), signers),
  'a later expiry': ({ text, signers }) => honest(text.replace(/Expires: \d{4}/u, 'Expires: 2099'), signers),
  'another key for one address': ({ text, signers, mallory, seed }) => {
    const { transaction, sourceOutputs } = signInTransaction(text, scriptsOf(signers));
    const keys = signers.map((each, index) => (index === seed % signers.length ? mallory : each));
    return binToHex(encodeTransactionCommon(signAll(transaction, sourceOutputs, keys)));
  },
  'another address in place of one': ({ text, signers, mallory, seed }) =>
    honest(
      text,
      signers.map((each, index) => (index === seed % signers.length ? mallory : each)),
    ),
  'another address in the text too': ({ text, signers: [first, ...others], mallory }) =>
    honest(text.replace(first?.wallet.address ?? '', mallory.wallet.address), [mallory, ...others]),
  'one address too many': ({ text, signers, mallory }) => honest(text, [...signers, mallory]),
  'one address too few': ({ text, signers }) => honest(text, signers.slice(1)),
  'addresses in another order': ({ text, signers }) => honest(text, signers.toReversed()),
  'one address twice': ({ text, signers: [first, ...others] }) =>
    honest(text, first === undefined ? others : [first, first, ...others.slice(1)]),
  'an amount in the output': (scene) =>
    changed(scene, (made) => ({
      ...made,
      outputs: made.outputs.map((output) => ({ ...output, valueSatoshis: BigInt(scene.seed + 1) })),
    })),
  'an amount in what is spent': (scene) =>
    changed(
      scene,
      (made) => made,
      (outputs) => outputs.map((output) => ({ ...output, valueSatoshis: BigInt(scene.seed + 1) })),
    ),
  'a payment beside the text': (scene) =>
    changed(scene, (made) => ({
      ...made,
      outputs: [
        ...made.outputs,
        { lockingBytecode: lockingBytecodeOf(scene.mallory.wallet.publicKeyHash), valueSatoshis: 0n },
      ],
    })),
  'no output': (scene) => changed(scene, (made) => ({ ...made, outputs: [] })),
  'a token in the output': (scene) =>
    changed(scene, (made) => ({
      ...made,
      outputs: made.outputs.map((output) => ({
        ...output,
        token: { amount: BigInt(scene.seed + 1), category: new Uint8Array(32).fill(7) },
      })),
    })),
  'another script for the text': (scene) =>
    changed(scene, (made) => ({
      ...made,
      outputs: made.outputs.map((output) => ({
        ...output,
        lockingBytecode: Uint8Array.of(...output.lockingBytecode, scene.seed & 0xff),
      })),
    })),
  'another version': (scene) =>
    changed(scene, (made) => ({ ...made, version: scene.seed % 2 === 0 ? 1 : 3 + scene.seed })),
  'another locktime': (scene) => changed(scene, (made) => ({ ...made, locktime: scene.seed + 1 })),
  'another sequence': (scene) =>
    changed(scene, (made) => ({
      ...made,
      inputs: made.inputs.map((input) => ({ ...input, sequenceNumber: scene.seed })),
    })),
  'another outpoint': (scene) =>
    changed(scene, (made) => ({
      ...made,
      inputs: made.inputs.map((input) => ({ ...input, outpointIndex: input.outpointIndex + scene.seed + 1 })),
    })),
  'a transaction that can be sent': (scene) =>
    changed(
      scene,
      (made) => ({
        ...made,
        inputs: made.inputs.map((input, index) =>
          index > 0 ? input : { ...input, outpointTransactionHash: hexToBin(scene.coin.txid), outpointIndex: 0 },
        ),
      }),
      (outputs) =>
        outputs.map((output, index) => (index > 0 ? output : { ...output, valueSatoshis: scene.coin.satoshis })),
    ),
  'another sighash type': (scene) => one(scene, { type: typeBy(scene.seed) }),
  'another sighash type by ECDSA': (scene) => one(scene, { type: typeBy(scene.seed), scheme: 'ecdsa' }),
  'the type exchanged': (scene) => one(scene, { after: retyped(typeBy(scene.seed)) }),
  'a signature of another type renamed': (scene) => one(scene, { type: typeBy(scene.seed), after: retyped(ALL_UTXOS) }),
  'a signature with one bit changed': (scene) => one(scene, { after: (made) => flip(made, (scene.seed * 37) % 512) }),
  'an ECDSA signature with one bit changed': (scene) =>
    one(scene, { scheme: 'ecdsa', after: (made) => flip(made, (scene.seed * 37) % 560) }),
  'a signature of high S': (scene) => one(scene, { scheme: 'ecdsa', after: highS }),
  'an empty signature': (scene) => one(scene, { after: () => new Uint8Array() }),
  'a signature of zeros': (scene) => one(scene, { after: () => Uint8Array.of(...new Uint8Array(64), ALL_UTXOS) }),
  'no unlocking bytecode': (scene) => one(scene, { unlock: () => new Uint8Array() }),
  'a push more': (scene) =>
    one(scene, {
      unlock: (signature, key) =>
        flattenBinArray([Uint8Array.of(scene.seed & 0x0f), encodeDataPush(signature), encodeDataPush(key)]),
    }),
  'a push behind': (scene) =>
    one(scene, {
      unlock: (signature, key) =>
        flattenBinArray([encodeDataPush(signature), encodeDataPush(key), Uint8Array.of(0x51 + (scene.seed & 0x0f))]),
    }),
  'a push that is not minimal': (scene) =>
    one(scene, {
      unlock: (signature, key) =>
        flattenBinArray([Uint8Array.of(0x4c, signature.length), signature, encodeDataPush(key)]),
    }),
  'an uncompressed key': (scene) =>
    one(scene, {
      unlock: (signature, key) =>
        flattenBinArray([encodeDataPush(signature), encodeDataPush(bytes(secp256k1.uncompressPublicKey(key)))]),
    }),
  'two signatures exchanged': ({ text, signers }) => {
    const signed = signInTransaction(text, scriptsOf(signers));
    const { inputs, ...made } = signAll(signed.transaction, signed.sourceOutputs, signers);
    const unlocking = inputs.map(({ unlockingBytecode }) => unlockingBytecode).toReversed();
    return binToHex(
      encodeTransactionCommon({
        ...made,
        inputs: inputs.map((input, index) => ({ ...input, unlockingBytecode: unlocking[index] ?? new Uint8Array() })),
      }),
    );
  },
  'one bit changed anywhere': ({ text, signers, seed }) => binToHex(flip(hexToBin(honest(text, signers)), seed * 211)),
  'bytes behind it': ({ text, signers, seed }) => `${honest(text, signers)}${'00'.repeat((seed % 4) + 1)}`,
  'bytes cut off': ({ text, signers, seed }) => honest(text, signers).slice(0, -2 * ((seed % 40) + 1)),
  'no transaction': ({ text, signers, seed }) =>
    ['', '00', 'text', signers[0]?.wallet.signMessage(text) ?? '', '02000000000000000000'][seed % 5] ?? '',
};
