import { hash160, numberToBinUint32LE } from '@bitauth/libauth';
import { addressOf } from '@weir/covenants';
import { createPlansRepository, createStreamsRepository } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { createPlansService, type PlanContext, type PlanMoveKind, type PlansService } from '../src/index.js';
import { countStatements } from './support/statements.js';
import { DAY, startTestbed, useBed } from './support/testbed.js';
import { toSign } from './support/to-sign.js';

const FUNDS = 10_000_000_000n;

const bed = useBed(startTestbed);
let plans: PlansService;
let counted: ReturnType<typeof countStatements>;
beforeAll(() => {
  counted = countStatements(bed.db);
  const context: PlanContext = {
    ...bed.context,
    streams: createStreamsRepository(counted.db),
    plans: createPlansRepository(counted.db),
  };
  plans = createPlansService(context);
});

const open = async (sender: Wallet, count: number) => {
  const start = bed.node.tip.medianTimePast;
  const { plan } = await plans.create(
    {
      product: 'vesting',
      start,
      end: start + 100 * DAY,
      streams: Array.from({ length: count }, (_, i) => ({
        recipient: addressOf(hash160(numberToBinUint32LE(i)), 'devnet'),
        amount: 0.01,
      })),
    },
    sender.address,
  );
  const info = await plans.fundingInfo(plan.id, sender.address);
  const { signedTransactionHash } = await sender.signTransaction(toSign(info));
  await plans.confirmFunding(plan.id, signedTransactionHash);
  bed.passDays(20);
  const { streams } = await plans.streams(
    plan.id,
    { limit: count },
    {
      addresses: [sender.address],
      isAuthenticated: true,
    },
  );
  return { id: plan.id, streamIds: streams.map(({ id }) => id) };
};

const costOf = async <T>(work: () => Promise<T>) => {
  const [statements, roundTrips] = [counted.count, bed.pool.roundTrips];
  const result = await work();
  return { result, statements: counted.count - statements, roundTrips: bed.pool.roundTrips - roundTrips };
};

const cancel = async (count: number) => {
  const sender = bed.wallet(FUNDS);
  const plan = await open(sender, count);
  const kind: PlanMoveKind = 'cancel';
  const built = await costOf(() => plans.move(plan.id, kind, { streamIds: plan.streamIds }, sender.address));
  const { signedTransactionHash: txHash } = await sender.signTransaction(built.result.wcTransaction);
  const confirmed = await costOf(() => plans.confirmMove(plan.id, kind, txHash));
  const again = await costOf(() => plans.confirmMove(plan.id, kind, txHash));
  expect(confirmed.result.streams.map(({ status }) => status)).toEqual(plan.streamIds.map(() => 'CANCELLED'));
  expect(again.result.streams).toEqual(confirmed.result.streams);
  return [built, confirmed, again].map(({ statements, roundTrips }) => ({ statements, roundTrips }));
};

it('cancelling forty streams asks the servers and the database as often as cancelling one', async () => {
  const [one, many] = [await cancel(1), await cancel(40)];
  expect(many.map(({ statements }) => statements)).toEqual(one.map(({ statements }) => statements));
  const [built, ...confirmed] = many;
  // What was sent before, and perhaps a new tip, take some beside the streams and the coins.
  expect(built?.roundTrips).toBeLessThanOrEqual(8);
  for (const { roundTrips } of confirmed) expect(roundTrips).toBeLessThanOrEqual(3);
});
