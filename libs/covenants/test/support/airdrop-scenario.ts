import { utf8ToBin } from '@bitauth/libauth';
import { leafOfRow, MerkleTree, SPENT_MARKER } from '@weir/merkle';
import {
  buildAirdropFunding,
  createAirdropContract,
  createAirdropNonce,
  findAirdropDeployment,
  readAirdropTransition,
  type AirdropAsset,
  type AirdropCoin,
  type AirdropContract,
  type AirdropParameters,
  type AirdropTransition,
  type BuildOptions,
  type KeylessTransaction,
  type UnsignedTransaction,
  type WhitelistClaimProof,
  type WhitelistLane,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import type { Party } from './party.js';

let campaigns = 0;

/** Nonces of tests, no two the same. */
export const nextNonce = (): Uint8Array => {
  campaigns += 1;
  return createAirdropNonce(utf8ToBin(`nonce ${campaigns.toString().padStart(6, '0')}`));
};

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
