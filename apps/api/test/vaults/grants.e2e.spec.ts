import type {
  GetPaymentResponse,
  GetStreamResponse,
  GetVaultResponse,
  ProposalResponse,
  RefundResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import {
  agree,
  grantPayment,
  grantStream,
  openGrant,
  proposeGrant,
  proposeMove,
  type Grant,
} from '../support/grant-scenario.js';
import { aText, textLike } from '../support/like.js';
import { DAY, NOTICE } from '../support/payment-scenario.js';
import { creationOf } from '../support/stream-scenario.js';
import {
  carryOut,
  confirmExecution,
  createActiveVault,
  createVault,
  sendTo,
  sign,
  signatureOf,
  type VaultScenario,
} from '../support/vault-scenario.js';

const HOUR = 3_600;

const fixture = useFixture({ LOG_LEVEL: 'error' });

const as = (wallet: Wallet) => fixture.client.as(wallet.address);
const streamOf = async ({ path }: Grant) => (await fixture.client.get<GetStreamResponse>(path)).body.stream;
const paymentOf = async ({ path }: Grant) => (await fixture.client.get<GetPaymentResponse>(path)).body.payment;
const read = async ({ signers }: VaultScenario, id: string) =>
  (await as(signers[0]).get<ProposalResponse>(`/api/proposals/${id}`)).body;
const balanceOf = async ({ signers, path }: VaultScenario): Promise<bigint> => {
  await as(signers[0]).get<VaultStateResponse>(`${path}/state`);
  return BigInt((await as(signers[0]).get<GetVaultResponse>(path)).body.currentBalanceBase);
};

describe('a stream that a vault funds', () => {
  it('is opened by two of three, cancelled by two of three, and what was not due returns to the vault', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantStream(fixture, vault);
    expect(await streamOf(grant)).toMatchObject({ status: 'PENDING', sender: textLike(/^bchtest:/) });
    const before = await balanceOf(vault);
    const opening = await proposeGrant(fixture, vault, grant);
    expect(opening).toMatchObject({
      kind: 'stream',
      status: 'PENDING',
      subjects: [{ type: 'stream', id: grant.id }],
      amount: 0.1,
      tokenType: 'BCH',
      tokenCategory: null,
      nextStep: aText,
    });
    const fundingTxHash = await agree(fixture, vault, opening);
    const opened = await streamOf(grant);
    expect(opened).toMatchObject({ status: 'ACTIVE', funding_tx_hash: fundingTxHash, funded_by_sender: true });
    expect(await read(vault, opening.id)).toMatchObject({ status: 'EXECUTED', txHash: fundingTxHash });
    const funded = await balanceOf(vault);
    expect(before - funded).toBeGreaterThan(10_000_000n);
    // Sent again, or to the stream: the same answer.
    expect(await fixture.client.post(`${grant.path}/confirm-funding`, { txHash: fundingTxHash })).toMatchObject({
      status: 200,
    });
    expect(await confirmExecution(fixture, vault, opening.id, fundingTxHash)).toMatchObject({ status: 200 });
    await fixture.mine();

    await fixture.advance(10 * HOUR);
    const cancel = await proposeMove(fixture, vault, { kind: 'cancel', streamIds: [grant.id] });
    expect(cancel).toMatchObject({ kind: 'cancel', subjects: [{ type: 'stream', id: grant.id }] });
    expect(Number(cancel.amountBase)).toBeGreaterThan(8_900_000);
    const cancelTxHash = await agree(fixture, vault, cancel);
    expect(await streamOf(grant)).toMatchObject({ status: 'CANCELLED', refund: { status: 'pending' } });
    expect(await fixture.client.post(`${grant.path}/confirm-cancel`, { txHash: cancelTxHash })).toMatchObject({
      status: 200,
    });
    const waiting = await balanceOf(vault);
    await fixture.mine(NOTICE);
    const { status, body } = await fixture.client.post<RefundResponse>(`${grant.path}/refund`);
    expect(status).toBe(200);
    await fixture.mine();
    const returned = (await balanceOf(vault)) - waiting;
    expect(returned).toBeGreaterThan(8_800_000n);
    expect(body.stream.refund).toMatchObject({ status: 'sent' });
  });

  it('pays a vault as its recipient, keyless', async () => {
    const [payer, payee] = [await createActiveVault(fixture), await createActiveVault(fixture)];
    const grant = await grantStream(fixture, payer, { recipient: payee.created.contractAddress });
    await openGrant(fixture, payer, grant);
    await fixture.advance(50 * HOUR);
    const before = await balanceOf(payee);
    expect(await fixture.client.post(`${grant.path}/push`, { broadcast: true })).toMatchObject({ status: 200 });
    await fixture.mine();
    expect((await balanceOf(payee)) - before).toBeGreaterThan(4_900_000n);
  });
});

