import { setTimeout as delay } from 'node:timers/promises';
import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type {
  ActivityLine,
  CreateAirdropResponse,
  GetVaultResponse,
  ListAirdropsResponse,
  ProposalResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  confirmAirdropClaim,
  csvOf,
  payAirdropClaim,
  readAirdrop,
  relayClaim,
  sendList,
  SHARE,
} from '../support/airdrop-scenario.js';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, openGrant, proposeGrant, proposeMove } from '../support/grant-scenario.js';
import { textLike } from '../support/like.js';
import { BCH } from '../support/test-asset.js';
import { claimWithUnit } from '../support/unit-on-lane.js';
import { carryOut, createActiveVault, propose, type VaultScenario } from '../support/vault-scenario.js';

const fixture = useFixture({ LOG_LEVEL: 'error' });

const as = (wallet: Wallet) => fixture.client.as(wallet.address);
const TERMS = { title: 'From the treasury', totalAmount: 0.001, amountPerClaim: 0.0001 };

/** Creates a campaign that a vault funds, by its first signer. */
const grantAirdrop = async ({ id, signers }: VaultScenario, changes: object = {}) => {
  const { status, body } = await as(signers[0]).post<CreateAirdropResponse>('/api/airdrops/create', {
    ...TERMS,
    vaultId: id,
    ...changes,
  });
  if (status !== 200 || body.proposal === undefined) throw new Error(`Not created: ${JSON.stringify(body)}`);
  const { campaign, proposal, nextStep } = body;
  return { id: campaign.id, path: `/api/airdrops/${campaign.id}`, campaign, proposal, nextStep, creator: signers[0] };
};

const balanceOf = async ({ signers, path }: VaultScenario): Promise<bigint> => {
  await as(signers[0]).get<VaultStateResponse>(`${path}/state`);
  return BigInt((await as(signers[0]).get<GetVaultResponse>(path)).body.currentBalanceBase);
};
const tokensOf = async ({ signers, path }: VaultScenario, category: string): Promise<bigint> => {
  const { tokens } = (await as(signers[0]).get<VaultStateResponse>(`${path}/state`)).body;
  return (tokens ?? [])
    .filter((token) => token.category === category)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
};
const lockingBytecodeOfAddress = (address: string): string => {
  const result = cashAddressToLockingBytecode(address);
  if (typeof result === 'string') throw new Error(result);
  return binToHex(result.bytecode);
};
const campaignOf = async (path: string) => (await readAirdrop(fixture, path)).campaign;

