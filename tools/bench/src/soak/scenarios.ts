import type { ProposalHandle } from '@weir/client';
import { carryOut, HOUR, openCampaign, openList, openPayment, openPlan, openStream, openVault } from '@weir/lives';
import { createWallet } from '@weir/wallet';
import { BCH, type Fixture, openWallet, passBlocks, passTime, stageOf } from './fixture.js';

const UNITS = 10n ** 12n;
const NOTICE = 6;

/** A stream from creation to end: claimed completely, or cancelled in the middle. */
export const streamScenario = async (
  fixture: Fixture,
  kind: 'BCH' | 'tokens',
  ending: 'complete' | 'cancel',
): Promise<void> => {
  const { control, answered } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const tokens = kind === 'tokens' ? await control.mint(sender.address, { amount: UNITS }) : undefined;
  const stage = stageOf(fixture);
  const startTime = await stage.chain.now();
  const stream = await openStream(
    stage,
    { sender, recipient },
    {
      startTime,
      endTime: startTime + 8 * HOUR,
      cancelNoticeBlocks: NOTICE,
      totalAmount: tokens === undefined ? BCH : UNITS,
      ...(tokens !== undefined && { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: tokens.category }),
    },
  );
  const path = `/api/streams/${stream.id}`;
  answered.push({ path, caller: undefined, statuses: ['ACTIVE', 'CANCELLED', 'COMPLETED'] });

  await passTime(fixture, 3 * HOUR);
  if (fixture.isOver()) return;
  await stream.claim(recipient);
  await stream.get();
  if (ending === 'cancel') {
    await stream.cancel(sender);
    // What vests while the notice runs is pushed: where the machine is slow, all of it.
    answered.push({ path, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
    return;
  }
  await passTime(fixture, 7 * HOUR);
  if (fixture.isOver()) return;
  await stream.claim(recipient);
  answered.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};

const openSalary = async (fixture: Fixture) => {
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const stage = stageOf(fixture);
  const payment = await openPayment(
    stage,
    { sender, recipient },
    {
      amountPerPeriod: BCH / 20n,
      cancelNoticeBlocks: NOTICE,
      startDate: (await stage.chain.now()) + 2 * HOUR,
    },
  );
  return { payment, sender, recipient, path: `/api/payments/${payment.id}` };
};

/** A payment: paused, settled by the service, resumed, claimed, cancelled. */
export const paymentScenario = async (fixture: Fixture): Promise<void> => {
  const { answered } = fixture;
  const { payment, sender, path } = await openSalary(fixture);
  answered.push({ path, caller: undefined, statuses: ['ACTIVE', 'PAUSED', 'CANCELLED'] });
  await payment.pause(sender);
  await passBlocks(fixture, NOTICE + 3);
  if (fixture.isOver()) return;
  await payment.resume(sender);
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await payment.get();
  await payment.cancel(sender);
  answered.push({ path, caller: undefined, statuses: ['CANCELLED'] });
};

/** A payment of which one period is claimed. */
export const paidPaymentScenario = async (fixture: Fixture): Promise<void> => {
  const { payment, recipient, path } = await openSalary(fixture);
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await payment.claim(recipient);
  fixture.answered.push({ path, caller: undefined, statuses: ['ACTIVE'] });
};

const ROWS = 8;

/** A plan: a list opened by one signature, part of it cancelled by another. */
export const planScenario = async (fixture: Fixture): Promise<void> => {
  const { answered } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH), await openWallet(fixture)];
  const stage = stageOf(fixture);
  const start = await stage.chain.now();
  const csv = Array.from({ length: ROWS }, () => `${recipient.address},0.05`).join('\n');
  const plan = await openPlan(stage, sender, [], { start, end: start + 20 * HOUR, csv });
  const { statuses } = await plan.get(sender);
  if (statuses.ACTIVE !== ROWS) throw new Error(`${plan.id} has ${statuses.ACTIVE ?? 0} active streams`);
  const { streams } = await plan.streamsPage({}, sender);
  for (const { id } of streams)
    answered.push({ path: `/api/streams/${id}`, caller: undefined, statuses: ['ACTIVE', 'CANCELLED', 'COMPLETED'] });
  await passTime(fixture, 3 * HOUR);
  if (fixture.isOver()) return;
  const moved = await plan.cancel(
    streams.slice(0, ROWS / 2).map(({ id }) => id),
    sender,
  );
  for (const { id } of moved.streams)
    // What vests while the notice runs is pushed: where the machine is slow, all of it.
    answered.push({ path: `/api/streams/${id}`, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
};

const RECIPIENTS = 64;

/** A campaign for a list, claimed by some at the same time, then closed. */
export const listedAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const creator = await openWallet(fixture, 3n * BCH);
  const recipients = Array.from({ length: RECIPIENTS }, (_, row) =>
    createWallet({ privateKey: `${creator.address} ${row}` }),
  );
  const rows = recipients.map(({ address }) => ({ address, amount: BCH / 1_000n }));
  const campaign = await openList(stageOf(fixture), creator, rows, { totalAmount: BCH, lanes: 4 });
  const path = `/api/airdrops/${campaign.id}`;
  const claimers = recipients.slice(0, RECIPIENTS / 4);
  await Promise.all(claimers.map(({ address }) => campaign.claim(address)));
  for (const { address } of recipients.slice(0, 4)) await campaign.proof(address);
  const { claimed_count: claims } = (await campaign.get()).campaign;
  if (claims !== claimers.length) throw new Error(`${path} has ${claims} claims of ${claimers.length}`);
  await campaign.close(creator);
  fixture.answered.push({ path, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
};

/** A public campaign, claimed until nothing is left. */
export const publicAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const creator = await openWallet(fixture, 3n * BCH);
  const campaign = await openCampaign(stageOf(fixture), creator, {
    totalAmount: BCH / 200n,
    amountPerClaim: BCH / 1_000n,
  });
  const path = `/api/airdrops/${campaign.id}`;
  for (let claims = 0; claims < 5; claims += 1) await campaign.claim(await openWallet(fixture));
  fixture.answered.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};

/** A vault: a deposit, a spend that two approve, a rejected proposal, a close. */
export const vaultScenario = async (fixture: Fixture): Promise<void> => {
  const { answered } = fixture;
  const signers = [await openWallet(fixture, 3n * BCH), await openWallet(fixture), await openWallet(fixture)] as const;
  const [alice, bob, carol] = signers;
  const vault = await openVault(stageOf(fixture), signers, { isPublic: true });
  const path = `/api/vaults/${vault.id}`;
  answered.push({ path, caller: alice.address, statuses: ['active', 'closed'] });

  const agree = async (proposal: ProposalHandle): Promise<void> => {
    await carryOut(proposal, [bob, carol]);
    answered.push({ path: `/api/proposals/${proposal.id}`, caller: bob.address, statuses: ['EXECUTED'] });
  };
  await passBlocks(fixture, 1);
  await agree(await vault.propose({ recipient: bob.address, amount: BCH / 5n, reason: 'Rent' }, alice));
  const unwanted = await vault.propose({ recipient: bob.address, amount: BCH / 10n, reason: 'Yacht' }, alice);
  for (const signer of [bob, carol]) await unwanted.reject(signer);
  answered.push({ path: `/api/proposals/${unwanted.id}`, caller: bob.address, statuses: ['REJECTED'] });
  await passBlocks(fixture, 2);
  if (fixture.isOver()) return;
  await agree(await vault.propose({ kind: 'close', recipient: bob.address, reason: 'Done' }, alice));
  answered.push({ path, caller: alice.address, statuses: ['closed'] });
};
