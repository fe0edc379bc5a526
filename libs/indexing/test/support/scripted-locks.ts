import {
  type AirdropAsset,
  type AirdropCoin,
  type AirdropContract,
  buildAirdropClose,
  buildAirdropFunding,
  buildKeylessLockPayment,
  buildKeylessWhitelistClaim,
  buildLockFunding,
  buildPaidLockPayment,
  createAirdropContract,
  createAirdropNonce,
  findAirdropDeployment,
  findLockFunding,
  type FoundLock,
  type LockContract,
  lockingBytecodeOf,
  lockOfClaim,
  lockPayout,
  type LockSchedule,
  readAirdropTransition,
  readLockTransition,
  type WhitelistParameters,
} from '@weir/covenants';
import { leafOfRow, MerkleTree, SPENT_MARKER } from '@weir/merkle';
import type { BaseParty } from './chain-base.js';
import { need, SignedBefore } from './scripted.js';

/** Who gets a lock, and how much. */
export interface ScriptedRow {
  /** Hash of a key. */
  readonly recipient: Uint8Array;
  readonly amount: bigint;
}

/** Where locks, and the lane of their list, are after some scripted transactions. */
export interface LocksMoment {
  /** By their rows; those that have ended, and of a list those not claimed yet, are missing. */
  readonly locks: ReadonlyMap<number, FoundLock>;
  /** Of a list: its lane while it is open, and the rows claimed. */
  readonly lane: AirdropCoin | undefined;
  readonly claimed: readonly number[];
}

const TIP = { height: 112, medianTimePast: 0 };
/** Levels of a list's tree. */
const DEPTH = 2;

/** Locks whose transactions, rivals among them, are built and signed before any chain sees them. */
export class ScriptedLocks extends SignedBefore {
  readonly #locks = new Map<string, LockContract>();
  #campaign: AirdropContract<WhitelistParameters> | undefined;

  constructor(
    name: string,
    readonly asset: AirdropAsset,
    readonly sender: BaseParty,
    readonly rows: readonly ScriptedRow[],
    readonly schedule: LockSchedule,
  ) {
    super(name);
  }

  /** Of all locks so far, and of the list's lanes. */
  get lockingBytecodes(): readonly Uint8Array[] {
    return [...this.locks, ...(this.campaign === undefined ? [] : [this.campaign])].map(
      ({ lockingBytecode }) => lockingBytecode,
    );
  }

