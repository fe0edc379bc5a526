import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import {
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  buildPlanFunding,
  buildPlanRefund,
  buildPlanResume,
  buildPlanSettle,
  buildPlanStop,
  decodePlanState,
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
  encodePlanState,
  findPlanFunding,
  type FoundPlan,
  type FoundStream,
  type KeylessTransaction,
  layOutPlan,
  type PlanClockCoin,
  type PlanDraft,
  type PlanPart,
  type PlanPayment,
  planPayout,
  type PlanProduct,
  planResume,
  type PlanState,
  planStop,
  type PlanStopItem,
  type PlanStopKind,
  type PlanTransition,
  readPlanTransition,
  type StreamDraft,
  type UnsignedTransaction,
} from '../../src/index.js';
import { fundingOutputs } from '../../src/plan/funding/funding-outputs.js';
import { toLibauthOutput } from '../../src/transaction/libauth-output.js';
import { createTestChain, type TestChain } from './chain.js';
import { createParty, type Party } from './party.js';

/** A stream of a plan, as the chain shows it. */
export interface LiveStream extends Pick<FoundStream, 'contract'> {
  /** Who is paid now, and where a pending move goes. */
  recipient: Uint8Array;
  movesTo?: Uint8Array | undefined;
  /** Undefined once it has ended. */
  coin: FoundStream['coin'] | undefined;
  clock: PlanClockCoin | undefined;
}

/** A transaction that moved a stream, as it was built and as the chain shows it. */
export interface PlanMoved<Built = UnsignedTransaction> {
  readonly built: Built;
  readonly transition: PlanTransition;
}

let plans = 0;

/** A plan of a sender's; no two have one nonce. */
export const planOf = (
  product: PlanProduct,
  sender: Uint8Array,
  streams: PlanDraft['streams'],
  terms: Partial<PlanDraft> = {},
): PlanDraft => {
  plans += 1;
  const nonce = Uint8Array.from({ length: 16 }, (_, i) => (i < 4 ? (plans >> (8 * i)) & 0xff : 0x7e));
  const shared = { cancelFills: DEFAULT_CANCEL_FILLS, delay: DEFAULT_MOVE_DELAY };
  return { product, sender, nonce, ...defaultPlanFees(product), ...shared, streams, ...terms };
};

/** The parts of a plan that must be sound. */
export const partsOf = (draft: PlanDraft): readonly PlanPart[] => {
  const layout = layOutPlan(draft, 'devnet');
  if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
  return layout.parts;
};

/** The category and the asset of {@link fundingOf}. */
export const CATEGORY = 'ab'.repeat(32);
export const ASSET = 'cd'.repeat(32);

/** What funds a part, on no chain: its change, then what it opens. */
export const fundingOf = (part: PlanPart): TransactionCommon => {
  const asset = part.terms.product.endsWith('TOKEN') ? ASSET : undefined;
  const tip = { height: 800_000, medianTimePast: 1_700_000_000 };
  const change = { to: part.terms.sender, amount: 5_000n };
  const outputs = [change, ...fundingOutputs(part, CATEGORY, asset, tip)].map(toLibauthOutput);
  const input = { outpointTransactionHash: hexToBin(CATEGORY), outpointIndex: 0, sequenceNumber: 0 };
  return { version: 2, locktime: 0, inputs: [{ ...input, unlockingBytecode: new Uint8Array() }], outputs };
};

/** The plan a transaction on a chain funds. */
export const foundIn = (chain: TestChain, txid: string): FoundPlan => {
  const found = findPlanFunding('devnet', txid, chain.transaction(txid));
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.plan;
};

/** One funding of a plan on a chain: moved by the builders, followed by what the chain shows. */
export class PlanScenario {
  readonly streams: ReadonlyMap<number, LiveStream>;

  constructor(
    readonly chain: TestChain,
    readonly plan: FoundPlan,
    readonly funding: UnsignedTransaction | undefined,
  ) {
    this.streams = new Map(plan.streams.map((stream) => [stream.coin.state.index, { ...stream, clock: undefined }]));
  }

  static async fund(chain: TestChain, payer: Party, draft: PlanDraft, asset?: string): Promise<PlanScenario> {
    const [part] = partsOf(draft);
    if (part === undefined) throw new Error('Nothing to open');
    const { kind, transaction } = buildPlanFunding(part, payer.funds(), chain.tip(), asset);
    if (kind === 'preparation') throw new Error('This wallet must be prepared first');
    return new PlanScenario(chain, foundIn(chain, await payer.send(transaction)), transaction);
  }

  stream(index: number): LiveStream {
    const stream = this.streams.get(index);
    if (stream === undefined) throw new Error(`No stream ${index}`);
    return stream;
  }

  /** The coin of a stream that has not ended. */
  coin(index: number): FoundStream['coin'] {
    const { coin } = this.stream(index);
    if (coin === undefined) throw new Error(`Stream ${index} has ended`);
    return coin;
  }

