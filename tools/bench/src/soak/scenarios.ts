import type { CampaignTerms, ProposalHandle } from '@weir/client';
import { createWallet } from '@weir/wallet';
import { BCH, chainTime, type Fixture, HOUR, openWallet, passBlocks, passTime } from './fixture.js';

const UNITS = 10n ** 12n;

/** A stream from creation to end: claimed completely, or cancelled in the middle. */
export const streamScenario = async (
  fixture: Fixture,
  kind: 'BCH' | 'tokens',
  ending: 'complete' | 'cancel',
): Promise<void> => {
  const { weir, control, answered } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const startTime = await chainTime(fixture);
  const tokens = kind === 'tokens' ? await control.mint(sender.address, { amount: UNITS }) : undefined;
  const stream = await weir.streams.create(
    {
      recipient: recipient.address,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + 8 * HOUR,
      cancelNoticeBlocks: 6,
      totalAmount: tokens === undefined ? BCH : UNITS,
      ...(tokens !== undefined && { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: tokens.category }),
    },
    sender,
  );
  await stream.fund(sender);
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

const NOTICE = 6;

const openPayment = async (fixture: Fixture) => {
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const payment = await fixture.weir.payments.create(
    {
      recipient: recipient.address,
      amountPerPeriod: BCH / 20n,
      interval: 'DAILY',
      cancelNoticeBlocks: NOTICE,
      startDate: (await chainTime(fixture)) + 2 * HOUR,
    },
    sender,
  );
  await payment.fund(sender);
  return { payment, sender, recipient, path: `/api/payments/${payment.id}` };
};

/** A payment: paused, settled by the service, resumed, claimed, cancelled. */
export const paymentScenario = async (fixture: Fixture): Promise<void> => {
  const { answered } = fixture;
  const { payment, sender, path } = await openPayment(fixture);
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
  const { payment, recipient, path } = await openPayment(fixture);
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await payment.claim(recipient);
  fixture.answered.push({ path, caller: undefined, statuses: ['ACTIVE'] });
};

const ROWS = 8;

/** A plan: a list opened by one signature, part of it cancelled by another. */
export const planScenario = async (fixture: Fixture): Promise<void> => {
  const { weir, answered } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH), await openWallet(fixture)];
  const start = await chainTime(fixture);
  const csv = Array.from({ length: ROWS }, () => `${recipient.address},0.05`).join('\n');
  const plan = await weir.plans.create({ product: 'vesting', start, end: start + 20 * HOUR, csv }, sender);
  const { statuses } = await plan.fund(sender);
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

const openCampaign = async (fixture: Fixture, terms: Partial<CampaignTerms>) => {
  const creator = await openWallet(fixture, 3n * BCH);
  const startDate = (await chainTime(fixture)) - 60;
  const campaign = await fixture.weir.airdrops.create(
    { title: 'Soak', totalAmount: BCH, startDate, ...terms },
    creator,
  );
  return { creator, campaign, path: `/api/airdrops/${campaign.id}` };
};

/** A campaign for a list, claimed by some at the same time, then closed. */
export const listedAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const { creator, campaign, path } = await openCampaign(fixture, { requireKyc: true, lanes: 4 });
  const recipients = Array.from({ length: RECIPIENTS }, (_, row) => createWallet({ privateKey: `${path} ${row}` }));
  await campaign.generateList(recipients.map(({ address }) => `${address},0.001`).join('\n'), creator);
  await campaign.fund(creator);
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
  const { creator, campaign, path } = await openCampaign(fixture, {
    totalAmount: BCH / 200n,
    amountPerClaim: BCH / 1_000n,
  });
  await campaign.fund(creator);
  for (let claims = 0; claims < 5; claims += 1) await campaign.claim(await openWallet(fixture));
  fixture.answered.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};

/** A vault: a deposit, a spend that two approve, a rejected proposal, a close. */
export const vaultScenario = async (fixture: Fixture): Promise<void> => {
  const { weir, answered } = fixture;
  const signers = [await openWallet(fixture, 3n * BCH), await openWallet(fixture), await openWallet(fixture)] as const;
  const [alice, bob, carol] = signers;
  const vault = await weir.vaults.create(
    {
      name: 'Treasury',
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      totalDeposit: BCH,
      isPublic: true,
    },
    alice,
  );
  const path = `/api/vaults/${vault.id}`;
  await vault.deposit(alice);
  answered.push({ path, caller: alice.address, statuses: ['active', 'closed'] });

  const carryOut = async (proposal: ProposalHandle): Promise<void> => {
    await proposal.approve(bob);
    await proposal.approve(carol);
    await proposal.execute(bob);
    answered.push({ path: `/api/proposals/${proposal.id}`, caller: bob.address, statuses: ['EXECUTED'] });
  };
  await passBlocks(fixture, 1);
  await carryOut(await vault.propose({ recipient: bob.address, amount: BCH / 5n, reason: 'Rent' }, alice));
  const unwanted = await vault.propose({ recipient: bob.address, amount: BCH / 10n, reason: 'Yacht' }, alice);
  for (const signer of [bob, carol]) await unwanted.reject(signer);
  answered.push({ path: `/api/proposals/${unwanted.id}`, caller: bob.address, statuses: ['REJECTED'] });
  await passBlocks(fixture, 2);
  if (fixture.isOver()) return;
  await carryOut(await vault.propose({ kind: 'close', recipient: bob.address, reason: 'Done' }, alice));
  answered.push({ path, caller: alice.address, statuses: ['closed'] });
};
