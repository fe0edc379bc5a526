import { utf8ToBin } from '@bitauth/libauth';
import { leafOfRow, MerkleTree, sha256Pair, SPENT_MARKER } from '@weir/merkle';
import {
  type AirdropAsset,
  type AirdropCoin,
  type AirdropContract,
  type AirdropParameters,
  type AirdropTransition,
  buildAirdropFunding,
  type BuildOptions,
  countLeaf,
  countPlace,
  createAirdropContract,
  createAirdropNonce,
  findAirdropDeployment,
  type KeylessTransaction,
  readAirdropTransition,
  type UnsignedTransaction,
  type WhitelistClaimProof,
  type WhitelistLane,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import { type Party, tokensOf } from './party.js';
import { mintTo } from './plan-scenario.js';

let campaigns = 0;

/** Nonces of tests, no two the same. */
export const nextNonce = (): Uint8Array => {
  campaigns += 1;
  return createAirdropNonce(utf8ToBin(`nonce ${campaigns.toString().padStart(6, '0')}`));
};

/** What campaigns of tests begin with, but for their kind and numbers. */
export const campaignTerms = (chain: TestChain, creator: AirdropParameters['creator']) => ({
  creator,
  start: chain.locktime(),
  end: 0n,
  cancelable: true,
  sponsored: true,
  lanes: 1,
  nonce: nextNonce(),
});

/** BCH, or new tokens of a party's. */
export const assetOf = (chain: TestChain, party: Party, type: AirdropAsset['type'], amount: bigint): AirdropAsset =>
  type === 'BCH' ? { type } : { type, category: mintTo(chain, party, amount) };

/** Satoshis of all that a party has, or units of a token. */
export const heldBy = (party: Party, asset: AirdropAsset): bigint =>
  asset.type === 'BCH' ? party.balance() : tokensOf(party, asset.category);

export interface Row {
  readonly hash: Uint8Array;
  readonly amount: bigint;
}

/** Rows dealt out to lanes in turns, each lane with a tree of its own. */
export class Rows {
  readonly trees: readonly MerkleTree[];

  constructor(
    readonly rows: readonly Row[],
    readonly lanes: number,
    readonly depth: number,
  ) {
    this.trees = Array.from({ length: lanes }, (_, lane) => {
      const leaves = this.inLane(lane).map(({ hash, amount }) => leafOfRow(hash, amount));
      return MerkleTree.of(Array.from({ length: 2 ** depth }, (__, place) => leaves[place] ?? SPENT_MARKER));
    });
  }

  private inLane(lane: number): Row[] {
    return this.rows.filter((_, index) => index % this.lanes === lane);
  }

  private tree(lane: number): MerkleTree {
    const tree = this.trees[lane];
    if (tree === undefined) throw new Error(`There is no lane ${lane}`);
    return tree;
  }

  laneOf(row: number): number {
    return row % this.lanes;
  }

  proof(row: number): WhitelistClaimProof {
    const known = this.rows[row];
    if (known === undefined) throw new Error(`There is no row ${row}`);
    return { ...known, ...this.tree(this.laneOf(row)).proof(Math.floor(row / this.lanes)) };
  }

  spend(row: number): void {
    this.tree(this.laneOf(row)).replaceLeaf(Math.floor(row / this.lanes), SPENT_MARKER);
  }

  get funded(): WhitelistLane[] {
    return this.trees.map(({ root }, lane) => {
      const rows = this.inLane(lane);
      return { lane, root, rows: rows.length, total: rows.reduce((sum, { amount }) => sum + amount, 0n) };
    });
  }

  get total(): bigint {
    return this.rows.reduce((sum, { amount }) => sum + amount, 0n);
  }
}

/** A campaign on a chain, moved by the builders and followed by what the chain shows. */
export class AirdropScenario<Parameters extends AirdropParameters> {
  readonly lanes: (AirdropCoin | undefined)[] = [];

  private constructor(
    readonly chain: TestChain,
    readonly contract: AirdropContract<Parameters>,
    readonly fundingTxid: string,
    funded: readonly AirdropCoin[],
  ) {
    for (const coin of funded) this.lanes[coin.state.lane] = coin;
  }

  static async fund<Parameters extends AirdropParameters>(
    chain: TestChain,
    creator: Party,
    parameters: Parameters,
    {
      asset,
      whitelist,
      feeRate,
    }: BuildOptions & { readonly asset?: AirdropAsset | undefined; readonly whitelist?: readonly WhitelistLane[] } = {},
  ): Promise<AirdropScenario<Parameters>> {
    const contract = createAirdropContract(parameters, 'devnet', asset);
    const funding = buildAirdropFunding(contract, creator.funds(), chain.tip(), whitelist, { feeRate });
    if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
    return AirdropScenario.find(chain, contract, await creator.send(funding.transaction), whitelist);
  }

  /** A campaign that a transaction opened. */
  static find<Parameters extends AirdropParameters>(
    chain: TestChain,
    contract: AirdropContract<Parameters>,
    txid: string,
    whitelist?: readonly WhitelistLane[],
  ): AirdropScenario<Parameters> {
    const found = findAirdropDeployment(contract, txid, chain.transaction(txid), whitelist);
    if (!found.ok) throw new Error(found.problems.join('; '));
    return new AirdropScenario(chain, contract, txid, found.lanes);
  }

  /** @throws Error once the lane is closed. */
  lane(number: number): AirdropCoin {
    const coin = this.lanes[number];
    if (coin === undefined) throw new Error(`Lane ${number} is closed`);
    return coin;
  }

  /** A claim of a lane by a proof, as both are now. */
  claim<Proof>(lane: number, proof: Proof, locktime = this.chain.locktime()) {
    return { contract: this.contract, coin: this.lane(lane), proof, locktime };
  }

  async send(by: Party, lane: number, built: UnsignedTransaction): Promise<AirdropTransition> {
    return this.follow(lane, await by.send(built));
  }

  submit(lane: number, built: KeylessTransaction | undefined): AirdropTransition {
    if (built === undefined) throw new Error('The lane does not pay for this');
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid || built.fee !== BigInt(built.size)) throw new Error('The builder said otherwise');
    return this.follow(lane, txid);
  }

  /** Takes the step a transaction made. */
  follow(lane: number, txid: string): AirdropTransition {
    const transition = readAirdropTransition(this.contract, this.lane(lane), txid, this.chain.transaction(txid));
    if (transition === undefined) throw new Error(`${txid} does not move lane ${lane}`);
    this.lanes[lane] = transition.next;
    return transition;
  }
}