  /** What a payment now, or at a locktime, would be. */
  payment(index: number, locktime = this.chain.locktime()): PlanPayment | undefined {
    const { contract, recipient, clock } = this.stream(index);
    const coin = this.coin(index);
    const payout = planPayout(contract, coin, locktime);
    return payout && { contract, coin, clock, recipient, payout };
  }

  due(index: number, locktime?: bigint): PlanPayment {
    const payment = this.payment(index, locktime);
    if (payment === undefined) throw new Error(`Nothing is due of stream ${index}`);
    return payment;
  }

  /** A payment that nobody signs. */
  pay(index: number, locktime?: bigint): PlanMoved<KeylessTransaction> {
    const built = buildKeylessPlanPayment(this.due(index, locktime));
    if (built === undefined) throw new Error('The reserve does not pay');
    return { built, transition: this.submit(index, built) };
  }

  async payBy(index: number, payer: Party, feeRate?: bigint): Promise<PlanMoved> {
    const built = buildPaidPlanPayment(this.due(index), payer.funds(), feeRate === undefined ? {} : { feeRate });
    return { built, transition: this.follow(index, await payer.send(built)) };
  }

  stopItem(index: number, kind: PlanStopKind, locktime = this.chain.locktime()): PlanStopItem {
    const { contract, recipient } = this.stream(index);
    const coin = this.coin(index);
    const stop = planStop(contract, coin, kind, locktime);
    if (stop === undefined) throw new Error(`No ${kind} of stream ${index} is possible`);
    return { contract, coin, recipient, stop };
  }

  /** One signature, any number of streams. */
  async stop(indexes: readonly number[], kind: PlanStopKind, sender: Party, locktime?: bigint, feeRate?: bigint) {
    const items = indexes.map((index) => this.stopItem(index, kind, locktime));
    const built = buildPlanStop(items, sender.funds(), feeRate === undefined ? {} : { feeRate });
    const txid = await sender.send(built);
    return { built, transitions: indexes.map((index) => this.follow(index, txid)) };
  }

  refund(index: number): PlanMoved<KeylessTransaction> {
    const built = buildPlanRefund(this.stream(index).contract, this.coin(index), this.clock(index));
    if (built === undefined) throw new Error('The floor does not cover the refund');
    return { built, transition: this.submit(index, built) };
  }

  settle(index: number): PlanMoved<KeylessTransaction> {
    const built = buildPlanSettle(this.stream(index).contract, this.coin(index), this.clock(index));
    if (built === undefined) throw new Error('The clock does not cover the settling');
    return { built, transition: this.submit(index, built) };
  }

  async resume(indexes: readonly number[], sender: Party, feeRate?: bigint) {
    const items = indexes.map((index) => {
      const { contract, recipient } = this.stream(index);
      const coin = this.coin(index);
      const resume = planResume(contract, coin, this.chain.locktime());
      if (resume === undefined) throw new Error(`No resume of stream ${index} is possible`);
      return { contract, coin, recipient, resume };
    });
    const built = buildPlanResume(items, sender.funds(), feeRate === undefined ? {} : { feeRate });
    const txid = await sender.send(built);
    return { built, transitions: indexes.map((index) => this.follow(index, txid)) };
  }

  clock(index: number): PlanClockCoin {
    const { clock } = this.stream(index);
    if (clock === undefined) throw new Error(`No notice of stream ${index} runs`);
    return clock;
  }

  submit(index: number, built: KeylessTransaction): PlanTransition {
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid) throw new Error('The builder named another txid');
    return this.follow(index, txid);
  }

  /** Takes the step a transaction made. */
  follow(index: number, txid: string): PlanTransition {
    const stream = this.stream(index);
    const read = readPlanTransition(stream.contract, this.coin(index), txid, this.chain.transaction(txid));
    if (!read.ok) throw new Error(`${txid} does not move stream ${index}: ${read.problem}`);
    const { next, clock, kind, named } = read.transition;
    if (kind === 'finish' && stream.movesTo !== undefined) stream.recipient = stream.movesTo;
    stream.movesTo = named ?? stream.movesTo;
    stream.coin = next;
    stream.clock = kind === 'settle' || next === undefined ? undefined : (clock ?? stream.clock);
    return read.transition;
  }
}

/** Units of an asset that a locking bytecode holds: satoshis of plain coins, or tokens. */
export const unitsAt = (chain: TestChain, lockingBytecode: Uint8Array, asset?: string): bigint =>
  chain
    .coinsOf(lockingBytecode)
    .reduce(
      (sum, { satoshis, token }) =>
        asset === undefined
          ? sum + (token === undefined ? satoshis : 0n)
          : sum + (token?.category === asset ? token.amount : 0n),
      0n,
    );

