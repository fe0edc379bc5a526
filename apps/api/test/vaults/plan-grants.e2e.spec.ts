import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type {
  ExecuteResponse,
  GetPaymentResponse,
  GetPlanResponse,
  GetStreamResponse,
  GetVaultResponse,
  ListPlansResponse,
  PlanListedResponse,
  ProposalResponse,
  RefundResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, type Grant, grantPayment, grantStream, openGrant, proposeMove } from '../support/grant-scenario.js';
import { textLike } from '../support/like.js';
import { CALENDAR } from '../support/paydays.js';
import { DAY, NOTICE } from '../support/payment-scenario.js';
import { grantedStreams, grantPlan, openNextPart, planSeenBy, recipientsFrom } from '../support/plan-grant-scenario.js';
import { confirmExecution, createActiveVault, sign, type VaultScenario } from '../support/vault-scenario.js';

const HOUR = 3_600;

const fixture = useFixture({ LOG_LEVEL: 'error' });

const as = (wallet: Wallet) => fixture.client.as(wallet.address);

/** Gives a vault a token of which there are so many. @returns what creations say of it */
const endow = async ({ created }: VaultScenario, amount: bigint) => {
  const script = cashAddressToLockingBytecode(created.contractAddress);
  if (typeof script === 'string') throw new Error(script);
  const { category } = fixture.devnet.node.mint(binToHex(script.bytecode), { amount, satoshis: 10_000n });
  await fixture.mine();
  return { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category };
};

const tokensOf = async ({ path, signers }: VaultScenario, category: string): Promise<bigint> => {
  const { tokens } = await succeeded(as(signers[0]).get<VaultStateResponse>(`${path}/state`));
  const own = (tokens ?? []).filter((token) => token.category === category);
  return own.reduce((sum, { amountBase }) => sum + BigInt(amountBase), 0n);
};

describe('tokens that a vault grants', () => {
  it('to a list: they are opened, cancelled, and what was not due is the vault’s again', async () => {
    const vault = await createActiveVault(fixture);
    const token = await endow(vault, 1_000_000n);
    const recipients = recipientsFrom(7_000, 3);
    const grant = await grantPlan(fixture, vault, recipients, {
      ...token,
      streams: recipients.map((recipient) => ({ recipient, amount: 100_000 })),
    });
    await openNextPart(fixture, vault, grant);
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({
      plan: { token_type: 'FUNGIBLE_TOKEN', token_category: token.tokenCategory, total_amount_base: '300000' },
      statuses: { ACTIVE: 3 },
    });
    expect(await tokensOf(vault, token.tokenCategory)).toBe(700_000n);

    await fixture.advance(10 * HOUR);
    const cancel = await proposeMove(fixture, vault, { kind: 'cancel', planId: grant.id });
    expect(cancel).toMatchObject({ tokenCategory: token.tokenCategory });
    await agree(fixture, vault, cancel);
    await fixture.mine(NOTICE);
    for (const { id } of await grantedStreams(fixture, vault, grant))
      await succeeded(fixture.client.post<RefundResponse>(`/api/streams/${id}/refund`));
    await fixture.mine();
    const back = await tokensOf(vault, token.tokenCategory);
    expect(back).toBeGreaterThan(965_000n);
    expect(back).toBeLessThan(975_000n);
  });

  it('to one: a stream and a payment', async () => {
    const vault = await createActiveVault(fixture);
    const token = await endow(vault, 5_000n);
    const stream = await grantStream(fixture, vault, { ...token, totalAmount: 1_000 });
    await openGrant(fixture, vault, stream);
    const payment = await grantPayment(fixture, vault, { ...token, amountPerPeriod: 100 });
    await openGrant(fixture, vault, payment);
    const statusOf = async <Body>({ path }: Grant) => (await succeeded(fixture.client.get<Body>(path))) as Body;
    expect((await statusOf<GetStreamResponse>(stream)).stream).toMatchObject({ status: 'ACTIVE', total_amount: 1_000 });
    expect((await statusOf<GetPaymentResponse>(payment)).payment).toMatchObject({ status: 'ACTIVE' });
    // 1,000 and twelve periods of 100.
    expect(await tokensOf(vault, token.tokenCategory)).toBe(2_800n);
    await fixture.advance(50 * HOUR);
    const cancel = await proposeMove(fixture, vault, {
      kind: 'cancel',
      streamIds: [stream.id],
      paymentIds: [payment.id],
    });
    await agree(fixture, vault, cancel);
    await fixture.mine(NOTICE);
    await succeeded(fixture.client.post<RefundResponse>(`${stream.path}/refund`));
    await succeeded(fixture.client.post<RefundResponse>(`${payment.path}/refund`));
    await fixture.mine();
    expect(await tokensOf(vault, token.tokenCategory)).toBeGreaterThan(4_200n);
  });
});

