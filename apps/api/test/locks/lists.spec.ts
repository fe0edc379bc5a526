import type {
  ConfirmPlanResponse,
  CreateLockResponse,
  GetPlanResponse,
  GetStreamResponse,
  PlanFundingReady,
  PlanListedResponse,
  PlanPreviewResponse,
  PlanStreamsResponse,
  ProposalResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree } from '../support/grant-scenario.js';
import { lockOf } from '../support/lock-scenario.js';
import { grantedStreams, grantPlan, openNextPart, recipientsFrom } from '../support/plan-grant-scenario.js';
import { ASSETS, BCH, type TestAsset } from '../support/test-asset.js';
import { createActiveVault } from '../support/vault-scenario.js';

const HOUR = 3_600;
const fixture = useFixture();

/** A list of locks that unlock in steps of ten hours. */
const listOf = (recipients: readonly string[], changes: object = {}): object => ({
  product: 'lock',
  start: fixture.time(),
  end: fixture.time() + 100 * HOUR,
  step: 10 * HOUR,
  streams: recipients.map((recipient, i) => ({ recipient, amount: i + 1, label: `Row ${i + 1}` })),
  ...changes,
});

const endowed = (asset: TestAsset): { readonly sender: Wallet; readonly terms: object } => {
  const sender = fixture.wallet();
  const { totalAmount: _, ...terms } = asset.endow(fixture, sender) as { readonly totalAmount: unknown };
  return { sender, terms };
};