/** A locking bytecode of nobody's by name: P2PKH, P2SH20 and P2SH32 in turn. */
export const somebody = (name: number): Uint8Array => {
  const hash = Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? (name >> (8 * i)) & 0xff : 0x3c + i));
  if (name % 3 === 0) return Uint8Array.of(0x76, 0xa9, 0x14, ...hash.slice(0, 20), 0x88, 0xac);
  if (name % 3 === 1) return Uint8Array.of(0xa9, 0x14, ...hash.slice(0, 20), 0x87);
  return Uint8Array.of(0xaa, 0x20, ...hash, 0x87);
};

/** New tokens of a party's. */
export const mintTo = (chain: TestChain, party: Party, amount: bigint): string =>
  chain.node.mint(binToHex(party.lockingBytecode), { amount }).category;

/** What streams of every product begin with, but for their amounts and times. */
const GROUPS = {
  VESTING: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 12 },
  RECURRING: { kind: 'RECURRING', noticeBlocks: 12, pausable: true, cancelable: true },
} as const;

/** A stream of 12,000,000 over twelve periods from a start, or of another amount and number of them. */
export const streamOf = (
  product: PlanProduct,
  recipient: Uint8Array,
  start: bigint,
  { total = 12_000_000n, periods = 12, period = 86_400n } = {},
): StreamDraft =>
  product.startsWith('VESTING')
    ? { kind: 'VESTING', recipient, total, start, end: start + BigInt(periods) * period, group: GROUPS.VESTING }
    : {
        kind: 'RECURRING',
        recipient,
        amount: total / BigInt(periods),
        periods,
        firstDue: start + period,
        group: { ...GROUPS.RECURRING, interval: period },
      };

let scenes = 0;

/**
 * Opens a plan on a chain of its own, of a sender with plenty, satoshis and tokens.
 *
 * @param streamsOf what it opens, given the chain's locktime and the recipient
 */
export const openPlan = async (
  product: PlanProduct,
  streamsOf: (start: bigint, recipient: Uint8Array) => PlanDraft['streams'],
  terms: Partial<PlanDraft> = {},
) => {
  scenes += 1;
  const chain = createTestChain();
  const sender = createParty(chain, `plan sender ${scenes}`, 20_000_000_000n, 20_000_000_000n);
  const recipient = createParty(chain, `plan recipient ${scenes}`, 100_000n);
  const stranger = createParty(chain, `plan stranger ${scenes}`, 1_000_000n);
  const asset = product.endsWith('TOKEN') ? mintTo(chain, sender, 9_000_000_000_000_000_000n) : undefined;
  chain.mine(1);
  const start = chain.locktime();
  const draft = planOf(product, sender.lockingBytecode, streamsOf(start, recipient.lockingBytecode), terms);
  const scenario = await PlanScenario.fund(chain, sender, draft, asset);
  const noted = unitsAt(chain, recipient.lockingBytecode, asset);
  /** Units of the asset that the recipient has got since. */
  const got = () => unitsAt(chain, recipient.lockingBytecode, asset) - noted;
  return { chain, sender, recipient, stranger, asset, start, scenario, got };
};

/** A change to the outputs of a funding. */
export type Tampering = (outputs: readonly Output[]) => Output[];

export const replace =
  (vout: number, change: (output: Output) => Output): Tampering =>
  (outputs) =>
    outputs.map((output, i) => (i === vout ? change(output) : output));

export const append =
  (...more: Output[]): Tampering =>
  (outputs) => [...outputs, ...more];

export const drop =
  (vout: number): Tampering =>
  (outputs) =>
    outputs.filter((_, i) => i !== vout);

type Token = NonNullable<Output['token']>;

export const withToken = (vout: number, change: (token: Token) => Token): Tampering =>
  replace(vout, (output) => {
    if (output.token === undefined) throw new Error(`Output ${vout} carries no token`);
    return { ...output, token: change(output.token) };
  });

export const withNft = (vout: number, change: Partial<NonNullable<Token['nft']>>): Tampering =>
  withToken(vout, (token) => ({
    ...token,
    nft: { capability: 'mutable', commitment: new Uint8Array(), ...token.nft, ...change },
  }));

/** The commitment of a state changed, by what it says. */
export const withState = (
  vout: number,
  product: PlanProduct,
  change: (state: PlanState, reserve: bigint) => { readonly state: PlanState; readonly reserve?: bigint },
): Tampering =>
  withToken(vout, (token) => {
    const commitment = Buffer.from(token.nft?.commitment ?? []).toString('hex');
    const decoded = decodePlanState(product, commitment);
    if (decoded === undefined) throw new Error(`Output ${vout} holds no state`);
    const reserve = decoded.reserve ?? 0n;
    const changed = change(decoded.state, reserve);
    const encoded = encodePlanState(product, changed.state, changed.reserve ?? reserve);
    return { ...token, nft: { capability: 'mutable', commitment: hexToBin(encoded) } };
  });

export const all =
  (...changes: Tampering[]): Tampering =>
  (outputs) =>
    changes.reduce<Output[]>((changed, change) => change(changed), [...outputs]);

export const tampered = (transaction: TransactionCommon, change: Tampering): TransactionCommon => ({
  ...transaction,
  outputs: change(transaction.outputs),
});
