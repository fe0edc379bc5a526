import { Type } from 'typebox';
import { lockingBytecodeOf, type AddressPrefix } from '../electrum/address.js';
import type { MethodTable } from '../electrum/rpc/method.js';
import { badRequest, invalidParams } from '../electrum/rpc/rpc-message.js';
import type { CallContext } from '../electrum/services.js';
import { passTime } from '../node/node.js';
import { NodeRejection, type NodeBlock, type NodeTransaction } from '../node/node.types.js';
import { control } from './control.js';
import type { BlockSummary, DevnetInfo, FundedOutput } from './control.types.js';

/** The most blocks one call may mine. */
const maxBlocks = 10_000;

const summary = ({ hash, height, medianTimePast, time, txids }: NodeBlock): BlockSummary => ({
  height,
  hash,
  time,
  medianTimePast,
  txids,
});

/** Turns a refusal by the node into the error the caller gets. */
const reported = <Result>(act: () => Result): Result => {
  try {
    return act();
  } catch (error) {
    throw error instanceof NodeRejection || error instanceof RangeError ? badRequest(error.message) : error;
  }
};

const outputTo = (transaction: NodeTransaction, lockingBytecode: string): FundedOutput => {
  const vout = transaction.outputs.findIndex((output) => output.lockingBytecode === lockingBytecode);
  const output = transaction.outputs[vout];
  if (output === undefined)
    throw new Error(`Transaction ${transaction.txid} does not pay the address it was made for.`);
  return { txid: transaction.txid, vout, satoshis: output.satoshis.toString(), lockingBytecode };
};

/** Reads an address, or a locking bytecode in hex, as a locking bytecode in hex. */
const destinationOf = (to: string, prefix: AddressPrefix): string => {
  const lockingBytecode = lockingBytecodeOf(to, prefix) ?? (/^(?:[0-9a-f]{2})+$/.test(to) ? to : undefined);
  if (lockingBytecode === undefined) throw invalidParams(`to: expected an address (${prefix}:) or a locking bytecode`);
  return lockingBytecode;
};

const info = ({ services: { follower, node, prefix, sessions } }: CallContext): DevnetInfo => ({
  tip: summary(node.tip),
  time: node.now(),
  mempool: node.mempool().map((transaction) => transaction.txid),
  indexDelay: follower.delay,
  prefix,
  sessions: sessions.size,
});

/** Base units as decimal text. */
const Amount = Type.String({ pattern: '^[0-9]{1,19}$' });
const amountOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text));
const Nft = Type.Object({
  capability: Type.Enum(['none', 'mutable', 'minting']),
  commitment: Type.String({ pattern: '^([0-9a-fA-F]{2})*$' }),
});
const Seconds = Type.Integer({ minimum: 1, maximum: 0xffff_ffff });
const Transactions = Type.Optional(Type.Union([Type.Enum(['all', 'none']), Type.Array(Type.String())]));

export const chainControl: MethodTable<CallContext> = {
  'devnet.info': control({}, info),
  'devnet.fund': control({ to: Type.String(), satoshis: Amount }, ({ services: { node, prefix } }, request) => {
    const to = destinationOf(request.to, prefix);
    return outputTo(
      reported(() => node.fund(to, BigInt(request.satoshis))),
      to,
    );
  }),
  'devnet.mint': control(
    {
      to: Type.String(),
      amount: Type.Optional(Amount),
      satoshis: Type.Optional(Amount),
      nft: Type.Optional(Nft),
    },
    ({ services: { node, prefix } }, { nft, ...request }) => {
      const to = destinationOf(request.to, prefix);
      const [amount, satoshis] = [amountOf(request.amount), amountOf(request.satoshis)];
      const { category, transaction } = reported(() => node.mint(to, { amount, nft, satoshis }));
      return { ...outputTo(transaction, to), category };
    },
  ),
  'devnet.mine': control(
    {
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: maxBlocks })),
      to: Type.Optional(Type.String()),
      timeStep: Type.Optional(Type.Integer({ minimum: 0 })),
      transactions: Transactions,
    },
    ({ services: { node, prefix } }, { count, to, ...options }) => {
      const payee = to === undefined ? undefined : destinationOf(to, prefix);
      return reported(() => node.mine(count, { ...options, to: payee })).map(summary);
    },
  ),
  'devnet.reorganise': control(
    {
      depth: Type.Integer({ minimum: 1 }),
      blocks: Type.Optional(Type.Integer({ minimum: 0, maximum: maxBlocks })),
      keep: Type.Optional(Type.Enum(['mempool', 'drop'])),
      transactions: Transactions,
    },
    ({ services: { node } }, { depth, ...options }) => {
      reported(() => node.reorganise(depth, options));
      return summary(node.tip);
    },
  ),
  'devnet.reconsider': control({ hash: Type.String() }, ({ services: { node } }, { hash }) => {
    reported(() => node.reconsider(hash));
    return summary(node.tip);
  }),
  'devnet.advance_time': control(
    { seconds: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }) },
    ({ services }, { seconds }) => {
      services.node.advanceTime(seconds);
      return services.node.now();
    },
  ),
  'devnet.pass_time': control({ seconds: Seconds }, ({ services: { node } }, { seconds }) =>
    passTime(node, seconds).map(summary),
  ),
  'devnet.submit': control({ hex: Type.String() }, ({ services: { node } }, { hex }) =>
    reported(() => node.submit(hex)),
  ),
};