describe.each(ASSETS)('a list of locks of $name', (asset) => {
  it('costs what its preview says, is funded once, and each lock is paid', async () => {
    const { sender, terms } = endowed(asset);
    fixture.fund(sender, 100_000_000n);
    const client = fixture.client.as(sender.address);
    const people = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const amounts = asset === BCH ? [0.1, 0.2, 0.3] : [1_000, 2_000, 3_000];
    const csv = people.map(({ address }, i) => `${address},${amounts[i] ?? 0}`).join('\n');
    const body = listOf([], { ...terms, streams: null, csv: `address,amount\n${csv}\n` });
    const { costs } = await succeeded(client.post<PlanPreviewResponse>('/api/plans/preview', body));
    const { plan } = await succeeded(client.post<PlanListedResponse>('/api/plans', body));
    const path = `/api/plans/${plan.id}`;
    expect(plan).toMatchObject({ product: 'lock', streams: 3, cancelable: false, payment_fee: 0, reserve_floor: 0 });
    const { outputs, wcTransaction } = await succeeded(client.get<PlanFundingReady>(`${path}/funding-info`));
    const returned = outputs.filter(({ to }) => to === sender.address || to === sender.tokenAddress);
    const spent = outputs
      .filter((output) => !returned.includes(output))
      .reduce((sum, { amountBase }) => sum + BigInt(amountBase), 0n);
    expect(spent + BigInt(costs.fee)).toBe(BigInt(costs.satoshis));
    const txHash = (await sender.signTransaction(wcTransaction)).signedTransactionHash;
    expect(await client.get<Refusal>(`${path}/funding-info`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    const confirmed = await succeeded(fixture.client.post<ConfirmPlanResponse>(`${path}/confirm-funding`, { txHash }));
    expect(confirmed).toMatchObject({ plan: { status: 'ACTIVE' }, statuses: { ACTIVE: 3 } });
    await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));

    await fixture.advance(102 * HOUR);
    const { streams } = await succeeded(client.get<PlanStreamsResponse>(`${path}/streams`));
    for (const [i, row] of streams.entries()) {
      expect(row).toMatchObject({ recipient: people[i]?.address, amount: amounts[i], claimable_amount: amounts[i] });
      await succeeded(fixture.client.post(`/api/streams/${row.id}/push`, { broadcast: true }));
      const { stream } = await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${row.id}`));
      expect(stream).toMatchObject({ status: 'COMPLETED', contract: 'LOCK', stream_type: 'STEP' });
    }
    const cancel = await client.post<Refusal>(`${path}/cancel`, { streamIds: [streams[0]?.id] });
    expect(cancel).toMatchObject(refusal(409, 'NOT_CANCELABLE'));
  });
});

describe('lists of locks', () => {
  const preview = (changes: object) => {
    const sender = fixture.wallet();
    return fixture.client.as(sender.address).post<Refusal>('/api/plans/preview', listOf([], changes));
  };

  it('are refused with their problems by row', async () => {
    const [a, b] = [fixture.wallet().address, fixture.wallet().address];
    const start = fixture.time();
    const answer = await preview({
      streams: [
        { recipient: a, amount: 1 },
        { recipient: b, amount: 1, end: start + 25 * HOUR },
        { recipient: a, amount: 1 },
        { recipient: b, amount: 0.000_009 },
      ],
    });
    expect(answer).toMatchObject(refusal(400, 'INVALID_RECIPIENTS'));
    expect(answer.body.details?.['errors']).toMatchObject([
      { row: 2, field: 'end', code: 'INVALID_TIME' },
      { row: 3, field: 'recipient', code: 'INVALID_REQUEST' },
      { row: 4, field: 'amount', code: 'INVALID_AMOUNT' },
    ]);
    for (const field of [{ cancelable: false }, { interval: 'DAILY' }, { keylessPayments: 2 }])
      expect(await preview(field)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });

  it('of tokens have a reserve for the payments that were asked for, of rows with fewer for those', async () => {
    const sender = fixture.wallet();
    const start = fixture.time();
    const rows = [1, 3, 100].map((hours) => ({
      recipient: fixture.wallet().address,
      amount: 1_000,
      end: start + hours * HOUR,
    }));
    const list = (keylessPayments: number) => ({
      product: 'lock',
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: 'ab'.repeat(32),
      keylessPayments,
      start,
      step: HOUR,
      streams: rows,
    });
    const client = fixture.client.as(sender.address);
    for (const [asked, made] of [
      [2, 1 + 2 + 2],
      [64, 1 + 3 + 64],
    ] as const) {
      const { costs } = await succeeded(client.post<PlanPreviewResponse>('/api/plans/preview', list(asked)));
      expect(costs.fundings[0]).toMatchObject({ reserves: String(1_500 * made) });
    }
    expect(await client.post<Refusal>('/api/plans/preview', list(65))).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });

  it('take as few fundings as they fit in, and none is opened twice', async () => {
    const { sender } = endowed(BCH);
    const client = fixture.client.as(sender.address);
    const many = listOf([], { streams: recipientsFrom(1, 1_300).map((recipient) => ({ recipient, amount: 0.001 })) });
    const { costs } = await succeeded(client.post<PlanPreviewResponse>('/api/plans/preview', many));
    expect(costs.fundings.map(({ streams }) => streams)).toEqual([1_273, 27]);
    // One announces eleven schedules.
    const people = recipientsFrom(1, 12);
    const rows = people.map((recipient, i) => ({ recipient, amount: 0.001, cliff: fixture.time() + i * HOUR }));
    const { plan, fundings } = await succeeded(
      client.post<PlanListedResponse>('/api/plans', listOf([], { streams: rows })),
    );
    expect(fundings.map(({ streams }) => streams)).toEqual([11, 1]);
    const path = `/api/plans/${plan.id}`;
    for (const part of [1, 2]) {
      const info = await succeeded(client.get<PlanFundingReady>(`${path}/funding-info`));
      expect(info.fundingInfo.part).toBe(part);
      const { signedTransactionHash: txHash } = await sender.signTransaction(info.wcTransaction);
      const confirmed = await succeeded(
        fixture.client.post<ConfirmPlanResponse>(`${path}/confirm-funding`, { txHash }),
      );
      expect(confirmed.plan.parts_funded).toBe(part);
    }
    expect((await succeeded(client.get<GetPlanResponse>(path))).statuses).toEqual({ ACTIVE: 12 });
  });

  it('are funded by their own funding alone: that of a longer list of the same sender confirms no other record', async () => {
    const { sender } = endowed(BCH);
    fixture.fund(sender, 100_000_000n);
    const client = fixture.client.as(sender.address);
    const [a, b] = [fixture.wallet(), fixture.wallet()];
    const rows = [a, b].map(({ address }, i) => ({ recipient: address, amount: 0.1 + i / 10, label: null }));
    const terms = { start: fixture.time(), end: fixture.time() + 100 * HOUR, step: null };
    const listed = async (streams: object) => {
      const { plan } = await succeeded(
        client.post<PlanListedResponse>('/api/plans', listOf([], { ...terms, streams })),
      );
      return `/api/plans/${plan.id}`;
    };
    const [long, short] = [await listed(rows), await listed(rows.slice(0, 1))];
    const times = { startTime: terms.start, endTime: terms.end };
    const { lock } = await succeeded(
      client.post<CreateLockResponse>('/api/locks', lockOf(fixture, a, { ...times, totalAmount: 0.1 })),
    );
    const { wcTransaction } = await succeeded(client.get<PlanFundingReady>(`${long}/funding-info`));
    const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
    for (const other of [short, `/api/streams/${lock.id}`]) {
      expect(await client.get<Refusal>(`${other}/funding-info`)).toMatchObject({ status: 200 });
      expect(await fixture.client.post<Refusal>(`${other}/confirm-funding`, { txHash })).toMatchObject(
        refusal(422, 'TX_MISMATCH'),
      );
    }
    const confirmed = await succeeded(fixture.client.post<ConfirmPlanResponse>(`${long}/confirm-funding`, { txHash }));
    expect(confirmed.statuses).toEqual({ ACTIVE: 2 });
  });

  it('and locks are funded by a vault, which nothing returns to', async () => {
    const vault = await createActiveVault(fixture);
    const [one, ...others] = recipientsFrom(5_000, 4);
    const grant = await grantPlan(fixture, vault, others, {
      product: 'lock',
      start: fixture.time(),
      end: fixture.time() + 100 * HOUR,
      step: 10 * HOUR,
    });
    await openNextPart(fixture, vault, grant);
    const streams = await grantedStreams(fixture, vault, grant);
    expect(streams.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);

    const proposer = fixture.client.as(vault.signers[0].address);
    const order = lockOf(fixture, fixture.wallet(), { recipient: one, totalAmount: 0.01, vaultId: vault.id });
    const { lock, proposal } = await succeeded(proposer.post<CreateLockResponse>('/api/locks', order));
    const { path, body } = proposal ?? { path: '', body: {} };
    const proposed = await succeeded(proposer.post<ProposalResponse>(path, body));
    const txHash = await agree(fixture, vault, proposed);
    const { stream } = await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${lock.id}`));
    expect(stream).toMatchObject({ status: 'ACTIVE', funding_tx_hash: txHash, contract: 'LOCK' });
    const cancel = await proposer.post<Refusal>(path, { kind: 'cancel', streamIds: [lock.id] });
    expect(cancel.status).toBe(409);
  });
});
