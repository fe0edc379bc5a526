import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type {
  ApproveResponse,
  ListEventsResponse,
  GetVaultResponse,
  PayPurseResponse,
  ProposalResponse,
  PursesResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, proposeMove } from '../support/grant-scenario.js';
import { payOutputs } from '../support/pay-outputs.js';
import { paysBeacon } from '../support/pays-beacon.js';
import {
  allowanceOf,
  confirmPurseStep,
  createPurse,
  openPurse,
  payByPurse,
  type PurseScenario,
  pursesOf,
  readPurse,
  sendHome,
} from '../support/purse-scenario.js';
import { BCH, TOKENS } from '../support/test-asset.js';
import { createActiveVault } from '../support/vault-scenario.js';

const fixture = useFixture();
const as = (wallet: Wallet) => fixture.client.as(wallet.address);

const scriptOf = (address: string): string => {
  const decoded = cashAddressToLockingBytecode(address);
  if (typeof decoded === 'string') throw new Error(decoded);
  return binToHex(decoded.bytecode);
};

describe('a purse', () => {
  it('is opened by two signers, and shows its terms to members and to the key that pays', async () => {
    const purse = await createPurse(fixture);
    const { vault, spender, payee, path } = purse;
    const expected = {
      status: 'ACTIVE',
      spender: spender.address,
      payees: [payee.address],
      paysAnybody: false,
      signers: vault.signers.map(({ address }) => address),
      vaultAddress: vault.created.contractAddress,
      limitBase: '5000000',
      periodBlocks: 144,
      balanceBase: '20000000',
      availableBase: '5000000',
      fullAtHeight: null,
    };
    expect(await pursesOf(fixture, vault)).toMatchObject([expected]);
    for (const reader of [vault.creator, vault.signers[2], spender])
      expect((await as(reader).get(path)).body).toMatchObject({
        ...expected,
        steps: [{ step: 'opened', amountBase: '20000000', txHash: purse.openedTxHash, payee: null }],
      });
    expect((await as(spender).get<PursesResponse>('/api/purses')).body.purses).toMatchObject([{ id: purse.id }]);
    expect((await as(payee).get<PursesResponse>('/api/purses')).body.purses).toEqual([]);
  });

  it('is not pushed off the lists by newer ones: of strangers for its key, and of its vault that have ended', async () => {
    const purse = await createPurse(fixture);
    const { vault, spender } = purse;
    await succeeded(confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse)));
    await fixture.mine();
    const strange = await openPurse(fixture, await createActiveVault(fixture), {}, spender);
    const own = async () =>
      (await succeeded(as(spender).get<PursesResponse>('/api/purses'))).purses.map(({ id }) => id);
    expect(await own()).toEqual([purse.id, strange.id]);
    const newer = await openPurse(fixture, vault);
    for (const ended of [newer, strange]) {
      const home = await sendHome(fixture, ended, ended.vault.signers[0]);
      await succeeded(confirmPurseStep(fixture, ended, 'home', home));
    }
    await fixture.mine();
    expect((await pursesOf(fixture, vault)).map(({ status }) => status)).toEqual(['ACTIVE', 'HOME']);
    expect(await own()).toEqual([purse.id]);
  });

  it('pays a listed payee by one key, which needs no coin, until the limit is reached, and refills with blocks', async () => {
    const purse = await createPurse(fixture);
    const { payee, spender, path } = purse;
    const built = await succeeded(
      as(spender).post<PayPurseResponse>(`${path}/pay`, { to: payee.address, amount: 0.02 }),
    );
    expect(BigInt(built.countsBase)).toBe(2_000_000n + BigInt(built.feeBase));
    const txHash = await payByPurse(fixture, purse, { amount: 0.02 });
    expect(BCH.paidTo(fixture, payee, txHash)).toEqual([2_000_000n]);
    const confirmed = await succeeded(confirmPurseStep(fixture, purse, 'payment', txHash));
    expect(confirmed).toMatchObject({ status: 'ACTIVE', purse: { availableBase: built.remainingBase } });
    expect(await succeeded(confirmPurseStep(fixture, purse, 'payment', txHash))).toMatchObject({ status: 'ACTIVE' });
    await fixture.mine();
    const before = await readPurse(fixture, purse);
    // A block gives back a 144th of the limit.
    expect(BigInt(before.availableBase)).toBe(BigInt(built.remainingBase) + 5_000_000n / 144n);
    const refused = await as(spender).post<Refusal>(`${path}/pay`, { to: payee.address, amount: 0.04 });
    expect(refused).toMatchObject(refusal(409, 'LIMIT_EXCEEDED'));
    const { availableAtHeight = 0 } = refused.body.details as { readonly availableAtHeight?: number };
    await fixture.mine(availableAtHeight - 1 - (before.height ?? 0));
    await payByPurse(fixture, purse, { amount: 0.04 });
    expect((await readPurse(fixture, purse)).steps).toMatchObject([
      { step: 'paid', amountBase: '4000000', payee: payee.address },
      { step: 'paid', amountBase: '2000000', payee: payee.address },
      { step: 'opened' },
    ]);
  });

  it('pays tokens', async () => {
    const vault = await createActiveVault(fixture);
    const { category } = fixture.devnet.node.mint(scriptOf(vault.created.contractAddress), { amount: 9_000n });
    await fixture.mine();
    const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category };
    const purse = await openPurse(fixture, vault, { ...asset, amount: 5_000, allowance: { limit: 1_000 } });
    expect(await readPurse(fixture, purse)).toMatchObject({
      ...asset,
      limit: 1_000,
      balanceBase: '5000',
      reserveBase: '51000',
    });
    const txHash = await payByPurse(fixture, purse, { amount: 400 });
    await succeeded(confirmPurseStep(fixture, purse, 'payment', txHash));
    expect(TOKENS.paidTo(fixture, purse.payee, txHash)).toEqual([400n]);
    expect(await readPurse(fixture, purse)).toMatchObject({ balanceBase: '4600', availableBase: '600' });
    const home = await sendHome(fixture, purse, vault.signers[1]);
    await succeeded(confirmPurseStep(fixture, purse, 'home', home));
    await fixture.mine();
    const { tokens } = (await as(vault.creator).get<VaultStateResponse>(`${vault.path}/state`)).body;
    expect(tokens?.reduce((sum, { amountBase }) => sum + BigInt(amountBase), 0n)).toBe(8_600n);
  });

  it.each([0, 1, 2] as const)('is sent home by signer %i alone, after which its key pays nothing', async (place) => {
    const purse = await createPurse(fixture);
    const { vault, spender, payee, path } = purse;
    const signer = vault.signers[place];
    const txHash = await sendHome(fixture, purse, signer);
    const home = await succeeded(confirmPurseStep(fixture, purse, 'home', txHash));
    expect(home).toMatchObject({ status: 'HOME', purse: { balanceBase: '0', availableBase: '0', outpoint: null } });
    expect(await as(spender).post(`${path}/pay`, { to: payee.address, amount: 0.01 })).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
    const { currentBalance } = (await as(vault.creator).get<VaultStateResponse>(`${vault.path}/state`)).body;
    expect(currentBalance).toBeGreaterThan(0.999);
  });

  it('gets other terms and more money by two signers in one transaction', async () => {
    const purse = await createPurse(fixture);
    const { vault, payee } = purse;
    await confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse));
    const heir = fixture.wallet();
    const proposal = await proposeMove(
      fixture,
      vault,
      allowanceOf({ spender: heir, payee }, { purseIds: [purse.id], amount: 0.4, allowance: { limit: 0.1 } }),
    );
    expect(proposal).toMatchObject({
      kind: 'allowance',
      subjects: [{ type: 'purse', id: purse.id }],
      allowance: { spender: heir.address, limitBase: '10000000', payees: [payee.address] },
      amountBase: '40000000',
    });
    const txHash = await agree(fixture, vault, proposal);
    const [renewed, old] = await pursesOf(fixture, vault);
    expect(renewed).toMatchObject({ status: 'ACTIVE', spender: heir.address, balanceBase: '40000000' });
    expect(old).toMatchObject({ id: purse.id, status: 'CLOSED', balanceBase: '0' });
    expect((await readPurse(fixture, purse)).steps[0]).toMatchObject({ step: 'ended', txHash });
  });

  it('is closed by two signers', async () => {
    const purse = await createPurse(fixture);
    const { vault } = purse;
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'allowance', purseIds: [purse.id] }));
    expect(await pursesOf(fixture, vault)).toMatchObject([{ status: 'CLOSED' }]);
    const { currentBalance } = (await as(vault.creator).get<VaultStateResponse>(`${vault.path}/state`)).body;
    expect(currentBalance).toBeGreaterThan(0.999);
  });

  it('makes a proposal stale when it pays while two sign, and is taken back once it is built again', async () => {
    const purse = await createPurse(fixture);
    const { vault } = purse;
    const proposal = await proposeMove(fixture, vault, { kind: 'allowance', purseIds: [purse.id] });
    await succeeded(confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse)));
    const read = () => as(vault.creator).get<ProposalResponse>(`/api/proposals/${proposal.id}`);
    expect((await read()).body.status).toBe('STALE');
    const { rebuilt } = await succeeded(
      as(vault.signers[0]).post<ApproveResponse>(`/api/proposals/${proposal.id}/approve`),
    );
    expect(rebuilt).toBe(true);
    await agree(fixture, vault, proposal);
    expect(await pursesOf(fixture, vault)).toMatchObject([{ status: 'CLOSED' }]);
  });

  it('lets anybody be paid only where that is said', async () => {
    const vault = await createActiveVault(fixture);
    const purse = await openPurse(fixture, vault, { allowance: { payees: undefined, paysAnybody: true } });
    expect(await readPurse(fixture, purse)).toMatchObject({ payees: [], paysAnybody: true });
    const anybody = fixture.wallet();
    const txHash = await payByPurse(fixture, purse, { to: anybody.address });
    expect(BCH.paidTo(fixture, anybody, txHash)).toEqual([1_000_000n]);
  });

  it('may be paid from by a signer', async () => {
    const vault = await createActiveVault(fixture);
    const purse = await openPurse(fixture, vault, {}, vault.signers[1]);
    const txHash = await payByPurse(fixture, purse);
    expect(await succeeded(confirmPurseStep(fixture, purse, 'payment', txHash))).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a payment of a purse is refused', () => {
  let purse: PurseScenario;
  beforeAll(async () => {
    purse = await createPurse(fixture);
  });
  const ask = (body: object, wallet = purse.spender) =>
    as(wallet).post<Refusal>(`${purse.path}/pay`, { to: purse.payee.address, amount: 0.01, ...body });

  it.each([
    ['to somebody who is not listed', () => ({ to: purse.spender.address }), 403, 'NOT_ELIGIBLE'],
    ['to the vault itself', () => ({ to: purse.vault.created.contractAddress }), 403, 'NOT_ELIGIBLE'],
    ['above the limit', () => ({ amount: 0.05 }), 409, 'LIMIT_EXCEEDED'],
    ['above what is in it', () => ({ amount: 0.3 }), 409, 'INSUFFICIENT_FUNDS'],
    ['below dust', () => ({ amount: 0.000001 }), 400, 'INVALID_AMOUNT'],
    ['of nothing', () => ({ amount: 0 }), 400, 'INVALID_AMOUNT'],
    ['to an address that is none', () => ({ to: 'nonsense' }), 400, 'INVALID_ADDRESS'],
  ] as const)('%s', async (_, body, status, code) => {
    expect(await ask(body())).toMatchObject(refusal(status, code));
  });

  it('to everybody but its key: signers, the creator, the payee and strangers', async () => {
    const { vault, payee } = purse;
    for (const wallet of [...vault.signers, vault.creator, payee, fixture.wallet()])
      expect(await ask({}, wallet)).toMatchObject(refusal(403, 'FORBIDDEN'));
  });

  it('by its key alone where it would be sent home', async () => {
    const { spender, payee, vault, path } = purse;
    for (const wallet of [spender, vault.creator, payee, fixture.wallet()])
      expect(await as(wallet).post(`${path}/home`)).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
});

describe('a proposal of a purse is refused', () => {
  const people = () => ({ spender: fixture.wallet(), payee: fixture.wallet() });

  it.each([
    ['without payees', { allowance: { payees: undefined } }, 'allowance.payees'],
    ['with payees and for anybody', { allowance: { paysAnybody: true } }, 'allowance.payees'],
    ['without an amount', { amount: undefined }, 'amount'],
    ['with a recipient', { recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07' }, 'recipient'],
    ['with nothing to do', { allowance: undefined, amount: undefined }, 'allowance'],
    ['with a limit of less than a payment', { allowance: { limit: 0.00009999 } }, 'allowance.limit'],
    ['with less than a payment in it', { amount: 0.00009999 }, 'amount'],
  ])('%s', async (_, changes, field) => {
    const vault = await createActiveVault(fixture);
    const body = {
      ...allowanceOf(people(), changes),
      ...('allowance' in changes && changes.allowance === undefined && changes),
    };
    const answer = await as(vault.signers[0]).post<Refusal>(`${vault.path}/proposals`, body);
    expect(answer).toMatchObject({ status: 400, body: { details: { field } } });
  });

  it('with more money than the vault has, and of a vault without its first deposit', async () => {
    const vault = await createActiveVault(fixture);
    expect(
      await as(vault.signers[0]).post(`${vault.path}/proposals`, allowanceOf(people(), { amount: 2 })),
    ).toMatchObject(refusal(409, 'INSUFFICIENT_FUNDS'));
  });

  it('with the purse of another vault', async () => {
    const [purse, vault] = [await createPurse(fixture), await createActiveVault(fixture)];
    const body = { kind: 'allowance', purseIds: [purse.id] };
    expect(await as(vault.signers[0]).post(`${vault.path}/proposals`, body)).toMatchObject(refusal(403, 'FORBIDDEN'));
  });

  it('with fields of a purse in a proposal of another kind', async () => {
    const purse = await createPurse(fixture);
    const { vault } = purse;
    const spend = { recipient: purse.payee.address, amount: 0.1, purseIds: [purse.id] };
    expect(await as(vault.signers[0]).post(`${vault.path}/proposals`, spend)).toMatchObject({
      status: 400,
      body: { details: { field: 'purseIds' } },
    });
  });
});

describe('what the chain takes back of a purse', () => {
  it('is taken back in the record, and comes again', async () => {
    const purse = await createPurse(fixture);
    const txHash = await payByPurse(fixture, purse);
    await succeeded(confirmPurseStep(fixture, purse, 'payment', txHash));
    const hex = fixture.devnet.node.transaction(txHash)?.hex ?? '';
    fixture.devnet.node.drop(txHash);
    expect(await readPurse(fixture, purse)).toMatchObject({ balanceBase: '20000000', steps: [{ step: 'opened' }] });
    fixture.devnet.node.submit(hex);
    expect((await readPurse(fixture, purse)).steps).toMatchObject([{ step: 'paid' }, { step: 'opened' }]);
  });

  it('is its opening, too: it is not listed until it is there again', async () => {
    const purse = await createPurse(fixture);
    const { vault, spender, openedTxHash } = purse;
    const hex = fixture.devnet.node.transaction(openedTxHash)?.hex ?? '';
    fixture.devnet.node.reorganise(1, { keep: 'drop' });
    await as(vault.creator).get(`${vault.path}/state`);
    expect(await as(spender).get(purse.path)).toMatchObject({ status: expect.anything() as number });
    await eventually(async () => expect(await pursesOf(fixture, vault)).toEqual([]));
    fixture.devnet.node.submit(hex);
    await eventually(async () =>
      expect(await pursesOf(fixture, vault)).toMatchObject([{ id: purse.id, status: 'ACTIVE' }]),
    );
  });

  it('is a payment that another one of the same purse replaced', async () => {
    const purse = await createPurse(fixture);
    const [first, second] = [fixture.wallet(), fixture.wallet()];
    const vault = await createActiveVault(fixture);
    const open = await openPurse(fixture, vault, { allowance: { payees: [first.address, second.address] } });
    const one = await payByPurse(fixture, open, { to: first.address });
    await succeeded(confirmPurseStep(fixture, open, 'payment', one));
    fixture.devnet.node.drop(one);
    const other = await payByPurse(fixture, open, { to: second.address });
    expect((await readPurse(fixture, open)).steps).toMatchObject([{ payee: second.address, txHash: other }, {}]);
    expect(await readPurse(fixture, purse)).toMatchObject({ balanceBase: '20000000' });
  });
});

describe('purses of strangers', () => {
  it('are not listed: anybody can announce one for a vault, with their own money', async () => {
    const purse = await createPurse(fixture);
    const { vault, openedTxHash } = purse;
    const outputs = fixture.devnet.node.transaction(openedTxHash)?.outputs ?? [];
    const announcement = outputs.find(({ lockingBytecode }) => lockingBytecode.startsWith('6a'));
    expect(announcement).toBeDefined();
    const { contractAddress } = await readPurse(fixture, purse);
    await payOutputs(fixture, fixture.wallet(5_000_000n), [{ to: contractAddress, satoshis: 1_000_000n }]);
    await fixture.mine();
    expect(await pursesOf(fixture, vault)).toMatchObject([{ id: purse.id, balanceBase: '20000000' }]);
  });
});

describe('the chain', () => {
  it('lists the purses of a public vault, and not those of a private one', async () => {
    const { node } = fixture.devnet;
    const isListed = ({ openedTxHash }: PurseScenario): boolean => paysBeacon(node, openedTxHash);
    const shown = await openPurse(fixture, await createActiveVault(fixture, { isPublic: true }));
    expect([isListed(shown), isListed(await createPurse(fixture))]).toEqual([true, false]);
    expect(await readPurse(fixture, shown)).toMatchObject({ status: 'ACTIVE', balanceBase: '20000000' });
  });
});

describe('events of a purse', () => {
  it('come to members of the vault, with the purse and whom it paid', async () => {
    const vault = await createActiveVault(fixture, { isPublic: true });
    const purse = await openPurse(fixture, vault);
    await succeeded(confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse)));
    await succeeded(confirmPurseStep(fixture, purse, 'home', await sendHome(fixture, purse, vault.signers[0])));
    await eventually(async () => {
      const { events } = (await fixture.client.get<ListEventsResponse>(`/api/events?record=${vault.id}&format=json`))
        .body;
      const ofPurses = events.filter(({ kind }) => kind.startsWith('purse_'));
      expect(ofPurses).toMatchObject([
        { kind: 'purse_opened', amountBase: '20000000', figures: { purse: purse.id } },
        { kind: 'purse_paid', amountBase: '1000000', figures: { payee: purse.payee.address } },
        { kind: 'purse_home', figures: { status: 'HOME' } },
      ]);
      for (const { parties } of ofPurses)
        expect(parties.map(({ address }) => address)).toEqual(
          expect.arrayContaining([...vault.signers.map(({ address }) => address), purse.spender.address]),
        );
    });
    const { events } = (await as(vault.creator).get<GetVaultResponse>(vault.path)).body;
    expect(events.map(({ event }) => event)).toEqual(['deposited', 'spent']);
  });
});
