import {
  binToHex,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import type { ChainNode, NodeBlock } from '@weir/devnet';

/** An output at a script of its own. */
export interface QuietScript {
  /** Hex. */
  readonly lockingBytecode: string;
  readonly txid: string;
  readonly vout: number;
  readonly block: Pick<NodeBlock, 'height' | 'hash'>;
}

/** Outputs of one transaction: as many as nodes relay. */
const AT_ONCE = 1_000;
const SATOSHIS = 1_000n;
const FEE = 60_000n;
/** OP_1: anybody may spend it, without a signature. */
const OPEN = Uint8Array.of(0x51);
const OPEN_LOCK = encodeLockingBytecodeP2sh32(hash256(OPEN));

const lockOf = (number: number): Uint8Array =>
  encodeLockingBytecodeP2sh32(hash256(Uint8Array.of(0x04, ...numberToBinUint32LE(number))));

/** Puts so many outputs into blocks, each at a script that nothing else is ever paid to. */
export const makeQuietScripts = (node: ChainNode, count: number): readonly QuietScript[] => {
  const made: QuietScript[] = [];
  while (made.length < count) {
    const locks = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, (_, i) => lockOf(made.length + i));
    const coin = node.fund(binToHex(OPEN_LOCK), BigInt(locks.length) * SATOSHIS + FEE);
    const txid = node.submit(
      binToHex(
        encodeTransactionCommon({
          version: 2,
          inputs: [
            {
              outpointTransactionHash: hexToBin(coin.txid),
              outpointIndex: 0,
              sequenceNumber: 0xffffffff,
              unlockingBytecode: Uint8Array.of(OPEN.length, ...OPEN),
            },
          ],
          outputs: locks.map((lockingBytecode) => ({ lockingBytecode, valueSatoshis: SATOSHIS })),
          locktime: 0,
        }),
      ),
    );
    node.mine();
    const block = node.tip;
    made.push(...locks.map((lock, vout) => ({ lockingBytecode: binToHex(lock), txid, vout, block })));
  }
  return made;
};