const LEVELS = 64;

/** A sparse tree of claim counts in plain code: nodes by level and place, absent where a subtree is empty. */
export class TestCounts {
  readonly #nodes = new Map<string, Uint8Array>();
  readonly #counts = new Map<string, number>();

  constructor(readonly nonce: Uint8Array) {}

  claimed(hash: Uint8Array): number {
    return this.#counts.get(hash.toString()) ?? 0;
  }

  proof(hash: Uint8Array): { hash: Uint8Array; claimed: number; siblings: Uint8Array[] } {
    const place = countPlace(this.nonce, hash);
    const siblings = Array.from(
      { length: LEVELS },
      (_, level) => this.#nodes.get(`${level}:${(place >> BigInt(level)) ^ 1n}`) ?? new Uint8Array(),
    );
    return { hash, claimed: this.claimed(hash), siblings };
  }

  raise(hash: Uint8Array): void {
    const place = countPlace(this.nonce, hash);
    const { siblings, claimed } = this.proof(hash);
    let [node, empty] = [countLeaf(hash, claimed + 1), SPENT_MARKER];
    for (const [level, known] of siblings.entries()) {
      const here = place >> BigInt(level);
      this.#nodes.set(`${level}:${here}`, node);
      const sibling = known.length === 0 ? empty : known;
      node = here % 2n === 1n ? sha256Pair(sibling, node) : sha256Pair(node, sibling);
      empty = sha256Pair(empty, empty);
    }
    this.#counts.set(hash.toString(), claimed + 1);
  }
}
