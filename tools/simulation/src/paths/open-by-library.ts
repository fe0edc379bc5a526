import {
  assertSuccess,
  binToHex,
  decodeTransactionCommon,
  hexToBin,
  utf8ToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import {
  buildPlanFunding,
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  findPlanDeployments,
  layOutPlan,
  lockingBytecodeOf,
  type ContractState,
  type StreamDraft,
  type StreamModel,
  type WalletCoins,
} from '@weir/covenants';
import { createWallet, type Wallet } from '@weir/wallet';
import { amountOf, DAY, NOTICE_BLOCKS, PERIODS, totalOf, VESTING_DAYS } from './path-terms.js';
import type { PathChain, PathContract, PathParties } from './path.types.js';

/** A contract opened by its funding. */
export interface Opened {
  readonly stream: StreamModel;
  /** Transaction id of the funding. */
  readonly txid: string;
  readonly state: ContractState;
}

const scriptOf = ({ publicKeyHash }: Wallet): Uint8Array => lockingBytecodeOf(publicKeyHash);
/** Recipient of a second stream in the same plan at the same address. */
const sibling = createWallet({ privateKey: 'recipient of a sibling' });

let nonces = 0;
const nextNonce = (): Uint8Array => {
  nonces += 1;
  return utf8ToBin(`path ${nonces}`.padEnd(16));
};

/** Returns the tested stream as a plan's draft. */
const draftOf = (contract: PathContract, recipient: Uint8Array, start: bigint): StreamDraft =>
  contract.schedule === 'VESTING'
    ? {
        kind: 'VESTING',
        recipient,
        total: totalOf(contract),
        start,
        end: start + BigInt(VESTING_DAYS * DAY),
        group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: NOTICE_BLOCKS },
      }
    : {
        kind: 'RECURRING',
        recipient,
        amount: amountOf(contract),
        periods: PERIODS,
        firstDue: start + BigInt(DAY),
        group: {
          kind: 'RECURRING',
          interval: BigInt(DAY),
          noticeBlocks: NOTICE_BLOCKS,
          pausable: true,
          cancelable: true,
        },
      };

const fundPlan = (
  contract: PathContract,
  { sender, recipient, category }: PathParties,
  start: bigint,
  funds: WalletCoins,
  tip: { readonly height: number; readonly medianTimePast: number },
) => {
  const product = `${contract.schedule}_${contract.asset}` as const;
  const layout = layOutPlan(
    {
      product,
      sender: scriptOf(sender),
      nonce: nextNonce(),
      feeBound: feeBoundsOf(product).default,
      cancelFills: DEFAULT_CANCEL_FILLS,
      streams: [recipient, sibling].map((each) => draftOf(contract, scriptOf(each), start)),
    },
    'devnet',
  );
  if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
  const [part] = layout.parts;
  if (part === undefined) throw new Error('A plan of two streams has one part');
  return buildPlanFunding(part, funds, tip, category);
};

/** Finds the stream that a plan's funding opens for a recipient. */
export const inPlan = (txid: string, transaction: TransactionCommon, { publicKeyHash }: Wallet): Opened => {
  const found = findPlanDeployments('devnet', txid, transaction);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  const script = binToHex(lockingBytecodeOf(publicKeyHash));
  const first = found.deployments.find(({ stream }) => binToHex(stream.recipient) === script);
  if (first === undefined) throw new Error('The plan has no stream of the recipient');
  return { stream: first.stream, txid, state: first.state };
};

/**
 * Opens the first of two streams of a plan with the library and mines its funding.
 *
 * @param start start of the vesting, or one interval before the first period falls due, Unix seconds
 */
export const openByLibrary = async (
  contract: PathContract,
  parties: PathParties,
  start: bigint,
  chain: PathChain,
): Promise<Opened> => {
  const { node, reader } = chain;
  const { sender, recipient } = parties;
  const coins = await reader.unspent(scriptOf(sender));
  const tip = { height: node.tip.height, medianTimePast: node.tip.medianTimePast };
  const { kind, transaction } = fundPlan(contract, parties, start, { hash: sender.publicKeyHash, coins }, tip);
  if (kind === 'preparation') throw new Error('These wallets need no preparation');
  const { signedTransaction, signedTransactionHash } = await sender.signTransaction(transaction.wcTransaction);
  await chain.mine();
  return inPlan(signedTransactionHash, assertSuccess(decodeTransactionCommon(hexToBin(signedTransaction))), recipient);
};
