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
  createStreamContract,
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  findPlanDeployments,
  layOutPlan,
  lockingBytecodeOf,
  type ContractState,
  type StreamDraft,
  type StreamModel,
  type StreamParameters,
  type VestingFunding,
  type WalletCoins,
} from '@weir/covenants';
import { createWallet, type Wallet } from '@weir/wallet';
import { amountOf, DAY, NOTICE_BLOCKS, PERIODS, totalOf, VESTING_DAYS } from './path-terms.js';
import type { PathChain, PathContract, PathParties } from './path.types.js';

/** A contract opened by its funding. */
export interface Opened {
  readonly stream: StreamModel;
  /** Parameters of a contract of its own; undefined in a plan. */
  readonly parameters: StreamParameters | undefined;
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

const assetOf = (category: string | undefined) =>
  category === undefined ? ({ type: 'BCH' } as const) : ({ type: 'FUNGIBLE_TOKEN', category } as const);

/** Returns the parameters that a contract of its own announces. */
const parametersOf = (
  contract: PathContract,
  { sender, recipient, category }: PathParties,
  start: bigint,
): StreamParameters => {
  const common = {
    sender: sender.publicKeyHash,
    recipient: recipient.publicKeyHash,
    noticeBlocks: NOTICE_BLOCKS,
    nonce: nextNonce(),
  };
  const asset = assetOf(category);
  if (contract.schedule === 'VESTING') {
    const schedule = {
      total: totalOf(contract),
      start,
      end: start + BigInt(VESTING_DAYS * DAY),
      cliff: 0n,
      step: 0n,
    };
    return { kind: 'VESTING', parameters: { ...common, schedule }, asset };
  }
  const plan = {
    amountPerPeriod: amountOf(contract),
    lastAmount: amountOf(contract),
    periods: BigInt(PERIODS),
    interval: BigInt(DAY),
    firstDue: start + BigInt(DAY),
  };
  return { kind: 'RECURRING', parameters: { ...common, plan, cancelable: true, pausable: true }, asset };
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
export const inPlan = (
  txid: string,
  transaction: TransactionCommon,
  { publicKeyHash }: Wallet,
): Omit<Opened, 'parameters'> => {
  const found = findPlanDeployments('devnet', txid, transaction);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  const script = binToHex(lockingBytecodeOf(publicKeyHash));
  const first = found.deployments.find(({ stream }) => binToHex(stream.recipient) === script);
  if (first === undefined) throw new Error('The plan has no stream of the recipient');
  return { stream: first.stream, txid, state: first.state };
};

/**
 * Opens a contract with the library and mines its funding: one of its own, or the first of two streams of a plan.
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
  const parameters = contract.plan ? undefined : parametersOf(contract, parties, start);
  const own = parameters && createStreamContract(parameters, 'devnet');
  const funding: Pick<VestingFunding, 'kind' | 'transaction'> =
    own === undefined
      ? fundPlan(contract, parties, start, { hash: sender.publicKeyHash, coins }, tip)
      : own.buildFunding(coins, tip);
  if (funding.kind === 'preparation') throw new Error('These wallets need no preparation');
  const { signedTransaction, signedTransactionHash: txid } = await sender.signTransaction(
    funding.transaction.wcTransaction,
  );
  await chain.mine();
  const transaction = assertSuccess(decodeTransactionCommon(hexToBin(signedTransaction)));
  if (own !== undefined) {
    const found = own.findDeployment(txid, transaction);
    if (!found.ok) throw new Error(found.problems.join());
    return { stream: own, parameters, txid, state: found.state };
  }
  return { ...inPlan(txid, transaction, recipient), parameters };
};
