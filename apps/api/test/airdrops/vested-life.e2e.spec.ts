import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type {
  ClaimResponse,
  CreateAirdropResponse,
  GetAirdropResponse,
  GetStreamResponse,
  ListActivityResponse,
  PushResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  confirmAirdropClaim,
  confirmAirdropFunding,
  createAirdrop,
  payAirdropClaim,
  payAirdropFunding,
  relayClaim,
  sendList,
} from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, proposeGrant, proposeMove } from '../support/grant-scenario.js';
import { ASSETS, BCH, type TestAsset, TOKENS } from '../support/test-asset.js';
import { createActiveVault, type VaultScenario } from '../support/vault-scenario.js';

const fixture = useFixture({ LOG_LEVEL: 'error' });
const DAY = 86_400;
/** What the row is worth: enough for keyless payments. */
const ROW = 1_000_000n;

const schedule = () => {
  const startTime = fixture.time();
  return { streamType: 'STEP', startTime, endTime: startTime + 40 * DAY, intervalSeconds: DAY };
};

/** Opens a campaign for one wallet by a key. @returns its path */
const openByKey = async (claimer: Wallet, asset: TestAsset): Promise<string> => {
  const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, vesting: schedule() }, asset);
  await succeeded(sendList(fixture, scenario, `${claimer.address},${asset.text(ROW)}\n`));
  await confirmAirdropFunding(fixture, scenario.path, await payAirdropFunding(fixture, scenario));
  return scenario.path;
};

/** Opens one of a vault by two of its signers. */
const grantBy = async (vault: VaultScenario, asset: TestAsset, changes: object, list: string) => {
  const [signer] = vault.signers;
  const terms = { title: 'From the treasury', requireKyc: true, vaultId: vault.id, vesting: schedule() };
  const { campaign, proposal } = await succeeded(
    fixture.client.as(signer.address).post<CreateAirdropResponse>('/api/airdrops/create', { ...terms, ...changes }),
  );
  if (proposal === undefined) throw new Error('A vault proposes its funding');
  const grant = { id: campaign.id, path: `/api/airdrops/${campaign.id}`, campaign, proposal, creator: signer };
  await succeeded(sendList(fixture, { ...grant, asset }, list));
  const opening = await proposeGrant(fixture, vault, grant);
  await agree(fixture, vault, opening);
  return { ...grant, opening };
};

const openByVault = async (claimer: Wallet): Promise<string> => {
  const list = `${claimer.address},${BCH.text(ROW)}\n`;
  return (await grantBy(await createActiveVault(fixture), BCH, { totalAmount: 0.05 }, list)).path;
};

const lockOf = async (id: string) => (await fixture.client.get<GetStreamResponse>(`/api/streams/${id}`)).body;

/** Claims what is due from a lock. @returns what was paid, base units */
const claimDue = async (id: string, claimer: Wallet): Promise<bigint> => {
  const path = `/api/streams/${id}`;
  const body = await succeeded(
    fixture.client
      .as(claimer.address)
      .post<ClaimResponse>(`${path}/claim`, { recipientAddress: claimer.address, broadcast: true }),
  );
  const txHash = body.txHash ?? (await claimer.signTransaction(body.wcTransaction)).signedTransactionHash;
  await succeeded(fixture.client.post(`${path}/confirm-claim`, { txHash, claimedAmount: body.claimableAmount }));
  return BigInt(body.claimableAmountBase);
};