describe('salaries by the calendar that a vault grants', () => {
  it('are opened, paused, resumed on their payday and cancelled by one proposal each', async () => {
    const vault = await createActiveVault(fixture);
    const recipients = recipientsFrom(8_500, 3);
    const grant = await grantPlan(fixture, vault, recipients, {
      product: 'recurring',
      calendar: CALENDAR,
      end: undefined,
      streams: recipients.map((recipient, row) => ({ recipient, amount: 0.001 * (row + 1) })),
    });
    await openNextPart(fixture, vault, grant);
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({
      plan: { calendar: { day: 31 } },
      statuses: { ACTIVE: 3 },
    });
    const dates = (await grantedStreams(fixture, vault, grant)).map(({ next_payment_date: next }) => next);
    expect(new Set(dates).size).toBe(1);
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'pause', planId: grant.id }));
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { PAUSED: 3 } });
    await fixture.mine(NOTICE + 1);
    const resume = await proposeMove(fixture, vault, { kind: 'resume', planId: grant.id });
    expect(resume.subjects).toHaveLength(3);
    await agree(fixture, vault, resume);
    await fixture.mine();
    expect((await grantedStreams(fixture, vault, grant)).map(({ next_payment_date: next }) => next)).toEqual(dates);
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', planId: grant.id }));
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { CANCELLED: 3 } });
  });
});

describe('grants by the calendar that a vault grants', () => {
  it.each(['INSTALLMENTS', 'TRANCHES'] as const)(
    'by %s are opened and cancelled by one proposal each',
    async (schedule) => {
      const vault = await createActiveVault(fixture);
      const recipients = recipientsFrom(schedule === 'TRANCHES' ? 8_600 : 8_700, 3);
      const tranches = [10, 20].map((days) => ({ time: fixture.time() + days * DAY, amount: 0.001 }));
      const dates = schedule === 'TRANCHES' ? { start: undefined } : { calendar: CALENDAR, installments: 12 };
      const grant = await grantPlan(fixture, vault, recipients, {
        ...dates,
        schedule,
        end: undefined,
        streams: recipients.map((recipient) => ({
          recipient,
          amount: 0.002,
          ...(schedule === 'TRANCHES' && { tranches }),
        })),
      });
      await openNextPart(fixture, vault, grant);
      expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ plan: { schedule }, statuses: { ACTIVE: 3 } });
      await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', planId: grant.id }));
      expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { CANCELLED: 3 } });
      await fixture.mine(NOTICE);
      for (const { id } of await grantedStreams(fixture, vault, grant))
        await succeeded(fixture.client.post<RefundResponse>(`/api/streams/${id}/refund`));
    },
  );
});

