import { until, untilSo } from '@weir/testing';
import { scriptFixture } from './support/scripted-fixture.js';
import { useSyncerBed } from './support/syncer-bed.js';

const bed = useSyncerBed();

/** Rounds until the tables are at the tip, and nothing is known to be read. */
const settled = () =>
  until('all that there is', async () => {
    const { isSettled, height } = await bed.syncer.round();
    return isSettled && height === bed.chain.node.tip.height ? true : undefined;
  });
const txidsIn = async (table: 'announcements' | 'events') =>
  (await bed.database.db.selectFrom(table).select('txid').execute()).map(({ txid }) => txid);

it('asks again for an announcement that one server reported and another one hides', async () => {
  const { chain, pool, syncer } = bed;
  await untilSo('both servers', () => pool.status().every(({ connected }) => connected));
  await settled();
  const fund = (await scriptFixture()).find('fund of one');
  const [, second] = chain.controls;
  chain.node.submit(fund.hex);
  chain.node.mine();
  await untilSo(
    'the notices',
    async () => syncer.hasWork && (await bed.context.chain.tip()).hash === chain.node.tip.hash,
  );

  // The first server has a new block that nobody has heard of yet, so that the second is asked, which hides everything.
  await second.hideHistory();
  await second.setIndexDelay(2_000);
  chain.node.mine();
  const { hidden } = await syncer.round();
  expect([hidden.length, await txidsIn('announcements')]).toEqual([1, []]);
  await second.resetFaults();
  syncer.retry(hidden);
  await settled();
  expect(await txidsIn('announcements')).toEqual([fund.txid]);
});

it('follows a contract through a step that servers hid while they showed the one after it', async () => {
  const { chain, syncer } = bed;
  const script = await scriptFixture();
  const fund = script.find('fund of one');
  const first = script.find('claim of one', fund.txid);
  const second = script.find('claim of one', first.txid);
  chain.node.submit(fund.hex);
  chain.node.mine();
  await settled();
  expect(await txidsIn('events')).toEqual([fund.txid]);

  for (const control of chain.controls) await control.hideTransactions([first.txid]);
  for (const { hex } of [first, second]) {
    chain.node.submit(hex);
    chain.node.mine();
  }
  await settled();
  expect(await txidsIn('events')).toEqual([fund.txid]);

  for (const control of chain.controls) await control.resetFaults();
  await until('both steps', async () => {
    await syncer.round();
    return (await txidsIn('events')).length === 3 ? true : undefined;
  });
  expect(await txidsIn('events')).toEqual([fund.txid, first.txid, second.txid]);
});
