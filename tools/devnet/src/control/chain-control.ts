import type { MethodTable } from '../electrum/rpc/method.js';
import { badRequest } from '../electrum/rpc/rpc-message.js';
import type { CallContext } from '../electrum/services.js';
import { passTime } from '../node/node.js';
import { NodeRejection, type NodeBlock, type NodeTransaction } from '../node/node.types.js';
import { control, type ControlParams } from './control-params.js';
import type { BlockSummary, DevnetInfo, FundedOutput, MintedOutput } from './control.types.js';

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
    throw error instanceof NodeRejection ? badRequest(error.reason) : error;
  }
};

const outputTo = (transaction: NodeTransaction, lockingBytecode: string): FundedOutput => {
  const vout = transaction.outputs.findIndex((output) => output.lockingBytecode === lockingBytecode);
  const output = transaction.outputs[vout];
  if (output === undefined)
    throw new Error(`Transaction ${transaction.txid} does not pay the address it was made for.`);
  return { txid: transaction.txid, vout, satoshis: output.satoshis.toString(), lockingBytecode };
};

const info = ({ services: { follower, node, prefix, sessions } }: CallContext): DevnetInfo => ({
  tip: summary(node.tip),
  time: node.now(),
  mempool: node.mempool().map((transaction) => transaction.txid),
  indexDelay: follower.delay,
  prefix,
  sessions: sessions.size,
});

const fund = ({ services: { node, prefix } }: CallContext, params: ControlParams): FundedOutput => {
  const to = params.destination('to', prefix);
  return outputTo(
    reported(() => node.fund(to, params.amount('satoshis'))),
    to,
  );
};

const mint = ({ services: { node, prefix } }: CallContext, params: ControlParams): MintedOutput => {
  const to = params.destination('to', prefix);
  const amount = params.optional('amount', (name) => params.amount(name));
  const satoshis = params.optional('satoshis', (name) => params.amount(name));
  const nft = params.optional('nft', (name) => {
    const wanted = params.object(name);
    return {
      capability: wanted.oneOf('capability', ['none', 'mutable', 'minting']),
      commitment: wanted.hex('commitment'),
    };
  });
  const { category, transaction } = reported(() => node.mint(to, { amount, nft, satoshis }));
  return { ...outputTo(transaction, to), category };
};

const selection = (params: ControlParams) =>
  params.optional('transactions', (name) =>
    params.isList(name) ? params.texts(name) : params.oneOf(name, ['all', 'none']),
  );

const mine = ({ services: { node, prefix } }: CallContext, params: ControlParams): BlockSummary[] => {
  const count = params.optional('count', (name) => params.integer(name, 1, maxBlocks)) ?? 1;
  const to = params.optional('to', (name) => params.destination(name, prefix));
  const timeStep = params.optional('timeStep', (name) => params.integer(name, 0));
  const transactions = selection(params);
  const blocks = reported(() => node.mine(count, { to, timeStep, transactions }));
  return blocks.map(summary);
};

const reorganise = ({ services: { node } }: CallContext, params: ControlParams): BlockSummary => {
  const depth = params.integer('depth', 1, node.tip.height);
  const blocks = params.optional('blocks', (name) => params.integer(name, 0, maxBlocks));
  const keep = params.optional('keep', (name) => params.oneOf(name, ['mempool', 'drop']));
  reported(() => node.reorganise(depth, { blocks, keep, transactions: selection(params) }));
  return summary(node.tip);
};

const reconsider = ({ services: { node } }: CallContext, params: ControlParams): BlockSummary => {
  reported(() => node.reconsider(params.text('hash')));
  return summary(node.tip);
};

const advanceTime = ({ services: { node } }: CallContext, params: ControlParams): number => {
  node.advanceTime(params.integer('seconds', 0, 0xffff_ffff));
  return node.now();
};

const passTimeBy = ({ services: { node } }: CallContext, params: ControlParams): BlockSummary[] =>
  passTime(node, params.integer('seconds', 1, 0xffff_ffff)).map(summary);

const submit = ({ services: { node } }: CallContext, params: ControlParams): string =>
  reported(() => node.submit(params.text('hex')));

/** The control calls that act on the chain. */
export const chainControl: MethodTable<CallContext> = {
  'devnet.info': control(info),
  'devnet.fund': control(fund),
  'devnet.mint': control(mint),
  'devnet.mine': control(mine),
  'devnet.reorganise': control(reorganise),
  'devnet.reconsider': control(reconsider),
  'devnet.advance_time': control(advanceTime),
  'devnet.pass_time': control(passTimeBy),
  'devnet.submit': control(submit),
};