describe.each([
  ...ASSETS.map((asset) => ({ who: 'a key', asset, open: (claimer: Wallet) => openByKey(claimer, asset) })),
  { who: 'a vault', asset: BCH, open: openByVault },
])('a row of $asset.name of a list that $who funds', ({ asset, open }) => {
  it('is claimed as a lock, which pays three times and ends, by signing or by anybody', async () => {
    const claimer = fixture.wallet(1_000_000n, 1_000_000n, 1_000_000n);
    const path = await open(claimer);
    const isSigned = asset === BCH;
    const txHash = isSigned
      ? await payAirdropClaim(fixture, path, claimer)
      : (await succeeded(relayClaim(fixture, path, claimer))).txHash;
    const { lock } = await succeeded(confirmAirdropClaim(fixture, path, { txHash }));
    const id = lock?.id ?? '';
    expect((await lockOf(id)).stream).toMatchObject({ status: 'ACTIVE', withdrawn_amount: 0 });

    // Ten thousand claims do not push everything else off the explorer's first pages: their campaign has a row.
    const explored = async (query: string) =>
      (await fixture.client.get<ListActivityResponse>(`/api/explorer/activity${query}`)).body.streams.map(
        (row) => row.id,
      );
    expect(await explored('')).toContain(id);
    const grouped = await explored('?group=plans');
    expect([grouped.includes(id), grouped.includes(path.split('/').at(-1) ?? '')]).toEqual([false, true]);

    const paid: bigint[] = [];
    for (const days of [10, 10, 10]) {
      await fixture.advance(days * DAY);
      paid.push(await claimDue(id, claimer));
    }
    expect(paid.map((amount) => amount >= (ROW * 9n) / 40n && amount <= (ROW * 11n) / 40n)).toEqual([true, true, true]);
    await fixture.advance(20 * DAY);
    const pushed = await succeeded(fixture.client.post<PushResponse>(`/api/streams/${id}/push`, { broadcast: true }));
    expect(BigInt(pushed.amountBase)).toBe(ROW - paid.reduce((sum, amount) => sum + amount, 0n));
    const { stream, claims: payments } = await lockOf(id);
    expect(stream).toMatchObject({ status: 'COMPLETED', withdrawn_amount_base: ROW.toString() });
    expect(payments).toHaveLength(4);
    expect(await fixture.control.call('blockchain.address.listunspent', stream.contract_address)).toEqual([]);
  });
});

describe('a vested list of tokens of a vault', () => {
  it('is opened by a proposal, claimed as a lock that pays, and closed by one: what nobody claimed returns', async () => {
    const vault = await createActiveVault(fixture);
    const asSigner = fixture.client.as(vault.signers[0].address);
    const { contractAddress } = vault.created;
    const decoded = cashAddressToLockingBytecode(contractAddress);
    if (typeof decoded === 'string') throw new Error(decoded);
    const held = 5n * ROW;
    const { category } = fixture.devnet.node.mint(binToHex(decoded.bytecode), { amount: held });
    await fixture.mine();
    const tokensOfVault = async (): Promise<bigint> => {
      const { tokens } = await succeeded(asSigner.get<VaultStateResponse>(`${vault.path}/state`));
      return (tokens ?? []).reduce((sum, token) => sum + (token.category === category ? BigInt(token.amount) : 0n), 0n);
    };
    expect(await tokensOfVault()).toBe(held);

    const [claimer, absent] = [fixture.wallet(1_000_000n, 1_000_000n), fixture.wallet()];
    const { id, path, campaign, opening } = await grantBy(
      vault,
      TOKENS,
      { totalAmount: Number(3n * ROW), tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category },
      [`${claimer.address},${ROW}`, `${absent.address},${ROW}`].join('\n'),
    );
    expect(opening).toMatchObject({ kind: 'airdrop', subjects: [{ type: 'airdrop', id, contract: null }] });
    await fixture.mine();
    expect(await tokensOfVault()).toBeLessThan(held);

    const { txHash } = await succeeded(relayClaim(fixture, path, claimer));
    const { lock } = await succeeded(confirmAirdropClaim(fixture, path, { txHash }));
    const lockId = lock?.id ?? '';
    expect((await lockOf(lockId)).stream).toMatchObject({
      status: 'ACTIVE',
      contract: 'LOCK',
      campaign_id: id,
      total_amount_base: ROW.toString(),
      sender: campaign.creator,
      recipient: claimer.address,
      token_category: category,
    });
    await fixture.advance(10 * DAY);
    const paid = await claimDue(lockId, claimer);
    expect(paid).toBe(ROW / 4n);

    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'cancel', campaignId: id }));
    await fixture.mine();
    expect((await succeeded(fixture.client.get<GetAirdropResponse>(path))).campaign).toMatchObject({
      status: 'CANCELLED',
      claimed_count: 1,
    });
    expect(await tokensOfVault()).toBe(held - ROW);

    // What was claimed stays the claimer's, to the end.
    expect((await lockOf(lockId)).stream).toMatchObject({ status: 'ACTIVE' });
    await fixture.advance(40 * DAY);
    const pushed = await succeeded(
      fixture.client.post<PushResponse>(`/api/streams/${lockId}/push`, { broadcast: true }),
    );
    expect(BigInt(pushed.amountBase)).toBe(ROW - paid);
    expect((await lockOf(lockId)).stream).toMatchObject({ status: 'COMPLETED' });
  });
});
