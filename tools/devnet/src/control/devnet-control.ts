import type { FaultScope } from '../electrum/faults.js';
import type { MineOptions, MintRequest, ReorganiseOptions } from '../node/node.types.js';
import { ControlClient } from './control-client.js';
import type { BlockSummary, DevnetInfo, FailRequest, FundedOutput, MintedOutput } from './control.types.js';

/** Amounts are decimal text on the wire. */
const textAmounts = (request: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );

/**
 * Controls a devnet from another process, or over the wire from the same. Every call rejects with `DevnetError` if
 * the devnet answers with an error.
 * @example
 * const control = await DevnetControl.connect('ws://127.0.0.1:50003');
 * const { txid } = await control.fund(address, 100_000n);
 * await control.mine();
 * await control.close();
 */
export class DevnetControl {
  readonly #client: ControlClient;
  #heard: (tip: BlockSummary) => Promise<unknown> = () => Promise.resolve();

  private constructor(client: ControlClient) {
    this.#client = client;
  }

  /**
   * Connects to a devnet.
   * @param url `ws://host:port` of its WebSocket
   */
  static async connect(url: string): Promise<DevnetControl> {
    return new DevnetControl(await ControlClient.connect(url));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /**
   * Has all calls that change the tip wait for this as well, with the new one. Servers report blocks with a delay: without
   * it, programs that follow the chain may answer from the tip before.
   */
  waitAfterBlocks(heard: (tip: BlockSummary) => Promise<unknown>): void {
    this.#heard = heard;
  }

  /** Makes any call of the Electrum protocol or of the control set, untyped. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#client.call(method, ...params);
  }

  /** Returns the state of the chain and of the server. */
  info(): Promise<DevnetInfo> {
    return this.#request('info', {});
  }

  /** Pays satoshis from the devnet's own coins to an address or locking bytecode. The payment is in the mempool. */
  fund(to: string, satoshis: bigint): Promise<FundedOutput> {
    return this.#request('fund', textAmounts({ to, satoshis }));
  }

  /** Creates a token category and pays its tokens to an address or locking bytecode. */
  mint(to: string, tokens: MintRequest): Promise<MintedOutput> {
    return this.#request('mint', textAmounts({ to, ...tokens }));
  }

  /** Mines blocks, by default with the whole mempool in the first. */
  mine(count = 1, options: MineOptions = {}): Promise<BlockSummary[]> {
    return this.#untilHeard(this.#request('mine', { count, ...options }));
  }

  /** Advances the chain's clock, which new blocks carry. Returns the clock, Unix seconds. */
  advanceTime(seconds: number): Promise<number> {
    return this.#request('advance_time', { seconds });
  }

  /** Mines blocks until the median time past has advanced by this many seconds. Returns the blocks. */
  passTime(seconds: number): Promise<BlockSummary[]> {
    return this.#untilHeard(this.#request('pass_time', { seconds }));
  }

  /** Replaces the last `depth` blocks by another branch. Returns the new tip. */
  async reorganise(depth: number, options: ReorganiseOptions = {}): Promise<BlockSummary> {
    const tip = await this.#request<BlockSummary>('reorganise', { depth, ...options });
    await this.#heard(tip);
    return tip;
  }

  /**
   * Makes a branch that was taken off active again, with the very blocks it had. Returns the new tip.
   * @param hash of the last block of that branch
   */
  async reconsider(hash: string): Promise<BlockSummary> {
    const tip = await this.#request<BlockSummary>('reconsider', { hash });
    await this.#heard(tip);
    return tip;
  }

  /** Submits a transaction to the node directly, bypassing the Electrum server. Returns its txid. */
  submit(hex: string): Promise<string> {
    return this.#request('submit', { hex });
  }

  /** Makes histories, unspent lists and notices lag behind the node, by 0 to 2000 milliseconds. */
  setIndexDelay(milliseconds: number): Promise<number> {
    return this.#request('set_index_delay', { milliseconds });
  }

  /** Sends notices of scripts this long after those of blocks, 0 to 2000 milliseconds. */
  setNoticeDelay(milliseconds: number): Promise<number> {
    return this.#request('set_notice_delay', { milliseconds });
  }

  failCalls(request: FailRequest = {}): Promise<true> {
    return this.#request('fail_calls', request);
  }

  /** Leaves calls without an answer. */
  hangCalls(request: FaultScope = {}): Promise<true> {
    return this.#request('hang_calls', request);
  }

  /** Cuts every connection but this one. Returns how many were cut. */
  hangUp(): Promise<number> {
    return this.#request('hang_up', {});
  }

  /** Reports a tip below the real one, and notifies header subscribers. Returns the height reported. */
  reportTip(height: number): Promise<number> {
    return this.#request('report_tip', { height });
  }

  /** Denies the history of these script hashes, or of all, and notifies their subscribers. */
  hideHistory(scripthashes?: readonly string[]): Promise<true> {
    return this.#request('hide_history', { scripthashes });
  }

  /** Leaves these transactions out of every history, and notifies subscribers. */
  hideTransactions(txids: readonly string[]): Promise<true> {
    return this.#request('hide_transactions', { txids });
  }

  /** Ends all faults and the index delay. */
  resetFaults(): Promise<true> {
    return this.#request('reset_faults', {});
  }

  async #untilHeard(mined: Promise<BlockSummary[]>): Promise<BlockSummary[]> {
    const blocks = await mined;
    const tip = blocks.at(-1);
    if (tip !== undefined) await this.#heard(tip);
    return blocks;
  }

  /** Both ends are this package: the answer has the type its method declares. */
  async #request<Result>(name: string, request: object): Promise<Result> {
    return (await this.#client.call(`devnet.${name}`, request)) as Result;
  }
}
