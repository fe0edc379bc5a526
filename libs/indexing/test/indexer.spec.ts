import { binToHex } from '@bitauth/libauth';
import { sql } from 'kysely';
import { lockingBytecodeOf, type VestingDraft } from '@weir/covenants';
import { createIndexerDatabase, type IndexedContract } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import { createBase, DAY } from './support/chain-base.js';
import { useIndexerFixture, type IndexerReplica } from './support/indexer-fixture.js';
import { ScriptedPlan, type PlanMoment } from './support/scripted-plan.js';

const base = createBase();
const START = BigInt(base.time - 20 * DAY);
const TOTAL = 100_000_000n;

const fixture = useIndexerFixture();
let replicas: IndexerReplica[];

/** A stream of forty days, half of it in the past. */
const scriptStream = (number: number): ScriptedPlan => {
  const draft: VestingDraft = {
    kind: 'VESTING',
    recipient: lockingBytecodeOf(base.claimant.wallet.publicKeyHash),
    total: TOTAL,
    start: START,
    end: START + 40n * BigInt(DAY),
    group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
  };
  return new ScriptedPlan(`${number}`, 'VESTING_BCH', base.party(number), [draft], number + 100);
};

const cancel = (stream: ScriptedPlan, from: PlanMoment, time: bigint) => stream.stop(from, [1], 'cancel', time);
/** Of a cancel: the output of the state. */
const STATE = 1;

const submit = (stream: ScriptedPlan, { txid }: PlanMoment): void => {
  const { hex } = stream.all.find((scripted) => scripted.txid === txid) ?? { hex: '' };
  fixture.node.submit(hex);
};

const find = async ({ reader }: IndexerReplica, stream: ScriptedPlan): Promise<IndexedContract | undefined> => {
  const { rows } = await reader.list({ families: ['stream'], limit: 200 });
  return rows.find(({ terms }) => terms.lockingBytecode === binToHex(stream.lockingBytecode));
};

const first = (): IndexerReplica => {
  const [replica] = replicas;
  if (replica === undefined) throw new Error('No replica runs');
  return replica;
};

beforeAll(async () => {
  replicas = [await fixture.replica(), await fixture.replica()];
  await untilSo('the first round', async () => (await first().reader.status()).top?.height === fixture.node.tip.height);
});

describe('the indexer', () => {
  it('shows a mined event when its block is announced', async () => {
    const stream = scriptStream(0);
    const funded = await stream.fund();
    submit(stream, funded);
    fixture.node.mine();
    const contract = await until('the stream', () => find(first(), stream));
    // Without a notice it looks every five seconds.
    expect(contract.head).toMatchObject({ status: 'ACTIVE', releasedAmount: 0n, sequence: 1, txid: funded.txid });
    const claimed = await stream.claim(funded, 1, START + BigInt(DAY), base.claimant);
    submit(stream, claimed);
    fixture.node.mine();
    await untilSo('the claim', async () => (await find(first(), stream))?.head.releasedAmount === 2_500_000n);
  });

  it('has one writer, and another takes over within seconds', async () => {
    const leading = () => replicas.filter(({ indexer }) => indexer.status().isLeader);
    expect(leading()).toHaveLength(1);
    const [leader] = leading();
    await leader?.stop();
    replicas = replicas.filter((replica) => replica !== leader);
    await untilSo('another writer', () => leading().length === 1);
    fixture.node.mine();
    await untilSo('its first block', async () => (await first().reader.status()).top?.hash === fixture.node.tip.hash);
    replicas.push(await fixture.replica());
  });

  it('goes from one branch to the other in one step', async () => {
    const stream = scriptStream(1);
    const funded = await stream.fund();
    submit(stream, funded);
    fixture.node.mine();
    await until('the stream', () => find(first(), stream));
    const { reorgs } = await first().reader.status();
    fixture.node.reorganise(3, { transactions: 'all' });
    const seen: boolean[] = [];
    await until('the reorganisation', async () => {
      seen.push((await find(first(), stream)) !== undefined);
      return (await first().reader.status()).reorgs > reorgs ? true : undefined;
    });
    expect(seen).not.toContain(false);
    expect((await find(first(), stream))?.terms.txid).toBe(funded.txid);
    expect((await first().reader.status()).lastReorg?.depth).toBe(3);
  });

  it('counts invalid announcements by reason', async () => {
    expect(await first().reader.verdicts()).toEqual({ ACCEPTED: 2, TWIN: 0, FORGED: 0, MALFORMED: 0, FOREIGN: 0 });
  });
});

