import type { ChainNode } from '../../node/node.js';
import type { NodeTransaction, TokenData } from '../../node/node.types.js';
import type { AddressPrefix } from '../address.js';
import { describeScript, scriptAsm } from './script-json.js';

/** Shows tokens as servers and nodes do: amounts as text, and `nft` only if there is one. */
export const tokenJson = (token: TokenData): Record<string, unknown> => ({
  amount: token.amount.toString(),
  category: token.category,
  ...(token.nft === undefined ? {} : { nft: { capability: token.nft.capability, commitment: token.nft.commitment } }),
});

const satoshisPerCoin = 100_000_000;
const noTxid = '0'.repeat(64);

const inputJson = (input: NodeTransaction['inputs'][number]): Record<string, unknown> => {
  const { sequence, txid, unlockingBytecode, vout } = input;
  if (txid === noTxid) return { coinbase: unlockingBytecode, sequence };
  const asm = scriptAsm(Buffer.from(unlockingBytecode, 'hex'), true);
  return { scriptSig: { asm, hex: unlockingBytecode }, sequence, txid, vout };
};

/** Shows where a transaction is in the chain: nothing for the mempool, no confirmations in a block off the chain. */
const placeJson = (node: ChainNode, { block }: NodeTransaction): Record<string, unknown> => {
  if (block === undefined) return {};
  const active = node.blockAt(block.height);
  if (active?.hash !== block.hash) return { blockhash: block.hash, confirmations: 0 };
  const { time } = active;
  return { blockhash: block.hash, blocktime: time, confirmations: node.tip.height - block.height + 1, time };
};

/** Shows a transaction as the node's verbose `getrawtransaction` does, with values in BCH. */
export const transactionJson = (
  node: ChainNode,
  transaction: NodeTransaction,
  prefix: AddressPrefix,
): Record<string, unknown> => ({
  ...placeJson(node, transaction),
  hash: transaction.txid,
  hex: transaction.hex,
  locktime: transaction.locktime,
  size: transaction.size,
  txid: transaction.txid,
  version: transaction.version,
  vin: transaction.inputs.map(inputJson),
  vout: transaction.outputs.map((output, n) => ({
    n,
    scriptPubKey: describeScript(output.lockingBytecode, prefix),
    ...(output.token === undefined ? {} : { tokenData: tokenJson(output.token) }),
    value: Number(output.satoshis) / satoshisPerCoin,
  })),
});
