import { binToHex } from '@bitauth/libauth';
import type {
  ApproveResponse,
  CreateCurrencyPaymentResponse,
  CurrencyPaymentResource,
  GetVaultResponse,
  ProposalResponse,
  TillResponse,
} from '@weir/api-contract';
import { parseParty } from '@weir/covenants';
import { DAY } from '@weir/lives';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { refusal, succeeded } from '../support/client.js';
import { currencyOf, PRICE, readCurrency, useCurrencyFixture } from '../support/currency-scenario.js';
import { agree, proposeGrant, proposeMove } from '../support/grant-scenario.js';
import { carryOut, createActiveVault, sendTo, type VaultScenario } from '../support/vault-scenario.js';

/** Blocks of notice on the devnet. */
const NOTICE = 6;
const COIN = 100_000_000n;
/** 1,500.00 USD. */
const AMOUNT = 150_000n;
const PERIOD = (AMOUNT * COIN) / PRICE;

const fixture = useCurrencyFixture({ WATCHER: 'protect' });

const as = (wallet: Wallet) => fixture.client.as(wallet.address);

/** The locking bytecode of an address in any of its forms, hex. */
const scriptOf = (address: string): string => {
  const parsed = parseParty(address, 'devnet');
  if (!parsed.ok) throw new Error(address);
  return binToHex(parsed.party);
};

/** A vault with money for payments. */
const richVault = async (): Promise<VaultScenario> => {
  const vault = await createActiveVault(fixture);
  fixture.devnet.node.fund(scriptOf(vault.created.contractAddress), 60n * COIN);
  await fixture.mine();
  return vault;
};

const create = async (vault: VaultScenario, changes: object = {}) => {
  const recipient = fixture.wallet();
  const { payment, proposal } = await until('a price of the oracle', async () => {
    const { status, body } = await as(vault.signers[0]).post<CreateCurrencyPaymentResponse>(
      '/api/currency-payments/create',
      currencyOf(fixture, recipient, { vaultId: vault.id, ...changes }),
    );
    return status === 503 ? undefined : body;
  });
  if (proposal === undefined) throw new Error('The answer names no proposal');
  return { id: payment.id, path: `/api/currency-payments/${payment.id}`, payment, proposal, recipient };
};

/** A payment that two signers have opened. */
const open = async (vault: VaultScenario, changes: object = {}) => {
  const created = await create(vault, changes);
  const fundingTxHash = await agree(fixture, vault, await proposeGrant(fixture, vault, created));
  await fixture.mine();
  return { ...created, fundingTxHash };
};

const paymentOf = async ({ path }: { readonly path: string }): Promise<CurrencyPaymentResource> =>
  (await readCurrency(fixture, path)).payment;

const untilRead = (at: { readonly path: string }, what: string, is: (payment: CurrencyPaymentResource) => boolean) =>
  until(what, async () => {
    const payment = await paymentOf(at);
    return is(payment) ? payment : undefined;
  });

const balanceOf = async ({ signers, path }: VaultScenario): Promise<bigint> => {
  await as(signers[0]).get(`${path}/state`);
  return BigInt((await as(signers[0]).get<GetVaultResponse>(path)).body.currentBalanceBase);
};