describe('the watcher over all contracts', () => {
  it('pushes against a cancel dated back, then refunds: of a stream no API knows', async () => {
    const stream = scriptStream(2);
    const funded = await stream.fund();
    submit(stream, funded);
    fixture.node.mine();
    const cancelled = await cancel(stream, funded, START + 60n);
    submit(stream, cancelled);
    const { medianTimePast } = fixture.node.tip;
    fixture.node.mine();
    const pushed = await until('the push', () => fixture.node.spenderOf(cancelled.txid, STATE));
    fixture.node.mine();
    const honest = (TOTAL * (BigInt(medianTimePast) - 1n - START)) / (40n * BigInt(DAY));
    await untilSo('the push in the index', async () => (await find(first(), stream))?.head.txid === pushed);
    expect((await find(first(), stream))?.head.releasedAmount).toBe(honest);
    fixture.node.mine(6);
    const refund = await until('the refund', () => fixture.node.spenderOf(pushed, 0));
    fixture.node.mine();
    const ended = await until('the end', async () => {
      const contract = await find(first(), stream);
      return contract?.head.state === null ? contract : undefined;
    });
    expect(ended.head).toMatchObject({ status: 'CANCELLED', txid: refund, heldSatoshis: 0n });
    expect(replicas.map(({ watcher }) => watcher.status().lastAction?.kind)).toContain('refund');
  });

  it('pushes at once though servers report the cancel only after its block', async () => {
    const stream = scriptStream(4);
    const funded = await stream.fund();
    submit(stream, funded);
    fixture.node.mine();
    await until('the stream', () => find(first(), stream));
    await fixture.control.setNoticeDelay(600);
    const cancelled = await cancel(stream, funded, START + 60n);
    const { hex } = stream.all.at(-1) ?? { hex: '' };
    // In a block of somebody's that no mempool saw before.
    fixture.node.mine(1, { transactions: [hex] });
    await until('the push', () => fixture.node.spenderOf(cancelled.txid, STATE));
    await fixture.control.setNoticeDelay(0);
  });

  it('pushes what vests until the notice of a valid cancel ends, and the refund with the last push', async () => {
    // So long that what falls due from block to block is worth a fee: a 16th of what is left.
    const mineSlowly = (blocks: number, seconds = 1.5 * DAY): void => {
      for (let mined = 0; mined < blocks; mined += 1) {
        fixture.node.advanceTime(seconds);
        fixture.node.mine();
      }
    };
    const stream = scriptStream(5);
    const funded = await stream.fund();
    submit(stream, funded);
    mineSlowly(8, DAY / 6);
    mineSlowly(3);
    const cancelled = await cancel(stream, funded, BigInt(fixture.node.tip.medianTimePast - 1));
    submit(stream, cancelled);
    mineSlowly(1);
    const { height } = fixture.node.tip;
    const vestedAt = (at: number): bigint =>
      (TOTAL * BigInt((fixture.node.blockAt(at)?.medianTimePast ?? 0) - 1 - Number(START))) / (40n * BigInt(DAY));
    await untilSo('the cancel', async () => (await find(first(), stream))?.head.status === 'CANCELLED');
    mineSlowly(3);
    await untilSo('the last block', async () => (await first().reader.status()).top?.hash === fixture.node.tip.hash);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fixture.node.spenderOf(cancelled.txid, STATE)).toBeUndefined();

    mineSlowly(1);
    const pushed = await until('the push before the last block', () => fixture.node.spenderOf(cancelled.txid, STATE));
    mineSlowly(1);
    const last = await until('the last push', () => fixture.node.spenderOf(pushed, 0));
    const refund = await until('the refund', () => fixture.node.spenderOf(last, 0));
    expect(fixture.node.transaction(refund)?.block).toBeUndefined();
    mineSlowly(1);
    const ended = await until('the end', async () => {
      const contract = await find(first(), stream);
      return contract?.head.state === null ? contract : undefined;
    });
    expect(ended.head).toMatchObject({
      status: 'CANCELLED',
      txid: refund,
      releasedAmount: vestedAt(height + 5),
    });
  });

  it('leaves a valid cancel alone until its notice is over', async () => {
    const stream = scriptStream(3);
    const funded = await stream.fund();
    submit(stream, funded);
    fixture.node.mine();
    const cancelled = await cancel(stream, funded, BigInt(fixture.node.tip.medianTimePast - 1));
    submit(stream, cancelled);
    fixture.node.mine();
    await untilSo('the cancel', async () => (await find(first(), stream))?.head.status === 'CANCELLED');
    fixture.node.mine(3);
    await untilSo('the last block', async () => (await first().reader.status()).top?.hash === fixture.node.tip.hash);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fixture.node.spenderOf(cancelled.txid, STATE)).toBeUndefined();
    fixture.node.mine(3);
    await until('the refund', () => fixture.node.spenderOf(cancelled.txid, STATE));
  });

  it('protects all contracts but the one whose duties cannot be found', async () => {
    const [broken, other] = [scriptStream(6), scriptStream(7)];
    const [funded, fundedOther] = [await broken.fund(), await other.fund()];
    submit(broken, funded);
    submit(other, fundedOther);
    fixture.node.mine();
    const cancelled = await cancel(broken, funded, BigInt(fixture.node.tip.medianTimePast - 1));
    submit(broken, cancelled);
    fixture.node.mine();
    await untilSo('the cancel', async () => (await find(first(), broken))?.head.status === 'CANCELLED');
    // As another version may have stored it.
    const db = createIndexerDatabase({ url: fixture.database.url, applicationName: 'test' });
    await sql`UPDATE contracts SET state = jsonb_set(state, '{lanes,0,commitment}', '"00"')
      WHERE locking_bytecode = ${binToHex(broken.lockingBytecode)}`.execute(db);
    await db.destroy();
    const backdated = await cancel(other, fundedOther, START + 60n);
    submit(other, backdated);
    fixture.node.mine();
    await until('the push', () => fixture.node.spenderOf(backdated.txid, STATE));
    expect(fixture.node.spenderOf(cancelled.txid, STATE)).toBeUndefined();
  });
});
