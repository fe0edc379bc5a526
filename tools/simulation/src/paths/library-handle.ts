import { binToHex, type TransactionCommon, utf8ToBin } from '@bitauth/libauth';
import {
  type ContractState,
  type DuePayout,
  type KeylessTransaction,
  lockingBytecodeOf,
  type StreamDraft,
  type PlanStream,
  type StreamPosition,
  type UnsignedTransaction,
  usableLocktime,
} from '@weir/covenants';
import { createWallet, type Wallet } from '@weir/wallet';
import { buildFunding, decodeHex, layOutPart, openedBy } from '../plans.js';
import {
  amountOf,
  DAY,
  NOTICE_BLOCKS,
  type Path,
  type PathChain,
  type PathContract,
  type PathHandle,
  type PathParties,
  PERIODS,
  totalOf,
  VESTING_DAYS,
} from './path-cases.js';

export interface Opened {
  readonly stream: PlanStream;
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

/** Finds the stream that a plan's funding opens for a recipient. */
export const inPlan = (txid: string, transaction: TransactionCommon, { publicKeyHash }: Wallet): Opened => {
  const script = binToHex(lockingBytecodeOf(publicKeyHash));
  const first = openedBy(txid, transaction).find(({ stream }) => binToHex(stream.recipient) === script);
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
  const { sender, recipient, category } = parties;
  const part = layOutPart({
    product: `${contract.schedule}_${contract.asset}`,
    sender: scriptOf(sender),
    nonce: nextNonce(),
    streams: [recipient, sibling].map((each) => draftOf(contract, scriptOf(each), start)),
  });
  const funds = { hash: sender.publicKeyHash, coins: await reader.unspent(scriptOf(sender)) };
  const { wcTransaction } = buildFunding(part, funds, node.tip, category);
  const { signedTransaction, signedTransactionHash } = await sender.signTransaction(wcTransaction);
  await chain.mine();
  return inPlan(signedTransactionHash, decodeHex(signedTransaction), recipient);
};

type Built = KeylessTransaction | UnsignedTransaction;

const need = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`${what} is not possible here`);
  return value;
};

/** A contract whose transactions are built by the covenants library alone. */
export interface LibraryHandle extends Omit<PathHandle, 'see'> {
  readonly stream: PlanStream;
  /** Transaction id of the funding. */
  readonly txid: string;
  /** Returns its current state; undefined once it has ended. */
  state(): ContractState | undefined;
}

/** Wraps a funded contract so that its paths are taken by the library. */
export const handleByLibrary = (
  { stream, txid, state: opened }: Opened,
  parties: PathParties,
  { node, reader }: Pick<PathChain, 'node' | 'reader'>,
): LibraryHandle => {
  const { lockingBytecode } = stream;
  const coinsOf = ({ publicKeyHash }: Wallet) => reader.unspent(lockingBytecodeOf(publicKeyHash));
  const send = async (built: Built, signer: Wallet): Promise<void> => {
    if ('hex' in built) node.submit(built.hex);
    else await signer.signTransaction(built.wcTransaction);
  };

  const followed = (from: ContractState): ContractState | undefined => {
    const spender = node.spenderOf(from.outpoint.txid, from.outpoint.vout);
    if (spender === undefined) return from;
    const hex = node.transaction(spender)?.hex ?? '';
    const step = stream.at(from).readStep(spender, decodeHex(hex));
    const next = need(step, `${spender} as a step`).next;
    return next && followed(next);
  };
  const state = (): ContractState | undefined => followed(opened);

  const takes: Readonly<Record<Path, (position: StreamPosition, due: () => DuePayout, time: bigint) => Promise<void>>> =
    {
      claim: async (_, due) => send(due().buildClaim(await coinsOf(parties.recipient)), parties.recipient),
      push: async (_, due) => send(need(due().buildPush(), 'A push'), parties.friend),
      async pay(_, due) {
        const coins = await coinsOf(parties.friend);
        return send(due().buildPaidPush({ hash: parties.friend.publicKeyHash, coins }), parties.friend);
      },
      async cancel(position, _, time) {
        const split = need(position.cancelAt(time), 'A cancel');
        return send(split.build(await coinsOf(parties.sender)).transaction, parties.sender);
      },
      async pause(position, _, time) {
        return send(need(position.pauseAt(time), 'A pause').build(await coinsOf(parties.sender)), parties.sender);
      },
      async resume(position, _, time) {
        const resume = need(position.resumeAt(time), 'A resume');
        return send(resume.build(await coinsOf(parties.sender)), parties.sender);
      },
      settle: (position) => send(need(position.noticeEnd()?.build(), 'A settling').transaction, parties.friend),
      refund: (position) => send(need(position.noticeEnd()?.build(), 'A refund').transaction, parties.friend),
      async sweep() {
        const strays = (await reader.unspent(lockingBytecode)).filter((coin) => stream.isStray(coin));
        return send(stream.buildSweep(strays, await coinsOf(parties.sender)), parties.sender);
      },
    };

  return {
    lockingBytecode,
    stream,
    txid,
    state,
    async take(path) {
      const time = usableLocktime(node.tip);
      const position = stream.at(need(state(), `A ${path} after the end`));
      await takes[path](position, () => need(position.payoutAt(time), 'A payment'), time);
    },
  };
};

/** Opens a contract and takes its paths by the library: for subjects that build nothing themselves. */
export const openLibraryHandle = async (
  contract: PathContract,
  parties: PathParties,
  start: bigint,
  chain: PathChain,
): Promise<LibraryHandle> => handleByLibrary(await openByLibrary(contract, parties, start, chain), parties, chain);
