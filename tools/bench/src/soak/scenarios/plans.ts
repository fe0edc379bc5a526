import { BCH, chainTime, HOUR, openWallet, passTime, type Fixture } from '../fixture.js';

const ROWS = 8;

/** A plan: a list opened by one signature, part of it cancelled by another. */
export const planScenario = async (fixture: Fixture): Promise<void> => {
  const { weir, told } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH), await openWallet(fixture)];
  const start = await chainTime(fixture);
  const csv = Array.from({ length: ROWS }, () => `${recipient.address},0.05`).join('\n');
  const plan = await weir.plans.create({ product: 'vesting', start, end: start + 20 * HOUR, csv }, sender);
  const { statuses } = await plan.fund(sender);
  if (statuses.ACTIVE !== ROWS) throw new Error(`${plan.id} has ${statuses.ACTIVE ?? 0} active streams`);
  const { streams } = await plan.streamsPage({}, sender);
  for (const { id } of streams)
    told.push({ path: `/api/streams/${id}`, caller: undefined, statuses: ['ACTIVE', 'CANCELLED', 'COMPLETED'] });
  await passTime(fixture, 3 * HOUR);
  if (fixture.isOver()) return;
  const moved = await plan.cancel(
    streams.slice(0, ROWS / 2).map(({ id }) => id),
    sender,
  );
  for (const { id } of moved.streams)
    // What vests while the notice runs is pushed: where the machine is slow, all of it.
    told.push({ path: `/api/streams/${id}`, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
};
