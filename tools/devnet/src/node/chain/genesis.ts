import { decodeHeader } from '../primitives/block-header.js';
import { blockOf } from '../primitives/block.js';
import { decodeTransactionHex } from '../primitives/transaction.js';

/**
 * Regtest's header, with its time and nonce; its merkle root is that of the coinbase every Bitcoin network begins
 * with.
 */
const header =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3' +
  '888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000';

const coinbase =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
  '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420' +
  '666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61' +
  'deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

const transaction = decodeTransactionHex(coinbase);
if (transaction === undefined) throw new Error('The genesis coinbase does not decode.');

/** The first block, whose coinbase can never be spent. */
export const genesis = blockOf(decodeHeader(Buffer.from(header, 'hex')), [transaction]);