describe('an airdrop that a vault funds', () => {
  it('is opened by two of three, claimed from, closed by two of three, and what is left returns to the vault', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantAirdrop(vault);
    expect(grant).toMatchObject({ nextStep: 'proposal', campaign: { status: 'PENDING' } });
    expect(grant.campaign.creator).toMatch(/^bchtest:[pr]/u);
    expect(grant.proposal).toEqual({
      method: 'POST',
      path: `/api/vaults/${vault.id}/proposals`,
      body: { kind: 'airdrop', campaignId: grant.id },
    });
    const before = await balanceOf(vault);
    const opening = await proposeGrant(fixture, vault, grant);
    expect(opening).toMatchObject({
      kind: 'airdrop',
      amount: 0.001,
      recipient: grant.campaign.contract_address,
      subjects: [{ type: 'airdrop', id: grant.id }],
    });
    await agree(fixture, vault, opening);
    await fixture.mine();
    const campaign = await campaignOf(grant.path);
    expect(campaign).toMatchObject({ status: 'ACTIVE', funded_by_creator: true });
    const own = await fixture.client.get<ListAirdropsResponse>(`/api/airdrops?creator=${campaign.creator}`);
    expect(own.body.airdrops.map(({ id }) => id)).toEqual([grant.id]);

    const claimer = fixture.wallet(1_000_000n);
    const claimTx = await payAirdropClaim(fixture, grant.path, claimer);
    const claimed = await confirmAirdropClaim(fixture, grant.path, { txHash: claimTx });
    expect(claimed.status).toBe(200);

    const closing = await proposeMove(fixture, vault, { kind: 'cancel', campaignId: grant.id });
    expect(closing).toMatchObject({ kind: 'cancel', amount: 0.0009, subjects: [{ type: 'airdrop', id: grant.id }] });
    const txHash = await carryOut(fixture, vault, closing.id);
    // Claims between the two signatures and the close stop nothing.
    const late = fixture.wallet(1_000_000n);
    await payAirdropClaim(fixture, grant.path, late);
    const confirmed = await as(vault.signers[1]).post(`/api/proposals/${closing.id}/confirm-execute`, { txHash });
    expect(confirmed).toMatchObject({ status: 200, body: { message: textLike(/campaign is closed/u) } });
    expect(await campaignOf(grant.path)).toMatchObject({ status: 'CANCELLED', claimed_count: 2 });
    await fixture.mine();
    const spent = before - (await balanceOf(vault));
    expect(spent).toBeGreaterThan(2n * SHARE);
    expect(spent).toBeLessThan(2n * SHARE + 40_000n);
    // A repeated confirmation changes nothing.
    const again = await as(vault.signers[1]).post(`/api/proposals/${closing.id}/confirm-execute`, { txHash });
    expect(again.status).toBe(200);

    // Its books are those of any creator; what returns to the vault is not a deposit, and the rest is what miners got.
    const { contractAddress } = (await as(vault.signers[0]).get<GetVaultResponse>(vault.path)).body;
    const member = await fixture.client.signedInAs(vault.signers[0]);
    const { body } = await member.get<{ readonly lines: readonly ActivityLine[] }>(
      `/api/exports/activity?format=json&address=${contractAddress}`,
    );
    expect(body.lines.map(({ kind, direction }) => `${direction} ${kind}`).sort()).toEqual([
      'contract claim',
      'contract claim',
      'in deposit',
      'in refund',
      'out funding',
      'out reserve',
    ]);
    const fees = BigInt(body.lines.at(-1)?.runningTotalBase ?? '0') - (await balanceOf(vault));
    expect(fees).toBeGreaterThan(0n);
    expect(fees).toBeLessThan(20_000n);
  });

  it('of a token, to a list in two lanes, is closed lane after lane with one unit', async () => {
    const vault = await createActiveVault(fixture);
    const { contractAddress } = vault.created;
    const here = lockingBytecodeOfAddress(contractAddress);
    const { category } = fixture.devnet.node.mint(here, { amount: 1_000_000n });
    await fixture.mine();
    const wallets = Array.from({ length: 5 }, () => fixture.wallet(100_000n));
    const grant = await grantAirdrop(vault, {
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: category,
      totalAmount: 500_000,
      amountPerClaim: null,
      requireKyc: true,
      lanes: 2,
    });
    expect(grant.nextStep).toBe('generate-merkle');
    const listed = { ...grant, asset: { ...BCH, text: (base: bigint) => base.toString() } };
    expect((await sendList(fixture, { ...listed }, csvOf(listed, wallets), as(vault.signers[2]))).status).toBe(200);
    await openGrant(fixture, vault, grant);
    expect(await campaignOf(grant.path)).toMatchObject({ status: 'ACTIVE', lanes: 2 });
    const [first] = wallets;
    if (first === undefined) throw new Error('There are five');
    expect((await relayClaim(fixture, grant.path, first)).status).toBe(200);
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', campaignId: grant.id }));
    await fixture.mine();
    expect(await campaignOf(grant.path)).toMatchObject({ status: 'CANCELLED', claimed_count: 1 });
    expect(await tokensOf(vault, category)).toBe(1_000_000n - SHARE);
  });

  it('is claimed from though the vault gave its closing unit away, and that was left on the lane', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantAirdrop(vault);
    const fundingTx = await openGrant(fixture, vault, grant);
    const { tokens } = (await as(vault.signers[0]).get<VaultStateResponse>(`${vault.path}/state`)).body;
    const category = tokens?.[0]?.category ?? '';
    expect(fixture.devnet.node.transaction(fundingTx)?.outputs.some(({ token }) => token?.category === category)).toBe(
      true,
    );
    const bearer = fixture.wallet(1_000_000n);
    const payout = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category, amount: 1 };
    const given = await propose(fixture, vault, { recipient: bearer.tokenAddress, ...payout });
    const txid = await agree(fixture, vault, given);
    await fixture.mine();
    const left = await claimWithUnit(fixture, grant.path, bearer, { txid, vout: 1, satoshis: 1_000n, category });
    expect(fixture.devnet.node.output(left, 0)?.token?.amount).toBe(1n);
    // From the mempool, and from a block.
    for (let claims = 2; claims <= 3; claims += 1) {
      const txHash = await payAirdropClaim(fixture, grant.path, fixture.wallet(1_000_000n));
      expect((await confirmAirdropClaim(fixture, grant.path, { txHash })).status).toBe(200);
      expect(await campaignOf(grant.path)).toMatchObject({ status: 'ACTIVE', claimed_count: claims });
      await fixture.mine();
    }
  });

  it('is closed though nobody confirms: the watchers find the hand-over', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantAirdrop(vault);
    await openGrant(fixture, vault, grant);
    const closing = await proposeMove(fixture, vault, { kind: 'cancel', campaignId: grant.id });
    await carryOut(fixture, vault, closing.id);
    await fixture.mine();
    await fixture.replica({ WATCHER: 'protect', WATCH_INTERVAL: '1' });
    for (let waits = 0; waits < 100 && (await campaignOf(grant.path)).status === 'ACTIVE'; waits += 1) await delay(200);
    expect(await campaignOf(grant.path)).toMatchObject({ status: 'CANCELLED' });
  });
});