  /** All locks so far. */
  get locks(): readonly LockContract[] {
    return [...this.#locks.values()];
  }

  /** The list's contract. */
  get campaign(): AirdropContract<WhitelistParameters> | undefined {
    return this.#campaign;
  }

  /** Funds a lock for each row. */
  async fund(): Promise<LocksMoment> {
    const locks = this.rows.map(({ recipient, amount }) => ({
      ...this.schedule,
      recipient: lockingBytecodeOf(recipient),
      total: amount,
    }));
    const draft = { asset: this.asset, sender: lockingBytecodeOf(this.sender.wallet.publicKeyHash), locks };
    const built = buildLockFunding(draft, this.#funds(), 'devnet', TIP);
    const { txid, transaction } = await this.sign('open', [], built, this.sender.wallet);
    const result = findLockFunding('devnet', txid, transaction);
    if (!result.ok) throw new Error(result.problem);
    for (const { contract } of result.found.locks) this.#note(contract);
    return { locks: new Map(result.found.locks.map((each, row) => [row, each])), lane: undefined, claimed: [] };
  }

  /** Funds a list of the rows, whose claims open locks. */
  async fundList(nonce: number): Promise<LocksMoment> {
    const total = this.rows.reduce((sum, { amount }) => sum + amount, 0n);
    const terms = {
      ...({ kind: 'WHITELIST', creator: this.sender.wallet.publicKeyHash, cancelable: true, sponsored: true } as const),
      nonce: createAirdropNonce(new Uint8Array(12).fill(nonce)),
      start: this.schedule.start,
      end: 0n,
      lanes: 1,
      depth: DEPTH,
      rows: this.rows.length,
      total,
      vesting: this.schedule,
    };
    const contract = createAirdropContract(terms, 'devnet', this.asset);
    this.#campaign = contract;
    const { root } = this.#tree([]);
    const funding = buildAirdropFunding(contract, this.#funds(), TIP, [{ lane: 0, root, rows: terms.rows, total }]);
    if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
    const { txid, transaction } = await this.sign('open', [], funding.transaction, this.sender.wallet);
    const found = findAirdropDeployment(contract, txid, transaction);
    if (!found.ok) throw new Error(found.problems.join('; '));
    return { locks: new Map(), lane: need(found.lanes[0], 'lane'), claimed: [] };
  }

  /** Claims a row, which nobody signs: its lock is there from then on. */
  async claim(from: LocksMoment, row: number, locktime: bigint): Promise<LocksMoment> {
    const coin = need(from.lane, 'lane');
    const campaign = need(this.#campaign, 'list');
    const { recipient: hash, amount } = need(this.rows[row], `row ${row}`);
    const proof = { hash, amount, ...this.#tree(from.claimed).proof(row) };
    const built = need(buildKeylessWhitelistClaim({ contract: campaign, coin, locktime, proof }), 'claim');
    const { txid, transaction } = await this.sign(`claim ${row}`, [coin.outpoint.txid], built);
    const step = readAirdropTransition(campaign, coin, txid, transaction);
    if (step?.kind !== 'claim') throw new Error('Expected a claim');
    const lock = need(lockOfClaim(campaign, step.claimed, txid, transaction), 'lock');
    this.#note(lock.contract);
    return { locks: new Map([...from.locks, [row, lock]]), lane: step.next, claimed: [...from.claimed, row] };
  }

  /** Pays what is due of a lock: by nobody's signature, or by a payer's coins. */
  async pay(from: LocksMoment, row: number, locktime: bigint, payer?: BaseParty): Promise<LocksMoment> {
    const { contract, coin } = need(from.locks.get(row), `lock ${row}`);
    const payment = { contract, coin, payout: need(lockPayout(contract, coin, locktime), 'payment') };
    const built =
      payer === undefined
        ? need(buildKeylessLockPayment(payment), 'payment without a coin')
        : buildPaidLockPayment(payment, { hash: payer.wallet.publicKeyHash, coins: payer.coins });
    const { txid, transaction } = await this.sign(`pay ${row}`, [coin.outpoint.txid], built, payer?.wallet);
    const { next } = need(readLockTransition(contract, coin, txid, transaction), 'payment');
    const locks = new Map(from.locks);
    if (next === undefined) locks.delete(row);
    else locks.set(row, { contract, coin: next });
    return { ...from, locks };
  }

  /** Closes the list; the locks of its claims go on. */
  async close(from: LocksMoment, locktime: bigint): Promise<LocksMoment> {
    const coin = need(from.lane, 'lane');
    const built = buildAirdropClose(need(this.#campaign, 'list'), coin, locktime);
    await this.sign('close', [coin.outpoint.txid], built, this.sender.wallet);
    return { ...from, lane: undefined };
  }

  #note(contract: LockContract): void {
    this.#locks.set(contract.address, contract);
  }

  #funds() {
    return { hash: this.sender.wallet.publicKeyHash, coins: this.sender.coins };
  }

  #tree(claimed: readonly number[]): MerkleTree {
    const leaves = this.rows.map(({ recipient, amount }) => leafOfRow(recipient, amount));
    const tree = MerkleTree.of(Array.from({ length: 2 ** DEPTH }, (_, place) => leaves[place] ?? SPENT_MARKER));
    for (const row of claimed) tree.replaceLeaf(row, SPENT_MARKER);
    return tree;
  }
}
