import { binToHex, decodeTransactionCommon, encodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { ApproveResponse, ListProposalsResponse, ProposalResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aText, textLike } from '../support/like.js';
import {
  createActiveVault,
  createVault,
  propose,
  sendTo,
  sign,
  signatureOf,
  type VaultScenario,
} from '../support/vault-scenario.js';

const P2SH20 = 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t';
const P2SH32 = 'bchtest:rwjenp54j7j3mac5g9dtd2hy4we68mxewfqkswzlmw920kt9v4yrwzapp90p4';
const MAINNET = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const TOKENS = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: 'ab'.repeat(32) };
const NO_COIN = `${'a'.repeat(64)}:0`;

const fixture = useFixture();
let vault: VaultScenario;
let stranger: Wallet;
beforeAll(async () => {
  stranger = fixture.wallet();
  vault = await createActiveVault(fixture, { isPublic: true });
});

const as = (wallet: Wallet) => fixture.client.as(wallet.address);
const read = async (id: string) => (await as(vault.creator).get<ProposalResponse>(`/api/proposals/${id}`)).body;

describe('POST /api/vaults/:id/proposals', () => {
  const post = <Body = ProposalResponse>(body: object, by = vault.signers[0]) =>
    as(by).post<Body>(`${vault.path}/proposals`, body);

  it.each<[string, () => object, number, string]>([
    ['no amount', () => ({ amount: undefined }), 400, 'INVALID_REQUEST'],
    ['an amount beyond the vault', () => ({ amount: 2 }), 409, 'INSUFFICIENT_FUNDS'],
    ['dust', () => ({ amount: 0.00000545 }), 400, 'INVALID_AMOUNT'],
    ['an address that is none', () => ({ recipient: 'nonsense' }), 400, 'INVALID_ADDRESS'],
    ['a negative amount', () => ({ amount: -1 }), 400, 'INVALID_AMOUNT'],
    ['what is dust for a contract only', () => ({ amount: 0.0000055, recipient: P2SH32 }), 400, 'INVALID_AMOUNT'],
    ['an address of another network', () => ({ recipient: MAINNET }), 400, 'INVALID_ADDRESS'],
    ['the vault itself', () => ({ recipient: vault.created.contractAddress }), 400, 'INVALID_REQUEST'],
    ['tokens that the vault does not have', () => ({ ...TOKENS, amount: 5 }), 409, 'INSUFFICIENT_FUNDS'],
    ['tokens without a category', () => ({ tokenType: 'FUNGIBLE_TOKEN' }), 400, 'INVALID_REQUEST'],
    ['BCH with a category', () => ({ tokenCategory: TOKENS.tokenCategory }), 400, 'INVALID_REQUEST'],
    ['a close with an amount', () => ({ kind: 'close' }), 400, 'INVALID_REQUEST'],
    ['a close of a coin', () => ({ kind: 'close', amount: null, outpoint: NO_COIN }), 400, 'INVALID_REQUEST'],
    ['a coin with an amount', () => ({ outpoint: NO_COIN }), 400, 'INVALID_REQUEST'],
    ['a coin that is not there', () => ({ amount: null, outpoint: NO_COIN }), 409, 'WRONG_STATE'],
  ])('refuses %s', async (_, changes, status, code) => {
    expect(await post<Refusal>({ recipient: stranger.address, amount: 0.1, ...changes() })).toMatchObject({
      status,
      body: { success: false, code },
    });
  });

  it('pays addresses of any kind, in any form', async () => {
    for (const recipient of [P2SH20, P2SH32, stranger.tokenAddress]) {
      const { body } = await post({ recipient: recipient.slice('bchtest:'.length), amount: 0.1 }, vault.creator);
      expect(body).toMatchObject({ recipient, proposer: vault.creator.address });
    }
  });

  it('needs money of a vault that has no state yet', async () => {
    const pending = await createVault(fixture);
    const ask = () =>
      as(pending.signers[0]).post<Refusal>(`${pending.path}/proposals`, { recipient: stranger.address, amount: 0.1 });
    expect(await ask()).toMatchObject(refusal(409, 'INSUFFICIENT_FUNDS'));
    await sendTo(fixture, pending, 50_000_000n);
    expect(await ask()).toMatchObject({ status: 201, body: { status: 'PENDING' } });
  });
});