describe('a payment in a currency that a vault funds', () => {
  it('is opened, paused, resumed and cancelled by two of three, and the rest returns to the vault', async () => {
    const vault = await richVault();
    const created = await create(vault);
    expect(created.payment).toMatchObject({ status: 'PENDING', vault_id: vault.id });
    expect(scriptOf(created.payment.sender)).toBe(scriptOf(vault.created.contractAddress));
    expect(created.proposal.body).toEqual({ kind: 'payment', currencyPaymentIds: [created.id] });
    const opening = await proposeGrant(fixture, vault, created);
    expect(opening).toMatchObject({
      kind: 'payment',
      subjects: [{ type: 'currency', id: created.id, contract: null }],
      amountBase: created.payment.opening_amount_base,
      recipient: created.payment.contract_address,
    });
    const fundingTxHash = await agree(fixture, vault, opening);
    expect(await paymentOf(created)).toMatchObject({ status: 'ACTIVE', funding_tx_hash: fundingTxHash });
    await fixture.advance(DAY + 60);
    const paid = await untilRead(created, 'the first period', ({ payment_count: count }) => count === 1);
    expect(paid.total_paid_base).toBe(PERIOD.toString());

    const pause = await proposeMove(fixture, vault, { kind: 'pause', currencyPaymentIds: [created.id] });
    expect(pause).toMatchObject({ kind: 'pause', subjects: [{ type: 'currency', id: created.id }], amountBase: '0' });
    await agree(fixture, vault, pause);
    expect(await paymentOf(created)).toMatchObject({ status: 'PAUSED', settled: false });
    const early = await as(vault.signers[0]).post(`${vault.path}/proposals`, {
      kind: 'resume',
      currencyPaymentIds: [created.id],
    });
    expect(early).toMatchObject(refusal(409, 'WRONG_STATE'));
    await fixture.mine(NOTICE + 1);
    await untilRead(created, 'the pause to be settled', ({ settled }) => settled === true);
    const resume = await proposeMove(fixture, vault, { kind: 'resume', currencyPaymentIds: [created.id] });
    const approval = () => as(vault.signers[0]).post<ApproveResponse>(`/api/proposals/${resume.id}/approve`);
    // Signers take days, for which the treasury pays. After a week their wallets would refuse it.
    await fixture.advance(5 * DAY);
    expect((await approval()).body).toMatchObject({ rebuilt: false, proposal: { round: 1 } });
    await fixture.advance(2 * DAY);
    expect((await approval()).body).toMatchObject({ rebuilt: true, proposal: { round: 2, status: 'PENDING' } });
    await agree(fixture, vault, resume);
    expect(await paymentOf(created)).toMatchObject({ status: 'ACTIVE' });
    await fixture.mine();

    const { balanceBase } = await paymentOf(created);
    const cancel = await proposeMove(fixture, vault, { kind: 'cancel', currencyPaymentIds: [created.id] });
    expect(cancel).toMatchObject({ kind: 'cancel', amountBase: balanceBase });
    await agree(fixture, vault, cancel);
    expect(await paymentOf(created)).toMatchObject({ status: 'CANCELLED', refund: { status: 'pending' } });
    const waiting = await balanceOf(vault);
    await fixture.mine(NOTICE + 1);
    const ended = await untilRead(created, 'the refund', ({ refund }) => refund?.status === 'sent');
    await fixture.mine();
    expect((await balanceOf(vault)) - waiting).toBe(BigInt(ended.refund?.amountBase ?? 0));
  });

  it('is topped up by two of three, at the address that follows from it', async () => {
    const vault = await richVault();
    const opened = await open(vault);
    const { topUpAddress, balanceBase: before } = await paymentOf(opened);
    const subject = { kind: 'topup', currencyPaymentIds: [opened.id] };
    const propose = (body: object) => as(vault.signers[0]).post(`${vault.path}/proposals`, { ...subject, ...body });
    expect(await propose({})).toMatchObject(refusal(400, 'INVALID_REQUEST', { details: { field: 'amount' } }));
    expect(await propose({ amount: 0.001 })).toMatchObject(refusal(400, 'INVALID_AMOUNT'));
    // Nobody names an address: it is that of the payment.
    expect(await propose({ amount: 2, recipient: fixture.wallet().address })).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { details: { field: 'recipient' } }),
    );
    expect(await propose({ amount: 2, tokenCategory: 'ab'.repeat(32) })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await propose({ amount: 2, currencyPaymentIds: [opened.id, vault.id] })).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { details: { field: 'currencyPaymentIds' } }),
    );
    const proposal = await proposeMove(fixture, vault, { ...subject, amount: 2 });
    expect(proposal).toMatchObject({
      kind: 'topup',
      amountBase: (2n * COIN).toString(),
      recipient: topUpAddress,
      subjects: [{ type: 'currency', id: opened.id }],
    });
    await agree(fixture, vault, proposal);
    await fixture.mine();
    const { balanceBase } = await untilRead(opened, 'the top-up', ({ balanceBase: now }) => now !== before);
    const fee = 2n * COIN - (BigInt(balanceBase) - BigInt(before));
    // What adds the coin takes its fee from it, and no more than the contract allows.
    expect(fee > 0n && fee <= 1_780n).toBe(true);
  });

  it('has what was not added taken back by two of three, and by nobody else', async () => {
    const vault = await richVault();
    const opened = await open(vault);
    const till = () => succeeded(fixture.client.get<TillResponse>(`${opened.path}/till`));
    const subject = { kind: 'take', currencyPaymentIds: [opened.id] };
    const propose = (body: object = {}) =>
      as(vault.signers[0]).post(`${vault.path}/proposals`, { ...subject, ...body });
    expect(await propose()).toMatchObject(refusal(409, 'WRONG_STATE'));
    fixture.devnet.node.fund(scriptOf((await till()).address), 100_000n);
    await fixture.mine();
    expect(await propose()).toMatchObject(refusal(409, 'NOTICE_NOT_OVER'));
    await fixture.mine(NOTICE);
    expect(await propose({ amount: 1 })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    const strangers = await richVault();
    expect(await as(strangers.signers[0]).post(`${strangers.path}/proposals`, subject)).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
    expect(await as(vault.signers[0]).post(`${opened.path}/take`, {})).toMatchObject(refusal(403, 'FORBIDDEN'));
    const before = await balanceOf(vault);
    const proposal = await proposeMove(fixture, vault, subject);
    expect(proposal).toMatchObject({
      kind: 'take',
      amountBase: '100000',
      subjects: [{ type: 'currency', id: opened.id }],
    });
    await agree(fixture, vault, proposal);
    await fixture.mine();
    expect(await till()).toMatchObject({ waitingCoins: 0 });
    const gained = (await balanceOf(vault)) - before;
    expect(gained > 95_000n && gained < 100_000n).toBe(true);
    expect(await paymentOf(opened)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is cancelled beside another one by one proposal, which leaves out one that ended meanwhile', async () => {
    const vault = await richVault();
    const [one, other] = [await open(vault), await open(vault)];
    const ids = [one.id, other.id];
    const cancel = await proposeMove(fixture, vault, { kind: 'cancel', currencyPaymentIds: ids });
    expect(cancel.subjects.map(({ id }) => id)).toEqual(ids);
    // Somebody tops one of them up: the transaction needs a coin that is gone, and is built again.
    const { topUpAddress } = await paymentOf(one);
    expect(topUpAddress).not.toBeNull();
    await fixture.advance(DAY + 60);
    await untilRead(one, 'the first period', ({ payment_count: count }) => count === 1);
    const { body: stale } = await as(vault.signers[0]).get<ProposalResponse>(`/api/proposals/${cancel.id}`);
    expect(stale.status).toBe('STALE');
    await agree(fixture, vault, cancel);
    for (const each of [one, other]) expect(await paymentOf(each)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is one of several that one proposal opens, and one cancels', async () => {
    const vault = await richVault();
    const created = await create(vault, {
      openingAmount: 5,
      others: [
        { recipient: fixture.wallet().address, amountPerPeriod: 75, openingAmount: 1 },
        { recipient: fixture.wallet().address, amountPerPeriod: 300, openingAmount: 2 },
      ],
    });
    const { currencyPaymentIds: ids = [] } = created.proposal.body;
    expect(ids).toHaveLength(3);
    const opening = await proposeGrant(fixture, vault, created);
    expect(opening.subjects.map(({ id }) => id)).toEqual(ids);
    const fundingTxHash = await agree(fixture, vault, opening);
    const all = ids.map((id) => ({ path: `/api/currency-payments/${id}` }));
    for (const each of all)
      expect(await paymentOf(each)).toMatchObject({ status: 'ACTIVE', funding_tx_hash: fundingTxHash });
    await fixture.mine();
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', currencyPaymentIds: ids }));
    for (const each of all) expect(await paymentOf(each)).toMatchObject({ status: 'CANCELLED' });
    await fixture.mine(NOTICE + 1);
    for (const each of all) await untilRead(each, 'the refund', ({ refund }) => refund?.status === 'sent');
  });

  it('names its vault to members alone, unless the vault is public', async () => {
    const vault = await richVault();
    const { path } = await create(vault);
    expect(await paymentOf({ path })).toMatchObject({ vault_id: null });
    const { payment } = await succeeded(as(vault.signers[1]).get<{ readonly payment: CurrencyPaymentResource }>(path));
    expect(payment.vault_id).toBe(vault.id);
    const open = await createActiveVault(fixture, { isPublic: true });
    expect(await paymentOf(await create(open))).toMatchObject({ vault_id: open.id });
  });

  it('takes no signature of a wallet: its vault funds and moves it', async () => {
    const vault = await richVault();
    const { path, id } = await create(vault);
    expect(await fixture.client.get(`${path}/funding-info`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await as(vault.signers[0]).post(`${path}/cancel`, {})).toMatchObject(refusal(403, 'FORBIDDEN'));
    const others = await richVault();
    const propose = (body: object) => as(others.signers[0]).post(`${others.path}/proposals`, body);
    expect(await propose({ kind: 'payment', currencyPaymentIds: [id] })).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await propose({ kind: 'stream', currencyPaymentIds: [id] })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(
      await propose({ kind: 'announce', recipient: fixture.wallet().address, currencyPaymentIds: [id] }),
    ).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await propose({ kind: 'cancel', currencyPaymentIds: [id], paymentIds: [others.id] })).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
    expect(await propose({ kind: 'cancel', currencyPaymentIds: [others.id] })).toMatchObject(refusal(404, 'NOT_FOUND'));
    const mine = (body: object) => as(vault.signers[0]).post(`${vault.path}/proposals`, body);
    expect(await mine({ kind: 'cancel', currencyPaymentIds: [id] })).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('is opened once: a second proposal is refused, and one of a payment that is funded is not signed', async () => {
    const vault = await richVault();
    const created = await create(vault);
    const first = await proposeGrant(fixture, vault, created);
    expect(await as(vault.signers[1]).post(created.proposal.path, created.proposal.body)).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
    await carryOut(fixture, vault, first.id);
    // Nobody reports it: the watcher finds it.
    await fixture.mine();
    await untilRead(created, 'the funding', ({ status }) => status === 'ACTIVE');
    await sendTo(fixture, vault, 10_000n);
    expect(await as(vault.signers[1]).post(created.proposal.path, created.proposal.body)).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
  });
});