describe('salaries that a vault grants', () => {
  it('are paused, resumed and cancelled by one proposal each', async () => {
    const vault = await createActiveVault(fixture);
    const recipients = recipientsFrom(8_000, 3);
    const grant = await grantPlan(fixture, vault, recipients, {
      product: 'recurring',
      interval: 'DAILY',
      end: undefined,
      streams: recipients.map((recipient) => ({ recipient, amount: 0.001 })),
    });
    await openNextPart(fixture, vault, grant);
    await fixture.advance(2 * DAY + 60);
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'pause', planId: grant.id }));
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { PAUSED: 3 } });
    await fixture.mine(NOTICE + 1);
    const resume = await proposeMove(fixture, vault, { kind: 'resume', planId: grant.id });
    expect(resume.subjects).toHaveLength(3);
    await agree(fixture, vault, resume);
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { ACTIVE: 3 } });
    await fixture.mine();
    const [first, , third] = (await grantedStreams(fixture, vault, grant)).map(({ id }) => id);
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', paymentIds: [first, third] }));
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { ACTIVE: 1, CANCELLED: 2 } });
  });
});

describe('a plan that a vault is to fund', () => {
  it('is its creator’s and its signers’ alone until it is funded', async () => {
    const vault = await createActiveVault(fixture, { isPublic: true });
    const grant = await grantPlan(fixture, vault, recipientsFrom(9_000, 2));
    const viewer = fixture.wallet();
    for (const member of [vault.creator, ...vault.signers])
      expect(await as(member).get<GetPlanResponse>(grant.path)).toMatchObject({
        status: 200,
        body: { plan: { vault_id: vault.id }, proposal: grant.proposal },
      });
    expect(await as(viewer).get<Refusal>(grant.path)).toMatchObject({ status: 403 });
    expect(await fixture.client.get<Refusal>(grant.path)).toMatchObject({ status: 401 });
    const rows = { streams: [{ recipient: viewer.address, amount: 0.5 }] };
    expect(await as(viewer).post<Refusal>(`${grant.path}/recipients`, rows)).toMatchObject({ status: 403 });
    expect(await as(vault.signers[0]).get<Refusal>(`${grant.path}/funding-info`)).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
    const list = `/api/plans?vaultId=${vault.id}`;
    const listed = await succeeded(as(vault.signers[2]).get<ListPlansResponse>(list));
    expect(listed.plans).toMatchObject([{ id: grant.id, vault_id: vault.id }]);
    expect(await as(viewer).get<Refusal>(list)).toMatchObject({ status: 403 });

    await openNextPart(fixture, vault, grant);
    // From then on what is on the chain is public, and no more.
    const seen = await succeeded(as(viewer).get<GetPlanResponse>(grant.path));
    expect(seen).toMatchObject({ plan: { vault_id: null, description: null, status: 'ACTIVE' } });
    expect(seen.proposal).toBeUndefined();
    for (const verb of ['cancel', 'pause', 'resume'])
      expect(
        (await as(vault.signers[0]).post<Refusal>(`${grant.path}/${verb}`, { streamIds: [grant.id] })).status,
      ).toBe(409);
  });

  it('is made and named by those who may, and by no others', async () => {
    const [vault, other] = [await createActiveVault(fixture), await createActiveVault(fixture)];
    const grant = await grantPlan(fixture, other, recipientsFrom(9_100, 2));
    const [member, stranger] = [vault.signers[0], fixture.wallet()];
    const ask = (body: object) => as(member).post<Refusal>(`${vault.path}/proposals`, body);
    const create = (wallet: Wallet, changes: object = {}) =>
      as(wallet).post<Refusal>('/api/plans', { product: 'vesting', vaultId: vault.id, ...changes });
    expect(await create(stranger)).toMatchObject({ status: 400, body: { details: { field: 'vaultId' } } });
    expect(await create(member, { sender: stranger.address })).toMatchObject({ status: 403 });
    expect(await ask(grant.proposal.body)).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await ask({ kind: 'cancel', planId: grant.id })).toMatchObject({ status: 403 });
    const own = await succeeded(
      as(fixture.wallet()).post<PlanListedResponse>('/api/plans', { product: 'vesting', streams: [] }),
    );
    expect(await ask({ kind: 'plan', planId: own.plan.id })).toMatchObject({ status: 403 });
    const empty = await succeeded(
      as(member).post<PlanListedResponse>('/api/plans', { product: 'vesting', vaultId: vault.id }),
    );
    expect(await ask({ kind: 'plan', planId: empty.plan.id })).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { parts: 0 } }),
    );
    expect(await ask({ kind: 'cancel', planId: empty.plan.id })).toMatchObject({ status: 409 });
  });

  it('is opened by its one transaction, sent by anyone and any number of times', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantPlan(fixture, vault, recipientsFrom(9_200, 3));
    const proposal = await succeeded(
      as(vault.signers[0]).post<ProposalResponse>(grant.proposal.path, grant.proposal.body),
    );
    for (const signer of vault.signers.slice(1)) await sign(fixture.client, proposal.id, signer);
    const { txHex, txHash } = await succeeded(
      as(vault.creator).post<ExecuteResponse>(`/api/proposals/${proposal.id}/execute`),
    );
    expect(fixture.devnet.node.submit(txHex)).toBe(txHash);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => fixture.client.post(`${grant.path}/confirm-funding`, { txHash })),
      ...Array.from({ length: 5 }, () => confirmExecution(fixture, vault, proposal.id, txHash)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // Replayed once it is mined, it is refused by the chain.
    await fixture.mine();
    expect(() => fixture.devnet.node.submit(txHex)).toThrow();
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { ACTIVE: 3 } });
    expect(await as(vault.creator).post<Refusal>(`/api/proposals/${proposal.id}/execute`)).toMatchObject({
      status: 409,
    });
  });
});

