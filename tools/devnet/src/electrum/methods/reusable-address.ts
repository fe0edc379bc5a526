import { createHash } from 'node:crypto';
import type { NodeTransaction } from '../../node/node.types.js';
import { reverseHex } from '../index/scripthash.js';
import type { MethodTable } from '../rpc/method.js';
import { heightOf, textOf } from '../rpc/params.js';
import { badRequest } from '../rpc/rpc-error.js';
import type { CallContext } from '../services.js';

const indexedInputs = 30;
const maxBlocks = 60;

const compactSize = (size: number): Buffer => {
  if (size < 0xfd) return Buffer.of(size);
  const long = Buffer.alloc(3, 0xfd);
  long.writeUInt16LE(size, 1);
  return long;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Returns what a reusable payment address is matched against: the double hash of each serialized input. */
const inputHash = ({ sequence, txid, unlockingBytecode, vout }: NodeTransaction['inputs'][number]): string => {
  const script = Buffer.from(unlockingBytecode, 'hex');
  const parts = [
    Buffer.from(reverseHex(txid), 'hex'),
    uint32(vout),
    compactSize(script.length),
    script,
    uint32(sequence),
  ];
  const once = createHash('sha256').update(Buffer.concat(parts)).digest();
  return createHash('sha256').update(once).digest('hex');
};

const matches = (transaction: NodeTransaction, prefix: string): boolean =>
  transaction.inputs.slice(0, indexedInputs).some((input) => inputHash(input).startsWith(prefix));

const prefixOf = (value: unknown): string => {
  const prefix = textOf(value).toLowerCase();
  if (!/^[0-9a-f]{2,4}$/.test(prefix)) throw badRequest('Invalid prefix argument: expected 2 to 4 hex digits');
  return prefix;
};

const getHistory = ({ services: { view } }: CallContext, [value, from, to]: readonly unknown[]): unknown => {
  const prefix = prefixOf(value);
  const first = heightOf(from, 'Invalid from_height');
  const end = to === undefined || Number(textOf(to)) < 0 ? view.tip.height + 1 : heightOf(to, 'Invalid to_height');
  const found = [];
  for (let height = first; height < Math.min(end, view.tip.height + 1, first + maxBlocks); height += 1) {
    const [, ...transactions] = view.index.confirmed.transactionsAt(height);
    for (const each of transactions) if (matches(each, prefix)) found.push({ height, tx_hash: each.txid });
  }
  return found;
};

const getMempool = ({ services: { view } }: CallContext, [value]: readonly unknown[]): unknown => {
  const prefix = prefixOf(value);
  return view.index.mempool.transactions
    .filter((transaction) => matches(transaction, prefix))
    .map(({ fee, inputs, txid }) => {
      const isChild = inputs.some((input) => view.index.mempool.has(input.txid));
      return { fee: Number(fee), height: isChild ? -1 : 0, tx_hash: txid };
    });
};

/** Methods `blockchain.rpa.*`, which list candidates for reusable payment addresses. */
export const reusableAddressMethods: MethodTable<CallContext> = {
  'blockchain.rpa.get_history': { min: 2, max: 3, handle: getHistory },
  'blockchain.rpa.get_mempool': { min: 1, max: 1, handle: getMempool },
};
