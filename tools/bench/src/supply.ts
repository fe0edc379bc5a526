import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex, hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import {
  createPlanContracts,
  defaultPlanFees,
  encodePlanAnnouncement,
  encodePlanState,
  lockingBytecodeOf,
  type PlanTerms,
} from '@weir/covenants';
import { createKnownSupplies, readSupply } from '@weir/indexing';
import {
  type ContractChange,
  createIndexerDatabase,
  createIndexReader,
  createSyncRepository,
  migrateIndexer,
} from '@weir/infra';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import { startPostgres } from '@weir/testing/postgres';
import { printFigure, spread, timed, timedTurns } from './harness/figures.js';

const count = Number(process.env['BENCH_STREAMS'] ?? 1_000_000);
const A_ROUND = 20_000;
const START = 1_750_000_000;
const DAY = 86_400;
const QUESTIONS = 500;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const category = hash('token');
const terms: PlanTerms = {
  product: 'VESTING_TOKEN',
  sender: lockingBytecodeOf(hexToBin(hash('sender').slice(0, 40))),
  nonce: new Uint8Array(16),
  ...defaultPlanFees('VESTING_TOKEN'),
  cancelFills: 4n,
  delay: DEFAULT_MOVE_DELAY,
  groups: [{ kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 }],
};
const [contract] = createPlanContracts(terms, 'chipnet');
if (contract === undefined) throw new RangeError('A plan has a contract');
const announcement = binToHex(encodePlanAnnouncement(terms));
const lockingBytecode = binToHex(contract.lockingBytecode);

/** A stream of one to four years that began up to a year ago; most have been paid from. */
const changeOf = (i: number): ContractChange => {
  const recipient = lockingBytecodeOf(hexToBin(hash(`recipient ${i % 50_000}`).slice(0, 40)));
  const start = BigInt(START - (i % 365) * DAY);
  const state = {
    kind: 'VESTING',
    index: (i % 32_767) + 1,
    released: 0n,
    start,
    end: start + BigInt((365 + (i % 1_096)) * DAY),
    recipient: hexToBin(hash(`recipient ${i % 50_000}`).slice(0, 40)),
  } as const;
  const totalAmount = 1_000_000n + BigInt((i * 7_919) % 1_000_000);
  const released = i % 4 === 0 ? 0n : totalAmount / 1_000n;
  const [txid, own] = [hash(`funding ${Math.floor(i / 600)}`), hash(`category ${Math.floor(i / 600)}`)];
  const commitment = encodePlanState(terms.product, { ...state, released }, 0n);
  const held = totalAmount - released;
  const companion = { satoshis: '1000', amount: held.toString(), nft: null };
  const head = {
    sequence: 1,
    status: 'ACTIVE',
    releasedAmount: released,
    commitment,
    state: {
      category: own,
      lanes: [{ txid, vout: 2 * (i % 600), satoshis: '4000', commitment, companion, clock: null }],
    },
    stateScriptHash: null,
    movedTo: null,
    heldSatoshis: 5_000n,
    heldTokens: held,
    txid,
    height: 1,
    time: START,
  } as const;
  const event = {
    ...head,
    kind: 'fund',
    locktime: 0,
    paidToRecipient: 0n,
    paidToSender: 0n,
    satoshisChange: 5_000n,
    tokensChange: held,
    details: null,
  };
  return {
    id: null,
    events: [event],
    head,
    terms: {
      txid,
      vout: 2 * (i % 600),
      product: 'PLAN_VESTING_TOKEN',
      family: 'stream',
      contractAddress: contract.address,
      lockingBytecode,
      scriptHash: hash(lockingBytecode),
      announcement,
      sender: binToHex(terms.sender),
      recipient: binToHex(recipient),
      tokenCategory: category,
      totalAmount,
      plan: {
        category: own,
        index: state.index,
        group: 0,
        commitment: encodePlanState(terms.product, state, 0n),
      },
      fundedHeight: 1,
      fundedTime: START,
    },
  };
};

/**
 * The locked supply of a token that BENCH_STREAMS (1,000,000) streams hold, written as the indexer writes them: how long a count
 * takes, how long others wait meanwhile, and how long an answer takes while blocks come.
 */
export const measure = async (): Promise<void> => {
  const postgres = await startPostgres();
  const db = createIndexerDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
  await migrateIndexer(db);
  const sync = createSyncRepository(db);
  await sync.begin('chipnet', 0);
  let [version, height] = [0, 0];
  const write = async (changes: readonly ContractChange[]): Promise<void> => {
    const block = { height, hash: hash(`block ${height}`), time: START + height * 600 };
    await sync.commit({
      version,
      forkHeight: height - 1,
      blocks: [block],
      changes,
      announcements: [],
      readings: [],
      dropped: [],
      reorg: null,
    });
    version += 1;
    await sync.serve(version, height);
    height += 1;
  };
  const began = performance.now();
  console.log(`Writing ${count.toLocaleString('en')} streams …`);
  for (let from = 0; from < count; from += A_ROUND)
    await write(Array.from({ length: Math.min(A_ROUND, count - from) }, (_, i) => changeOf(from + i)));
  printFigure('written', (performance.now() - began) / 1_000, 's');
  await sql`VACUUM ANALYZE contracts`.execute(db);

  const reader = createIndexReader(db);
  const now = (): number => START + 365 * DAY;
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const alone = await timed(() => readSupply(reader, category, now()));
  printFigure('one count of all streams', alone / 1_000, 's');
  printFigure('the longest that other work waited for it', longest, 'ms');
  clearInterval(beat);

  const supplies = createKnownSupplies({ reader, now });
  while (
    await supplies.read(category).then(
      () => false,
      () => true,
    )
  )
    await sleep(200);
  const times = await timedTurns(QUESTIONS, () => supplies.read(category));
  console.log(`answers between blocks: ${spread(times)} (goal: p50 at most 3 ms)`);
  let blocks = 0;
  const mining = (async () => {
    for (; blocks < 20; blocks += 1) {
      await write([]);
      await sleep(100);
    }
  })();
  const under: number[] = [];
  while (blocks < 20) {
    under.push(await timed(() => supplies.read(category)));
    await sleep(4);
  }
  await mining;
  console.log(`answers while a block comes ten times a second: ${spread(under)}`);
  const pages = await timedTurns(100, () => reader.holdings(category, { limit: 50 }));
  console.log(`a page of 50 locks: ${spread(pages)}`);
  const size = await supplies.read(category);
  printFigure('contracts counted', size.contracts, '');

  await db.destroy();
  await postgres.stop();
};
