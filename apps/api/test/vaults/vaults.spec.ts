import { binToHex } from '@bitauth/libauth';
import type { CreateStreamResponse, GetVaultResponse, ListVaultsResponse, VaultResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aList, aText, textLike } from '../support/like.js';
import { creationOf } from '../support/stream-scenario.js';
import {
  createActiveVault,
  createVault,
  propose,
  signersOf,
  vaultOf,
  type VaultScenario,
} from '../support/vault-scenario.js';

const P2SH = 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t';

const fixture = useFixture();
let stranger: Wallet;
beforeAll(() => {
  stranger = fixture.wallet();
});

const as = (wallet: Wallet) => fixture.client.as(wallet.address);

describe('POST /api/vaults', () => {
  let wallets: readonly [Wallet, Wallet, Wallet];
  beforeAll(() => {
    wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
  });
  const create = <Body = VaultResponse>(changes: object = {}, by = stranger) =>
    as(by).post<Body>('/api/vaults', vaultOf(wallets, changes));

  it('stores a vault as pending with its own contract, from any form of its signers’ addresses', async () => {
    const { status, body } = await create({ description: 'Rent and wages' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      vaultId: textLike(/^[0-9a-f]{64}$/),
      description: 'Rent and wages',
      creator: stranger.address,
      ...signersOf(wallets),
      status: 'pending',
      role: 'creator',
      isSigner: false,
    });
    const others = { signers: wallets.map(({ tokenAddress }) => tokenAddress.slice('bchtest:'.length)) };
    const other = await create({ ...others, totalDeposit: '0.5' }, wallets[1]);
    expect(other.body).toMatchObject({
      signers: addresses(),
      totalDepositBase: '50000000',
      role: 'creator',
      isSigner: true,
    });
    expect(other.body.contractAddress).not.toBe(body.contractAddress);
  });

  const keys = () => wallets.map(({ publicKey }) => binToHex(publicKey));
  const addresses = () => wallets.map(({ address }) => address);
  it.each<[string, () => object, string]>([
    ['two signers', () => ({ signers: addresses().slice(1) }), 'INVALID_REQUEST'],
    ['four signers', () => ({ signers: [...addresses(), stranger.address] }), 'INVALID_REQUEST'],
    ['a signer twice', () => signersOf([wallets[0], wallets[0], wallets[1]]), 'INVALID_REQUEST'],
    ['keys in another order', () => ({ signerPubkeys: keys().toReversed() }), 'INVALID_REQUEST'],
    ['a key that is none', () => ({ signerPubkeys: [...keys().slice(1), 'zz'] }), 'INVALID_REQUEST'],
    ['an amount finer than a satoshi', () => ({ totalDeposit: 0.123456789 }), 'INVALID_AMOUNT'],
    ['dust', () => ({ totalDeposit: 0.00000545 }), 'INVALID_AMOUNT'],
    ['two keys', () => ({ signerPubkeys: keys().slice(1) }), 'INVALID_REQUEST'],
    ['a contract as signer', () => ({ signers: [P2SH, ...addresses().slice(1)] }), 'INVALID_ADDRESS'],
    ['an amount of nothing', () => ({ totalDeposit: 0 }), 'INVALID_AMOUNT'],
    ['a blank name', () => ({ name: '  ' }), 'INVALID_REQUEST'],
    ['no name', () => ({ name: undefined }), 'INVALID_REQUEST'],
  ])('refuses %s', async (_, changes, code) => {
    expect(await create<Refusal>(changes())).toMatchObject({ status: 400, body: { success: false, code } });
  });
});