const STREAMS = 5;

const balanceOf = async ({ signers, path }: VaultScenario): Promise<bigint> => {
  const client = fixture.client.as(signers[0].address);
  await client.get<VaultStateResponse>(`${path}/state`);
  return BigInt((await client.get<GetVaultResponse>(path)).body.currentBalanceBase);
};

describe('a plan that a vault funds', () => {
  it('is opened, cancelled and closed by two of its three wallets, and what was not due is the vault’s again', async () => {
    const vault = await createActiveVault(fixture, { totalDeposit: 2 });
    const grant = await grantPlan(fixture, vault, recipientsFrom(1, STREAMS));
    expect(grant.created).toMatchObject({
      plan: { sender: textLike(/^bchtest:/), vault_id: vault.id, status: 'PENDING', streams: STREAMS },
      fundings: [{ streams: STREAMS, status: 'PENDING' }],
      proposal: {
        method: 'POST',
        path: `/api/vaults/${vault.id}/proposals`,
        body: { kind: 'plan', planId: grant.id },
      },
    });
    const before = await balanceOf(vault);
    const fundingTxHash = await openNextPart(fixture, vault, grant);
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({
      plan: { status: 'ACTIVE', parts_funded: 1 },
      fundings: [{ status: 'ACTIVE', funding_tx_hash: fundingTxHash }],
      statuses: { ACTIVE: STREAMS },
    });
    expect(before - (await balanceOf(vault))).toBeGreaterThan(BigInt(STREAMS) * 1_000_000n);

    await fixture.advance(10 * HOUR);
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', planId: grant.id }));
    await fixture.mine();
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { CANCELLED: STREAMS } });

    const waiting = await balanceOf(vault);
    await fixture.mine(NOTICE);
    for (const { id } of await grantedStreams(fixture, vault, grant))
      await succeeded(fixture.client.post<RefundResponse>(`/api/streams/${id}/refund`));
    await fixture.mine();
    // A tenth has vested; the rest, and what is left of the reserves, is the vault's.
    expect((await balanceOf(vault)) - waiting).toBeGreaterThan(BigInt(STREAMS) * 890_000n);

    const heir = fixture.wallet();
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'close', recipient: heir.address }));
    expect(await balanceOf(vault)).toBe(0n);
  });
});
