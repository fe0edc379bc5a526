import { encodeLockingBytecodeP2pkh, hash160, numberToBinUint32LE, type TransactionCommon } from '@bitauth/libauth';
import {
  buildPlanFunding,
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  findPlanFunding,
  layOutPlan,
  type PlanDraft,
  type PlanPart,
  type UnsignedTransaction,
} from '@weir/covenants';
import { startPlanService, type PlanTimes } from './support/plan-service.js';

/**
 * Plans of 1, 10, 100 and 640 streams in BCH over four years, to as many recipients: bytes and fee of the funding, and
 * milliseconds (median of BENCH_ROUNDS, default 9) to lay out the list and build the transaction, and to find the plan
 * in it with every stream and recipient. Then the same through the API and the indexer with real databases and a chain:
 * how long the confirm takes until all streams are ACTIVE, and how long after its block the indexer has them (median of
 * BENCH_SERVED, default 3).
 */
const SIZES = [1, 10, 100, 640] as const;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const served = Number(process.env['BENCH_SERVED'] ?? 3);
const START = 1_800_000_000n;
const FOUR_YEARS = 126_230_400n;
const TIP = { height: 900_000, medianTimePast: Number(START) };
const party = (name: number): Uint8Array => encodeLockingBytecodeP2pkh(hash160(numberToBinUint32LE(name)));
const sender = { hash: hash160(numberToBinUint32LE(0)), lockingBytecode: party(0) };

const draftOf = (streams: number): PlanDraft => ({
  product: 'VESTING_BCH',
  sender: sender.lockingBytecode,
  nonce: new Uint8Array(16).fill(streams % 251),
  feeBound: feeBoundsOf('VESTING_BCH').default,
  cancelFills: DEFAULT_CANCEL_FILLS,
  streams: Array.from({ length: streams }, (_, i) => ({
    kind: 'VESTING',
    recipient: party(i + 1),
    total: 100_000_000n + BigInt(i),
    start: START,
    end: START + FOUR_YEARS,
    group: { kind: 'VESTING', cliff: i % 2 === 0 ? 0n : 31_536_000n, step: 2_592_000n, noticeBlocks: 36 },
  })),
});

const wallet = {
  hash: sender.hash,
  coins: [{ txid: '11'.repeat(32), vout: 0, satoshis: 2_000_000_000_000n }],
};

const partOf = (draft: PlanDraft): PlanPart => {
  const layout = layOutPlan(draft, 'mainnet');
  if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
  const [part, more] = layout.parts;
  if (part === undefined || more !== undefined)
    throw new Error(`${draft.streams.length} streams do not fit one transaction`);
  return part;
};

const build = (draft: PlanDraft): UnsignedTransaction => buildPlanFunding(partOf(draft), wallet, TIP).transaction;

const transactionOf = ({ wcTransaction }: UnsignedTransaction): TransactionCommon => {
  if (typeof wcTransaction.transaction === 'string') throw new Error('The transaction is encoded');
  return wcTransaction.transaction;
};

const verify = (transaction: TransactionCommon, streams: number): void => {
  const found = findPlanFunding('mainnet', '22'.repeat(32), transaction);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  if (found.plan.streams.length !== streams)
    throw new Error(`Found ${found.plan.streams.length} of ${streams} streams`);
};

const medianOf = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1);
};

const timed = (work: () => void): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};

const measure = (streams: number) => {
  const draft = draftOf(streams);
  const first = timed(() => void build(draft));
  const built = build(draft);
  const transaction = transactionOf(built);
  const builds = Array.from({ length: rounds }, () => timed(() => void build(draft)));
  const verifications = Array.from({ length: rounds }, () => timed(() => verify(transaction, streams)));
  return {
    streams,
    bytes: built.size,
    'bytes a stream': Math.round(built.size / streams),
    'fee, satoshis': Number(built.fee),
    'build, first, ms': first.toFixed(1),
    'build, ms': medianOf(builds),
    'verify, ms': medianOf(verifications),
  };
};

const service = await startPlanService();
// A warm-up: the first plan of a process includes all one-time compilation.
await service.open(1);
const serve = async (streams: number) => {
  const times: PlanTimes[] = [];
  for (let round = 0; round < served; round += 1) times.push(await service.open(streams));
  return {
    'confirm, ms': medianOf(times.map(({ confirm }) => confirm)),
    'index, ms': medianOf(times.map(({ index }) => index)),
  };
};
const figures = [];
for (const streams of SIZES) figures.push({ ...measure(streams), ...(await serve(streams)) });
console.table(figures);
await service.stop();