describe('a private vault', () => {
  let vault: VaultScenario & { readonly depositTxHash: string };
  let proposalPath: string;
  beforeAll(async () => {
    vault = await createActiveVault(fixture);
    proposalPath = `/api/proposals/${(await propose(fixture, vault)).id}`;
  });

  // Every route refuses strangers: contract/refusals.spec.ts.
  it('is in no list that a stranger sees', async () => {
    const { created } = vault;
    const client = as(stranger);
    const list = await client.get<ListVaultsResponse>('/api/vaults');
    expect(JSON.stringify(list.body)).not.toContain(created.id);
    const streams = await fixture.client.get(`/api/streams?address=${vault.signers[0].address}`);
    expect(JSON.stringify(streams.body)).not.toContain(created.contractAddress);
  });

  it('announces nothing on the chain', () => {
    const outputs = fixture.devnet.node.transaction(vault.depositTxHash)?.outputs ?? [];
    // The state and the depositor's change: no data, no beacon.
    expect(outputs.map(({ lockingBytecode }) => lockingBytecode.slice(0, 4))).toEqual(['aa20', '76a9']);
  });

  it('may not be named by a stranger as the vault of a stream; a member may', async () => {
    const [sender] = vault.signers;
    const recipient = fixture.wallet();
    const create = (wallet: Wallet) =>
      as(wallet).post<CreateStreamResponse & Refusal>(
        '/api/streams/create',
        creationOf(fixture, recipient, { vaultId: vault.id }),
      );
    expect(await create(stranger)).toMatchObject(refusal(400, 'INVALID_REQUEST', { details: { field: 'vaultId' } }));
    expect(await create(sender)).toMatchObject({ status: 200, body: { stream: { vault_id: vault.id } } });
    const preview = await as(stranger).post<Refusal>(
      '/api/streams/preview',
      creationOf(fixture, recipient, { vaultId: vault.id }),
    );
    expect(preview).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    const payment = { recipient: recipient.address, amountPerPeriod: 1, interval: 'DAILY', vaultId: vault.id };
    expect(await as(stranger).post<Refusal>('/api/payments/create', payment)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
    expect(await as(sender).post('/api/payments/create', payment)).toMatchObject({
      status: 200,
      body: { payment: { vault_id: vault.id } },
    });
  });

  it('is shown to a hundred viewers at most', async () => {
    const { path, creator } = await createVault(fixture);
    const add = () => as(creator).post<Refusal>(`${path}/signers`, { signerAddress: fixture.wallet().address });
    for (let viewers = 0; viewers < 100; viewers += 1) await succeeded(add());
    expect(await add()).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  describe('POST /api/vaults/:id/signers', () => {
    const add = <Body = VaultResponse>(by: Wallet, signerAddress: string) =>
      as(by).post<Body>(`${vault.path}/signers`, { signerAddress });

    it('lets the creator show it to a viewer, who may look and no more', async () => {
      const viewer = fixture.wallet();
      const { status, body } = await add(vault.creator, viewer.tokenAddress);
      expect([status, body.viewers, body.signers]).toEqual([200, [viewer.address], vault.created.signers]);
      expect((await as(viewer).get<GetVaultResponse>(vault.path)).body).toMatchObject({
        role: 'viewer',
        isSigner: false,
      });
      expect((await as(viewer).get(proposalPath)).status).toBe(200);
      const forbidden = await Promise.all([
        as(viewer).get<Refusal>(`${vault.path}/deposit`),
        add<Refusal>(viewer, stranger.address),
        as(viewer).post<Refusal>(`${vault.path}/proposals`, { recipient: viewer.address, amount: 1 }),
        as(viewer).post<Refusal>(`${proposalPath}/approve`),
        as(viewer).post<Refusal>(`${proposalPath}/signatures`, { signedTransaction: '0200' }),
        as(viewer).post<Refusal>(`${proposalPath}/reject`),
        as(viewer).post<Refusal>(`${proposalPath}/execute`),
      ]);
      for (const answer of forbidden) expect(answer).toMatchObject(refusal(403, 'FORBIDDEN'));
      const list = (await as(viewer).get<ListVaultsResponse>('/api/vaults')).body;
      expect([list.created, list.signerIn, list.public.map(({ id }) => id).includes(vault.id)]).toEqual([
        [],
        [],
        false,
      ]);
      expect(list.all.map(({ id, role }) => [id, role])).toContainEqual([vault.id, 'viewer']);
      // Again, and members: nothing changes.
      expect((await add(vault.creator, viewer.address)).body.viewers).toEqual([viewer.address]);
      expect((await add(vault.creator, vault.signers[0].address)).body.viewers).toEqual([viewer.address]);
    });
  });
});

describe('GET /api/vaults', () => {
  it('groups what the caller may see, the newest first', async () => {
    const [me, other] = [fixture.wallet(), fixture.wallet()];
    const wallets = [me, other, fixture.wallet()];
    const make = async (by: Wallet, changes: object) =>
      (await as(by).post<VaultResponse>('/api/vaults', vaultOf(wallets, changes))).body.id;
    const mine = await make(me, {});
    const theirs = await make(other, { isPublic: true });
    const foreign = (await createVault(fixture, { isPublic: true })).id;
    const hidden = (await createVault(fixture)).id;

    const { status, body } = await as(me).get<ListVaultsResponse>('/api/vaults');
    const ids = (group: ListVaultsResponse['all']) => group.map(({ id }) => id);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['all', 'created', 'nextCursor', 'public', 'signerIn', 'success'],
    ]);
    expect([ids(body.created), ids(body.signerIn)]).toEqual([[mine], [theirs, mine]]);
    expect(ids(body.public)).toEqual(expect.arrayContaining([theirs, foreign]));
    expect(ids(body.all)).toEqual([foreign, theirs, mine]);
    expect(ids(body.all)).not.toContain(hidden);
    expect(body.all.map(({ role }) => role)).toEqual(['viewer', 'signer', 'creator']);

    const first = (await as(me).get<ListVaultsResponse>('/api/vaults?limit=2')).body;
    const rest = (
      await as(me).get<ListVaultsResponse>(`/api/vaults?cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    ).body;
    expect([ids(first.all), ids(first.created), ids(rest.all), rest.nextCursor]).toEqual([
      [foreign, theirs],
      [],
      [mine],
      null,
    ]);
  });

  it('shows a stranger of a public vault all but what is the members to do', async () => {
    const vault = await createVault(fixture, { isPublic: true });
    expect((await as(stranger).get<GetVaultResponse>(vault.path)).body).toMatchObject({ role: 'viewer', events: [] });
    expect(await as(stranger).get(`${vault.path}/state`)).toMatchObject({
      status: 200,
      body: { state: 'pending', stateNft: null, tokens: aList },
    });
    expect(await as(stranger).get(`${vault.path}/proposals`)).toMatchObject({
      status: 200,
      body: { proposals: [], total: 0 },
    });
    expect(await as(stranger).get<Refusal>(`${vault.path}/deposit`)).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(
      await as(stranger).post<Refusal>(`${vault.path}/proposals`, { recipient: stranger.address, amount: 1 }),
    ).toMatchObject({ status: 403, body: { message: aText } });
  });

  it.each(['x', 'bm9uc2Vuc2U'])('refuses the cursor %s', async (cursor) => {
    expect(await as(stranger).get<Refusal>(`/api/vaults?cursor=${cursor}`)).toMatchObject(
      refusal(400, 'INVALID_CURSOR'),
    );
  });
});

describe('a public vault', () => {
  it('is read without a caller, with its state and proposals, and is listed', async () => {
    const vault = await createActiveVault(fixture, { isPublic: true });
    const proposal = await propose(fixture, vault);
    const { client } = fixture;
    expect(await succeeded(client.get<GetVaultResponse>(vault.path))).toMatchObject({
      role: 'viewer',
      isSigner: false,
    });
    expect(await succeeded(client.get(`${vault.path}/state`))).toMatchObject({ state: 'active' });
    expect(await succeeded(client.get(`${vault.path}/proposals`))).toMatchObject({ total: 1 });
    expect(await succeeded(client.get(`/api/proposals/${proposal.id}`))).toMatchObject({ vaultId: vault.id });
    const hidden = await createVault(fixture);
    const { all, created } = await succeeded(client.get<ListVaultsResponse>('/api/vaults'));
    expect(all.map(({ id }) => id)).toContain(vault.id);
    expect(all.map(({ id }) => id)).not.toContain(hidden.id);
    expect(created).toEqual([]);
    expect(await client.get<Refusal>(`${vault.path}/deposit`)).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
    for (const path of ['', '/state', '/proposals'])
      expect(await client.get<Refusal>(hidden.path + path)).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
  });
});