describe('a payment that a vault funds', () => {
  it('is paused, resumed and cancelled by two of three', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantPayment(fixture, vault);
    await openGrant(fixture, vault, grant);
    expect(await paymentOf(grant)).toMatchObject({ status: 'ACTIVE' });
    await fixture.advance(2 * DAY + 60);
    const pause = await proposeMove(fixture, vault, { kind: 'pause', paymentIds: [grant.id] });
    expect(pause).toMatchObject({ kind: 'pause', amount: 0.02 });
    await agree(fixture, vault, pause);
    expect(await paymentOf(grant)).toMatchObject({ status: 'PAUSED', settled: false, payment_count: 2 });
    const early = await as(vault.signers[0]).post<Refusal>(`${vault.path}/proposals`, {
      kind: 'resume',
      paymentIds: [grant.id],
    });
    expect(early).toMatchObject(refusal(409, 'NOTICE_NOT_OVER'));
    await fixture.mine(NOTICE + 1);
    const resume = await proposeMove(fixture, vault, { kind: 'resume', paymentIds: [grant.id] });
    await agree(fixture, vault, resume);
    expect(await paymentOf(grant)).toMatchObject({ status: 'ACTIVE' });
    await fixture.mine();
    const cancel = await proposeMove(fixture, vault, { kind: 'cancel', paymentIds: [grant.id] });
    await agree(fixture, vault, cancel);
    expect(await paymentOf(grant)).toMatchObject({ status: 'CANCELLED' });
  });
});

describe('refused is', () => {
  let vault: VaultScenario;
  beforeAll(async () => {
    vault = await createActiveVault(fixture, { isPublic: true });
  });
  const create = (wallet: Wallet, changes: object = {}) =>
    as(wallet).post<Refusal>(
      '/api/streams/create',
      creationOf(fixture, fixture.wallet(), { vaultId: vault.id, totalAmount: 0.1, ...changes }),
    );
  const ask = (body: object, wallet: Wallet = vault.signers[0]) =>
    as(wallet).post<Refusal>(`${vault.path}/proposals`, body);

  it('a creation for a vault by who may not propose for it', async () => {
    const stranger = fixture.wallet();
    expect(await create(stranger)).toMatchObject(refusal(403, 'FORBIDDEN'));
    const hidden = await createVault(fixture);
    expect(await create(stranger, { vaultId: hidden.id })).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { details: { field: 'vaultId' } }),
    );
    expect(await create(vault.signers[0], { sender: stranger.address })).toMatchObject({ status: 403 });
    expect(await create(vault.signers[0], { sender: vault.created.contractAddress })).toMatchObject({ status: 200 });
    expect(await create(vault.creator, { sender: vault.creator.address })).toMatchObject({ status: 200 });
    const payment = { recipient: stranger.address, amountPerPeriod: 0.01, interval: 'DAILY', vaultId: vault.id };
    expect(await fixture.client.post<Refusal>('/api/payments/create', payment)).toMatchObject(
      refusal(401, 'CALLER_REQUIRED'),
    );
    expect(
      await fixture.client.post<Refusal>('/api/payments/create', { ...payment, sender: stranger.address }),
    ).toMatchObject({ status: 403 });
  });

  it('a proposal that names none, too many, or others’ records', async () => {
    const [one, two] = [await grantStream(fixture, vault), await grantStream(fixture, vault)];
    const other = await createActiveVault(fixture);
    const foreign = await grantStream(fixture, other);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const tries: readonly (readonly [object, number, string])[] = [
      [{ kind: 'stream' }, 400, 'INVALID_REQUEST'],
      [{ kind: 'stream', streamIds: [one.id, two.id] }, 400, 'INVALID_REQUEST'],
      [{ kind: 'stream', paymentIds: [one.id] }, 400, 'INVALID_REQUEST'],
      [{ kind: 'stream', streamIds: [one.id], amount: 1 }, 400, 'INVALID_REQUEST'],
      [{ kind: 'spend', streamIds: [one.id], recipient: vault.creator.address, amount: 0.1 }, 400, 'INVALID_REQUEST'],
      [{ kind: 'spend', amount: 0.1 }, 400, 'INVALID_REQUEST'],
      [{ kind: 'cancel' }, 400, 'INVALID_REQUEST'],
      [{ kind: 'pause', streamIds: [one.id] }, 400, 'INVALID_REQUEST'],
      [{ kind: 'airdrop', campaignId: unknown }, 404, 'NOT_FOUND'],
      [{ kind: 'cancel', campaignId: unknown }, 404, 'NOT_FOUND'],
      [{ kind: 'stream', streamIds: [unknown] }, 404, 'NOT_FOUND'],
      [{ kind: 'payment', paymentIds: [one.id] }, 404, 'NOT_FOUND'],
      [{ kind: 'plan', planId: unknown }, 404, 'NOT_FOUND'],
      [{ kind: 'stream', streamIds: [foreign.id] }, 403, 'FORBIDDEN'],
      [{ kind: 'cancel', streamIds: [one.id] }, 409, 'WRONG_STATE'],
    ];
    for (const [body, status, code] of tries)
      expect([body, await ask(body)]).toMatchObject([body, { status, body: { code } }]);
    expect(await ask({ kind: 'stream', streamIds: [one.id] }, fixture.wallet())).toMatchObject({ status: 403 });
  });

  it('a second proposal for one record, until the first is rejected', async () => {
    const grant = await grantStream(fixture, vault);
    const first = await proposeGrant(fixture, vault, grant);
    expect(await ask(grant.proposal.body)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { proposalId: first.id } }),
    );
    await as(vault.signers[0]).post(`/api/proposals/${first.id}/reject`);
    expect(await streamOf(grant)).toMatchObject({ status: 'PENDING' });
    await openGrant(fixture, vault, grant);
    expect(await streamOf(grant)).toMatchObject({ status: 'ACTIVE' });
    expect(await ask(grant.proposal.body)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('what only a key can sign: the wallet’s funding, cancel and pause', async () => {
    const grant = await grantStream(fixture, vault);
    expect(await fixture.client.get<Refusal>(`${grant.path}/funding-info`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    await openGrant(fixture, vault, grant);
    expect(
      await as(vault.signers[0]).post<Refusal>(`${grant.path}/cancel`, { sender: vault.signers[0].address }),
    ).toMatchObject({ status: 403 });
    const payment = await grantPayment(fixture, vault);
    await openGrant(fixture, vault, payment);
    expect(await as(vault.signers[0]).post<Refusal>(`${payment.path}/pause`, {})).toMatchObject({ status: 403 });
  });

  it('a vault without its state on the chain', async () => {
    const pending = await createVault(fixture);
    const grant = await grantStream(fixture, pending);
    expect(await as(pending.signers[0]).post<Refusal>(grant.proposal.path, grant.proposal.body)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { status: 'pending' } }),
    );
  });

  it('a signature of anything but the proposal', async () => {
    const grant = await grantStream(fixture, vault);
    const { id } = await proposeGrant(fixture, vault, grant);
    const signed = await signatureOf(fixture.client, id, vault.signers[1]);
    // An output of one satoshi less: the transaction is another one.
    const tampered = signed.replace(/00000000$/, '01000000');
    expect(
      await as(vault.signers[1]).post<Refusal>(`/api/proposals/${id}/signatures`, { signedTransaction: tampered }),
    ).toMatchObject(refusal(422, 'TX_MISMATCH'));
  });
});

