import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import {
  lockingBytecodeOf,
  usableLocktime,
  type ContractState,
  type DuePayout,
  type KeylessTransaction,
  type StreamModel,
  type StreamPosition,
  type UnsignedTransaction,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { openByLibrary, type Opened } from './open-by-library.js';
import type { Path, PathChain, PathContract, PathHandle, PathParties } from './path.types.js';

type Built = KeylessTransaction | UnsignedTransaction;

const need = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`${what} is not possible here`);
  return value;
};

/** A contract whose transactions are built by the covenants library alone. */
export interface LibraryHandle extends Omit<PathHandle, 'see'> {
  readonly stream: StreamModel;
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
    const step = stream.at(from).readStep(spender, assertSuccess(decodeTransactionCommon(hexToBin(hex))));
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
      const time = usableLocktime(node.tip, Math.floor(Date.now() / 1000));
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
