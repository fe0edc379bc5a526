import { ControlClient } from './control-client.js';
import type {
  BlockSummary,
  CallFaultRequest,
  DevnetInfo,
  FailRequest,
  FundedOutput,
  FundRequest,
  MineRequest,
  MintedOutput,
  MintRequest,
  ReorganiseRequest,
} from './control.types.js';

/** Amounts as callers of the typed client give them. */
type Amounts<Request, Names extends keyof Request> = Omit<Request, Names> & { readonly [Name in Names]?: bigint };

const textAmounts = (request: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );

/** Steers a devnet from another process, or over the wire from the same. Every call rejects with `DevnetError`. */
export class DevnetControl {
  readonly #client: ControlClient;

  private constructor(client: ControlClient) {
    this.#client = client;
  }

  /** @param url `ws://host:port` of the devnet */
  static async connect(url: string): Promise<DevnetControl> {
    return new DevnetControl(await ControlClient.connect(url));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Any call of the protocol or of the control set, untyped. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#client.call(method, ...params);
  }

  info(): Promise<DevnetInfo> {
    return this.#request('info', {});
  }

  /** Pays satoshis to an address or locking bytecode, from the devnet's own coins; the payment is in the mempool. */
  fund(to: FundRequest['to'], satoshis: bigint): Promise<FundedOutput> {
    return this.#request('fund', textAmounts({ to, satoshis }));
  }

  /** Makes a token category and sends its tokens to an address. */
  mint(to: MintRequest['to'], tokens: Amounts<Omit<MintRequest, 'to'>, 'amount' | 'satoshis'>): Promise<MintedOutput> {
    return this.#request('mint', textAmounts({ to, ...tokens }));
  }

  /** Mines blocks; by default with everything in the mempool. */
  mine(count = 1, options: Omit<MineRequest, 'count'> = {}): Promise<BlockSummary[]> {
    return this.#request('mine', { count, ...options });
  }

  /** Sets the chain's clock, Unix seconds; new blocks carry it. Returns the clock. */
  setTime(time: number): Promise<number> {
    return this.#request('set_time', { time });
  }

  /** Moves the chain's clock on. Returns the clock. */
  advanceTime(seconds: number): Promise<number> {
    return this.#request('advance_time', { seconds });
  }

  /** Lets time pass until what is due so many seconds after the median time is due. Returns the blocks that were mined. */
  passTime(seconds: number): Promise<BlockSummary[]> {
    return this.#request('pass_time', { seconds });
  }

  /** Replaces the last `depth` blocks by another branch. Returns the new tip. */
  reorganise(depth: number, options: Omit<ReorganiseRequest, 'depth'> = {}): Promise<BlockSummary> {
    return this.#request('reorganise', { depth, ...options });
  }

  /** Lets the branch that ends in a block taken off win again: the very blocks it had. */
  reconsider(hash: string): Promise<BlockSummary> {
    return this.#request('reconsider', { hash });
  }

  /** Hands a transaction to the node, past the Electrum server. Returns its txid. */
  submit(hex: string): Promise<string> {
    return this.#request('submit', { hex });
  }

  /** Evicts a transaction and what depends on it from the mempool. Returns their txids. */
  dropTransaction(txid: string): Promise<string[]> {
    return this.#request('drop_transaction', { txid });
  }

  /** Lets histories, unspent lists and notices lag behind the node, 0 to 2000 milliseconds. */
  setIndexDelay(milliseconds: number): Promise<number> {
    return this.#request('set_index_delay', { milliseconds });
  }

  /** Lets notices of scripts come so many milliseconds after those of blocks, 0 to 2000. */
  setNoticeDelay(milliseconds: number): Promise<number> {
    return this.#request('set_notice_delay', { milliseconds });
  }

  /** Answers calls with an error. */
  failCalls(request: FailRequest = {}): Promise<true> {
    return this.#request('fail_calls', request);
  }

  /** Leaves calls without an answer. */
  hangCalls(request: CallFaultRequest = {}): Promise<true> {
    return this.#request('hang_calls', request);
  }

  /** Cuts every connection but this one. Returns how many. */
  hangUp(): Promise<number> {
    return this.#request('hang_up', {});
  }

  /** Reports a tip below the real one, and says so to header subscribers. Returns the height reported. */
  reportTip(height: number): Promise<number> {
    return this.#request('report_tip', { height });
  }

  /** Denies the history of these script hashes (or of all), and says so to their subscribers. */
  hideHistory(scripthashes?: readonly string[]): Promise<true> {
    return this.#request('hide_history', { scripthashes });
  }

  /** Leaves these transactions out of every history, and says so to subscribers. */
  hideTransactions(txids: readonly string[]): Promise<true> {
    return this.#request('hide_transactions', { txids });
  }

  /** Ends all faults and the index delay. */
  resetFaults(): Promise<true> {
    return this.#request('reset_faults', {});
  }

  /** Both ends are this package: an answer has the type its method declares. */
  async #request<Result>(name: string, request: object): Promise<Result> {
    return (await this.#client.call(`devnet.${name}`, request)) as Result;
  }
}