describe('what is refused of a vault’s airdrop', () => {
  it('strangers, wallets in place of proposals, and what is not there', async () => {
    const [vault, other] = [await createActiveVault(fixture), await createActiveVault(fixture)];
    const stranger = fixture.wallet(1_000_000n);
    const post = (by: Wallet, path: string, body: object = {}) => as(by).post<Refusal>(path, body);
    const create = (by: Wallet, changes: object = {}) =>
      post(by, '/api/airdrops/create', { ...TERMS, vaultId: vault.id, ...changes });
    // A private vault is not there for strangers.
    expect(await create(stranger)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await fixture.client.post('/api/airdrops/create', { ...TERMS, vaultId: vault.id })).toMatchObject(
      refusal(401, 'CALLER_REQUIRED'),
    );
    expect(await create(vault.signers[0], { creator: stranger.address })).toMatchObject({ status: 403 });

    const grant = await grantAirdrop(vault, { requireKyc: true, amountPerClaim: null });
    const listed = { ...grant, asset: BCH };
    const csv = csvOf(listed, [stranger]);
    expect((await sendList(fixture, listed, csv, as(stranger))).status).toBe(403);
    const proposals = `${vault.path}/proposals`;
    // No list yet.
    expect(await post(vault.signers[1], proposals, grant.proposal.body)).toMatchObject({ status: 409 });
    await sendList(fixture, listed, csv, as(vault.signers[1]));
    expect(await fixture.client.get(`${grant.path}/funding-info`)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { proposal: { kind: 'airdrop', campaignId: grant.id } } }),
    );
    expect(await post(vault.signers[1], proposals, { kind: 'cancel', campaignId: grant.id })).toMatchObject({
      status: 409,
    });
    expect(await post(other.signers[1], `${other.path}/proposals`, grant.proposal.body)).toMatchObject({ status: 403 });
    const opening = await proposeGrant(fixture, vault, grant);
    // The list is replaced: nobody signs for the other one.
    await sendList(fixture, listed, csvOf(listed, [stranger, fixture.wallet()]), as(vault.signers[2]));
    expect(await post(vault.signers[1], `/api/proposals/${opening.id}/approve`)).toMatchObject({
      status: 409,
      body: { message: textLike(/list of the campaign was replaced/u) },
    });
    await post(vault.signers[0], `/api/proposals/${opening.id}/reject`);
    await openGrant(fixture, vault, grant);
    expect(await post(vault.signers[1], `${grant.path}/cancel`, {})).toMatchObject({
      status: 409,
      body: { details: { proposal: { kind: 'cancel', campaignId: grant.id } } },
    });
    expect(await post(stranger, `${grant.path}/cancel`, {})).toMatchObject({ status: 403 });
    expect(await post(vault.signers[1], proposals, grant.proposal.body)).toMatchObject({ status: 409 });
  });

  it('a close before the end of one that is not cancelable', async () => {
    const vault = await createActiveVault(fixture);
    const grant = await grantAirdrop(vault, {
      cancelable: false,
      startDate: fixture.time() - 1_000,
      endDate: fixture.time() + 2_000,
    });
    await openGrant(fixture, vault, grant);
    const propose = () =>
      as(vault.signers[1]).post<ProposalResponse & Refusal>(`${vault.path}/proposals`, {
        kind: 'cancel',
        campaignId: grant.id,
      });
    expect(await propose()).toMatchObject(refusal(409, 'NOT_CANCELABLE'));
    await fixture.advance(4_000);
    const { status, body } = await propose();
    expect(status).toBe(201);
    await agree(fixture, vault, body);
    expect(await campaignOf(grant.path)).toMatchObject({ status: 'CANCELLED' });
  });
});