describe('a proposal that lost its coins', () => {
  it('is built again when the vault spends before, and when a stream it cancels moves', async () => {
    const vault = await createActiveVault(fixture);
    const [one, two] = [await grantStream(fixture, vault), await grantStream(fixture, vault)];
    const [first, second] = [await proposeGrant(fixture, vault, one), await proposeGrant(fixture, vault, two)];
    await sign(fixture.client, second.id, vault.signers[0]);
    await agree(fixture, vault, first);
    expect(await read(vault, second.id)).toMatchObject({ status: 'STALE', round: 1 });
    await fixture.mine();
    await agree(fixture, vault, second);
    expect(await read(vault, second.id)).toMatchObject({ status: 'EXECUTED', round: 2 });
    expect(await streamOf(two)).toMatchObject({ status: 'ACTIVE' });
    await fixture.mine();
    await sendTo(fixture, vault, 50_000n);

    await fixture.advance(20 * HOUR);
    const cancel = await proposeMove(fixture, vault, { kind: 'cancel', streamIds: [one.id, two.id] });
    await sign(fixture.client, cancel.id, vault.signers[0]);
    expect(await fixture.client.post(`${one.path}/push`, { broadcast: true })).toMatchObject({ status: 200 });
    expect(await read(vault, cancel.id)).toMatchObject({ status: 'STALE' });
    await agree(fixture, vault, cancel);
    for (const grant of [one, two]) expect(await streamOf(grant)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is confirmed by any first report of its transaction, to any of its routes', async () => {
    const vault = await createActiveVault(fixture, { isPublic: true });
    const grant = await grantStream(fixture, vault);
    const opening = await proposeGrant(fixture, vault, grant);
    const txHash = await carryOut(fixture, vault, opening.id);
    // A passer-by reports the transaction as a deposit: its change pays the vault.
    const change = fixture.devnet.node.transaction(txHash)?.outputs[0]?.satoshis ?? 0n;
    await as(fixture.wallet()).post(`${vault.path}/update-balance`, { txid: txHash, amount: Number(change) / 1e8 });
    expect(await fixture.client.post(`${grant.path}/confirm-funding`, { txHash })).toMatchObject({ status: 200 });
    expect(await confirmExecution(fixture, vault, opening.id, txHash)).toMatchObject({ status: 200 });
    expect(await streamOf(grant)).toMatchObject({ status: 'ACTIVE', funding_tx_hash: txHash });
  });
});
