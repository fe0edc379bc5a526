import { encodeTransactionBch, hash256, type Output, type TransactionCommon } from '@bitauth/libauth';
import { blankSignature, sign, unlock, type Unlocking } from './unlocking.js';

/** A block's place in time: height and the median time past of it. */
export interface ChainPoint {
  readonly height: number;
  readonly mtp: number;
}

/** An unspent output. */
export interface Coin {
  /** As the outpoint holds it in libauth: display order. */
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly output: Output;
  /** The block that holds it; undefined while unconfirmed. */
  readonly mined: ChainPoint | undefined;
}

export interface DraftInput {
  readonly coin: Coin;
  readonly sequence: number;
  readonly unlocking: Unlocking;
}

/** A transaction before its signatures: sealing signs it again, so a mutated draft is one its signers agreed to. */
export interface Draft {
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly DraftInput[];
  readonly outputs: readonly Output[];
}

/** A complete transaction with what it spends. */
export interface Sealed {
  readonly draft: Draft;
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: Output[];
  /** Bytes. */
  readonly size: number;
  /** Satoshis; negative when more is spent than there is. */
  readonly fee: bigint;
}

/** Not final, and without a relative lock: the default of every input. */
export const SEQUENCE_PLAIN = 0xfffffffe;

const sum = (outputs: readonly Output[]): bigint =>
  outputs.reduce((total, { valueSatoshis }) => total + valueSatoshis, 0n);

export const complete = (draft: Draft, transaction: TransactionCommon): Sealed => {
  const sourceOutputs = draft.inputs.map(({ coin }) => coin.output);
  const size = encodeTransactionBch(transaction).length;
  return { draft, transaction, sourceOutputs, size, fee: sum(sourceOutputs) - sum(draft.outputs) };
};

const sealedBy = (draft: Draft, signedBy: typeof sign): Sealed => {
  const sourceOutputs = draft.inputs.map(({ coin }) => coin.output);
  const unsigned: TransactionCommon = {
    version: draft.version,
    locktime: draft.locktime,
    outputs: [...draft.outputs],
    inputs: draft.inputs.map(({ coin, sequence }) => ({
      outpointTransactionHash: coin.txid,
      outpointIndex: coin.vout,
      sequenceNumber: sequence,
      unlockingBytecode: new Uint8Array(),
    })),
  };
  const inputs = unsigned.inputs.map((input, inputIndex) => {
    const unlocking = draft.inputs[inputIndex]?.unlocking;
    if (unlocking === undefined) throw new RangeError('An input without unlocking');
    return {
      ...input,
      unlockingBytecode: unlock(unlocking, { transaction: unsigned, sourceOutputs, inputIndex }, signedBy),
    };
  });
  return complete(draft, { ...unsigned, inputs });
};

const sealed = new WeakMap<Draft, Sealed>();

/** Signs and encodes a draft, once: signatures are the same each time. */
export const seal = (draft: Draft): Sealed => {
  const made = sealed.get(draft) ?? sealedBy(draft, sign);
  sealed.set(draft, made);
  return made;
};

/** The bytes of a draft once it is signed. */
export const sizeOf = (draft: Draft): bigint => BigInt(sealedBy(draft, blankSignature).size);

/** Builds with the fee that the transaction's own size asks for at 1 satoshi a byte. */
export const withFee = (build: (fee: bigint) => Draft): Draft => build(sizeOf(build(1_000n)));

const txids = new WeakMap<Sealed, Uint8Array>();

export const txidOf = (made: Sealed): Uint8Array => {
  const txid = txids.get(made) ?? hash256(encodeTransactionBch(made.transaction)).reverse();
  txids.set(made, txid);
  return txid;
};

/** The coin a sealed transaction makes at an index. */
export const coinOf = (sealed: Sealed, vout: number, mined?: ChainPoint): Coin => {
  const output = sealed.transaction.outputs[vout];
  if (output === undefined) throw new RangeError(`No output ${vout}`);
  return { txid: txidOf(sealed), vout, output, mined };
};

/** What a locking bytecode gains by a transaction, satoshis: outputs less inputs. */
export const gainOf = ({ transaction, sourceOutputs }: Sealed, lockingBytecode: Uint8Array): bigint => {
  const key = lockingBytecode.toString();
  const mine = (outputs: readonly Output[]) =>
    sum(outputs.filter((output) => output.lockingBytecode.toString() === key));
  return mine(transaction.outputs) - mine(sourceOutputs);
};
