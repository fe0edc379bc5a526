import type { TransactionCommon } from '@bitauth/libauth';
import {
  buildAnnounceMove,
  buildFinishMove,
  buildPlanStop,
  findPlanFunding,
  lockingBytecodeOf,
  planStop,
  sameOutpoint,
  type ContractState,
  type FoundStream,
  type KeylessTransaction,
  type Party,
  type PlanDraft,
  type StreamMove,
  type PlanProduct,
  type PlanStream,
  type StreamStep,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import type { ChainReader } from '@weir/infra';
import { buildFunding, decodeHex, layOutPart, openedBy, sign, type SignedTransaction } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';

/** Builds and signs the funding of a plan that fits one transaction. */
export const signPlan = async (
  product: PlanProduct,
  payer: { readonly wallet: Wallet; readonly coins: WalletCoins['coins'] },
  streams: PlanDraft['streams'],
  more: { readonly nonce: number; readonly asset?: string; readonly sender?: Uint8Array; readonly delay?: number },
): Promise<SignedTransaction> => {
  const { wallet, coins } = payer;
  const part = layOutPart({
    product,
    sender: more.sender ?? lockingBytecodeOf(wallet.publicKeyHash),
    nonce: new Uint8Array(16).fill(more.nonce),
    streams,
    ...(more.delay !== undefined && { delay: more.delay }),
  });
  const funds = { hash: wallet.publicKeyHash, coins };
  return sign(wallet, buildFunding(part, funds, { height: 112, medianTimePast: 0 }, more.asset));
};

/** Streams of a plan, moved through the one model on a node. */
export class LivePlan {
  readonly streams: readonly PlanStream[];
  readonly #found: readonly FoundStream[];
  readonly #states = new Map<number, ContractState | undefined>();

  constructor(
    readonly node: ChainNode,
    readonly chain: ChainReader,
    readonly sender: Wallet,
    readonly funded: SignedTransaction,
  ) {
    const { txid, transaction } = funded;
    const deployed = openedBy(txid, transaction);
    const found = findPlanFunding('devnet', txid, transaction);
    if (!found.ok) throw new Error('This funding is unsound');
    this.streams = deployed.map(({ stream }) => stream);
    this.#found = found.plan.streams;
    for (const { stream, state } of deployed) this.#states.set(stream.index, state);
  }

  stream(index: number): PlanStream {
    const stream = this.streams.find((each) => each.index === index);
    if (stream === undefined) throw new Error(`No stream ${index}`);
    return stream;
  }

  at(index: number) {
    const state = this.#states.get(index);
    if (state === undefined) throw new Error(`Stream ${index} has ended`);
    return this.stream(index).at(state);
  }

  /** The keyless payment of all that is due at a time, offered to the node. */
  pay(index: number, time: bigint): StreamStep {
    const payout = this.at(index).payoutAt(time);
    const built = payout?.buildPush();
    if (payout === undefined || built === undefined) throw new Error('The reserve pays nothing');
    return this.submit([index], built);
  }

  /** Offers a transaction to the node, and follows streams by it. */
  submit(indexes: readonly number[], { txid, hex }: Pick<KeylessTransaction, 'txid' | 'hex'>): StreamStep {
    this.node.submit(hex);
    const [first] = indexes.map((index) => this.#follow(index, txid, decodeHex(hex)));
    if (first === undefined) throw new Error('Name a stream');
    return first;
  }

  /** One cancel of several streams, as the sender signs it. */
  async cancel(indexes: readonly number[], time: bigint): Promise<SignedTransaction> {
    const items = indexes.map((index) => {
      const found = this.#found.find(({ coin }) => coin.state.index === index);
      const state = this.#states.get(index);
      if (found === undefined || state === undefined || !sameOutpoint(state.outpoint, found.coin.outpoint))
        throw new Error('Only what did not move yet');
      const stop = planStop(found.contract, found.coin, 'cancel', time);
      if (stop === undefined) throw new Error('It cannot be cancelled');
      return { contract: found.contract, coin: found.coin, recipient: found.recipient, stop };
    });
    const cancelled = await sign(this.sender, buildPlanStop(items, await this.wallet()));
    this.submit(indexes, cancelled);
    return cancelled;
  }

  /** The announcement of another address for streams, by their recipient. */
  async announce(indexes: readonly number[], to: Party, recipient: Wallet): Promise<SignedTransaction> {
    return this.#move(indexes, recipient, buildAnnounceMove(this.#moving(indexes), to, await this.wallet(recipient)));
  }

  /** The finish of moves, by somebody's coin. */
  async finish(indexes: readonly number[], payer: Wallet): Promise<SignedTransaction> {
    return this.#move(indexes, payer, buildFinishMove(this.#moving(indexes), await this.wallet(payer)));
  }

  #moving(indexes: readonly number[]): StreamMove[] {
    return indexes.map((index) => {
      const { moving } = this.at(index);
      if (moving === undefined) throw new Error(`Stream ${index} cannot move`);
      return moving;
    });
  }

  async #move(indexes: readonly number[], by: Wallet, built: UnsignedTransaction): Promise<SignedTransaction> {
    const signed = await sign(by, built);
    this.submit(indexes, signed);
    return signed;
  }

  async wallet({ publicKeyHash: hash }: Wallet = this.sender): Promise<WalletCoins> {
    return { hash, coins: await this.chain.unspent(lockingBytecodeOf(hash)) };
  }

  #follow(index: number, txid: string, transaction: TransactionCommon): StreamStep {
    const step = this.at(index).readStep(txid, transaction);
    if (step === undefined) throw new Error(`No step of stream ${index}`);
    this.#states.set(index, step.next);
    return step;
  }
}