describe('GET /api/vaults/:id/proposals', () => {
  it('lists them, the newest first, by state and page by page', async () => {
    const other = await createActiveVault(fixture, { isPublic: true });
    const made = [await propose(fixture, other), await propose(fixture, other), await propose(fixture, other)]
      .map(({ id }) => id)
      .reverse();
    await as(other.signers[0]).post(`/api/proposals/${made[0] ?? ''}/reject`);
    const list = async (query: string) =>
      (await as(stranger).get<ListProposalsResponse>(`${other.path}/proposals${query}`)).body;
    const ids = (page: ListProposalsResponse) => page.proposals.map(({ id }) => id);
    expect(await list('')).toMatchObject({ success: true, total: 3, nextCursor: null });
    expect(ids(await list(''))).toEqual(made);
    expect([ids(await list('?status=REJECTED')), (await list('?status=REJECTED')).total]).toEqual([
      made.slice(0, 1),
      1,
    ]);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([...ids(first), ...ids(second)]).toEqual(made);
    expect(await as(stranger).get<Refusal>(`${other.path}/proposals?cursor=x`)).toMatchObject(
      refusal(400, 'INVALID_CURSOR'),
    );
    expect(await as(stranger).get<Refusal>(`${other.path}/proposals?status=DONE`)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
  });
});

describe('approving and signing', () => {
  const [alice, bob, carol] = [0, 1, 2] as const;
  const signer = (index: 0 | 1 | 2) => vault.signers[index];

  it('takes two of three, one by one', async () => {
    const { id } = await propose(fixture, vault);
    const { status, body } = await as(signer(bob)).post<ApproveResponse>(`/api/proposals/${id}/approve`);
    expect([status, body.rebuilt, body.proposal.status]).toEqual([200, false, 'PENDING']);
    expect(body.wcTransaction).toMatchObject({ broadcast: false, userPrompt: aText });
    const first = await sign(fixture.client, id, signer(bob));
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, status: 'PENDING', approvals: [{ signer: signer(bob).address, at: textLike(/Z$/) }] },
    });
    // Twice is once.
    expect((await sign(fixture.client, id, signer(bob))).body).toMatchObject({ status: 'PENDING', approvals: [{}] });
    const second = await sign(fixture.client, id, signer(carol));
    expect(second.body).toMatchObject({ status: 'APPROVED', approvals: [{}, {}] });
  });

  it('loses no signature when all sign at the same moment, over two replicas', async () => {
    const { id } = await propose(fixture, vault);
    const replica = await fixture.replica();
    const returned = await Promise.all(vault.signers.map((wallet) => signatureOf(fixture.client, id, wallet)));
    const answers = await Promise.all(
      vault.signers.map((wallet, index) =>
        (index === 1 ? replica : fixture.client)
          .as(wallet.address)
          .post<ProposalResponse>(`/api/proposals/${id}/signatures`, { signedTransaction: returned[index] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { status, approvals } = await read(id);
    expect([status, approvals.map(({ signer: by }) => by).sort()]).toEqual([
      'APPROVED',
      vault.signers.map(({ address }) => address).sort(),
    ]);
  });

  it('refuses an invalid signature of the caller for this proposal', async () => {
    const [one, other] = [await propose(fixture, vault), await propose(fixture, vault, { amount: 0.3 })];
    const good = await signatureOf(fixture.client, one.id, signer(alice));
    const send = (signedTransaction: string, wallet = signer(alice)) =>
      as(wallet).post<Refusal>(`/api/proposals/${one.id}/signatures`, { signedTransaction });
    const unsigned = (await as(signer(alice)).post<ApproveResponse>(`/api/proposals/${one.id}/approve`)).body
      .wcTransaction.transaction;
    const changed = (change: (hex: string) => string) => change(good);
    const paid = decodeTransactionCommon(hexToBin(good));
    if (typeof paid === 'string') throw new Error(paid);
    const richer = binToHex(
      encodeTransactionCommon({
        ...paid,
        outputs: paid.outputs.map((output) => ({ ...output, valueSatoshis: output.valueSatoshis + 1n })),
      }),
    );
    // A byte within the signature, which begins behind its push.
    const forged = changed((hex) =>
      hex.replace(/41([0-9a-f]{2})(?=[0-9a-f]{126}61)/, (_, byte: string) => `41${byte === 'ff' ? '00' : 'ff'}`),
    );
    expect(forged).not.toBe(good);

    const cases: readonly (readonly [string, Wallet, number, string])[] = [
      ['nonsense', signer(alice), 400, 'INVALID_REQUEST'],
      ['00', signer(alice), 400, 'INVALID_REQUEST'],
      [unsigned, signer(alice), 422, 'PROPOSAL_SIGNATURE_INVALID'],
      [forged, signer(alice), 422, 'PROPOSAL_SIGNATURE_INVALID'],
      [richer, signer(alice), 422, 'TX_MISMATCH'],
      [await signatureOf(fixture.client, other.id, signer(alice)), signer(alice), 422, 'TX_MISMATCH'],
      // Somebody else's signature under one's own name.
      [good, signer(bob), 422, 'PROPOSAL_SIGNATURE_INVALID'],
    ];
    for (const [hex, wallet, status, code] of cases)
      expect(await send(hex, wallet)).toMatchObject({ status, body: { code } });
    expect((await read(one.id)).approvals).toEqual([]);
    expect((await send(good.toUpperCase())).status).toBe(200);
  });
});

describe('POST /api/proposals/:id/reject', () => {
  const reject = <Body = ProposalResponse>(id: string, wallet: Wallet) =>
    as(wallet).post<Body>(`/api/proposals/${id}/reject`);

  it('takes two signers: one alone cannot stop the other two', async () => {
    const { id } = await propose(fixture, vault, {});
    expect((await reject(id, vault.signers[1])).body).toMatchObject({
      status: 'PENDING',
      rejections: [{ signer: vault.signers[1].address }],
    });
    expect((await reject(id, vault.signers[2])).body).toMatchObject({ status: 'REJECTED', rejections: [{}, {}] });
  });

  it('takes back a signature, and a signature takes back a rejection', async () => {
    const { id } = await propose(fixture, vault);
    for (const signer of vault.signers.slice(1)) await sign(fixture.client, id, signer);
    const [, one, other] = vault.signers;
    expect((await reject(id, other)).body).toMatchObject({
      status: 'PENDING',
      approvals: [{ signer: one.address }],
      rejections: [{ signer: other.address }],
    });
    expect((await sign(fixture.client, id, other)).body).toMatchObject({ status: 'APPROVED', rejections: [] });
  });

  it('ends it at once by who made it', async () => {
    const { id } = await propose(fixture, vault);
    expect((await reject(id, vault.signers[0])).body.status).toBe('REJECTED');
    const byCreator = (
      await as(vault.creator).post<ProposalResponse>(`${vault.path}/proposals`, {
        recipient: stranger.address,
        amount: 0.1,
      })
    ).body;
    expect((await reject(byCreator.id, vault.creator)).body).toMatchObject({ status: 'REJECTED', rejections: [] });
  });
});
