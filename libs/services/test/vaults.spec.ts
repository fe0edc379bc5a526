import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import { createVaultsRepository } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import {
  createVaultsService,
  type CreateVaultInput,
  type ProposeInput,
  type VaultsService,
  type VaultView,
} from '../src/index.js';
import { payFirstDeposit } from './support/first-deposit.js';
import { startTestbed, type Testbed } from './support/testbed.js';

const COIN = 100_000_000n;
const P2SH20 = 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t';
const P2SH32 = 'bchtest:rwjenp54j7j3mac5g9dtd2hy4we68mxewfqkswzlmw920kt9v4yrwzapp90p4';

let bed: Testbed;
let vaults: VaultsService;
let creator: Wallet;
let stranger: Wallet;
let signers: readonly [Wallet, Wallet, Wallet];
beforeAll(async () => {
  bed = await startTestbed();
  vaults = createVaultsService({ ...bed.context, vaults: createVaultsRepository(bed.db) });
  [creator, stranger] = [bed.wallet(6n * COIN), bed.wallet()];
  signers = [bed.wallet(), bed.wallet(), bed.wallet()];
});
afterAll(() => bed.stop());

const signersOf = (wallets: readonly Wallet[]) => ({
  signers: wallets.map(({ address }) => address),
  signerPubkeys: wallets.map(({ publicKey }) => binToHex(publicKey)),
});
const create = (changes: Partial<CreateVaultInput> = {}, by = creator): Promise<VaultView> =>
  vaults.create({ name: 'Treasury', ...signersOf(signers), totalDeposit: 1, ...changes }, by.address);

/** Pays the first deposit. */
const fill = async ({ id }: VaultView): Promise<void> => {
  const txid = await payFirstDeposit(vaults, id, creator);
  bed.node.mine();
  const updated = await vaults.updateBalance(id, { txid, amount: 1 }, creator.address);
  expect(updated).toMatchObject({ txHash: txid, amount: COIN, vault: { status: 'active', currentBalance: COIN } });
};
const open = async (): Promise<VaultView> => {
  const vault = await create();
  await fill(vault);
  return vault;
};
const propose = ({ id }: VaultView, changes: Partial<ProposeInput> = {}, by = signers[0]) =>
  vaults.propose(id, { recipient: stranger.address, amount: 0.1, ...changes }, by.address);
const sign = async (id: string, signer: Wallet) => {
  const { wcTransaction } = await vaults.approve(id, signer.address);
  const { signedTransaction } = await signer.signTransaction({ ...wcTransaction, broadcast: false });
  return vaults.submitSignature(id, signedTransaction, signer.address);
};

describe('creating a vault', () => {
  it('takes every form of an address and a text amount', async () => {
    const vault = await create({
      signers: signers.map(({ tokenAddress }) => tokenAddress.slice(8)),
      totalDeposit: '0.5',
    });
    expect(vault).toMatchObject({
      signers: signers.map(({ address }) => address),
      totalDeposit: COIN / 2n,
      status: 'pending',
      isPublic: false,
    });
    expect((await create()).contractAddress).not.toBe(vault.contractAddress);
  });

  it('lets a signer be the creator, who is creator first', async () => {
    expect(await create({}, signers[1])).toMatchObject({ role: 'creator', isSigner: true });
  });

  it.each<[string, () => Partial<CreateVaultInput>, string]>([
    [
      'keys in another order',
      () => ({ signerPubkeys: signersOf(signers.toReversed()).signerPubkeys }),
      'INVALID_REQUEST',
    ],
    [
      'a key that is none',
      () => ({ signerPubkeys: [...signersOf(signers).signerPubkeys.slice(1), 'zz'] }),
      'INVALID_REQUEST',
    ],
    ['a signer twice', () => signersOf([signers[0], signers[0], signers[1]]), 'INVALID_REQUEST'],
    ['a contract as signer', () => ({ signers: [P2SH20, ...signersOf(signers).signers.slice(1)] }), 'INVALID_ADDRESS'],
    ['an amount of nothing', () => ({ totalDeposit: 0 }), 'INVALID_AMOUNT'],
    ['an amount finer than a satoshi', () => ({ totalDeposit: 0.123456789 }), 'INVALID_AMOUNT'],
    ['dust', () => ({ totalDeposit: 0.00000545 }), 'INVALID_AMOUNT'],
    ['a blank name', () => ({ name: '  ' }), 'INVALID_REQUEST'],
  ])('refuses %s', async (_, changes, code) => {
    await expect(create(changes())).rejects.toMatchObject({ code });
  });
});

describe('who sees a vault', () => {
  it('is a member, and whom the creator shows it to', async () => {
    const vault = await create();
    const ids = async (wallet: Wallet) => (await vaults.list({}, wallet.address)).all.map(({ id }) => id);
    await expect(vaults.get(vault.id, stranger.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(vaults.state(vault.id, stranger.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect([await ids(stranger), await ids(signers[2])]).toEqual([[], expect.arrayContaining([vault.id])]);
    await expect(vaults.addViewer(vault.id, stranger.address, signers[0].address)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const viewer = bed.wallet();
    await expect(vaults.addViewer(vault.id, 'nonsense', creator.address)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
    });
    for (const address of [viewer.tokenAddress, viewer.address, signers[0].address])
      expect((await vaults.addViewer(vault.id, address, creator.address)).viewers).toEqual([viewer.address]);
    expect((await vaults.get(vault.id, viewer.address)).vault).toMatchObject({ role: 'viewer', isSigner: false });
    expect(await vaults.state(vault.id, viewer.address)).toMatchObject({ nft: null, tokens: [] });
    await expect(propose(vault, {}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(vaults.list({ cursor: 'x' }, viewer.address)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  });

  it('is shown so many at most', async () => {
    const { id } = await create();
    for (let i = 0; i < 100; i += 1) await vaults.addViewer(id, bed.wallet().address, creator.address);
    await expect(vaults.addViewer(id, bed.wallet().address, creator.address)).rejects.toMatchObject({
      code: 'WRONG_STATE',
    });
  });
});

describe('a proposal', () => {
  let vault: VaultView;
  beforeAll(async () => {
    vault = await open();
  });

  it('is paid once two have signed', async () => {
    const { id } = await propose(vault, { reason: 'Rent' });
    await expect(vaults.execute(id, signers[0].address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await expect(sign(id, stranger)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await sign(id, signers[0])).status).toBe('PENDING');
    expect((await sign(id, signers[2])).status).toBe('APPROVED');
    const { txHex, txHash } = await vaults.execute(id, signers[0].address);
    bed.node.submit(txHex);
    bed.node.mine();
    expect(await vaults.confirmExecute(id, txHash, signers[0].address)).toMatchObject({
      txHash,
      proposal: { status: 'EXECUTED', txHash },
      vault: { status: 'active', currentBalance: COIN - COIN / 10n - (await vaults.proposal(id, creator.address)).fee },
    });
    expect((await vaults.state(vault.id, creator.address)).nft).toMatchObject({ spends: 1 });
    expect((await vaults.get(vault.id, creator.address)).events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['deposited', 'spent']),
    );
  });

  it('ends when two vote against it, or who made it', async () => {
    const { id } = await propose(vault);
    await expect(vaults.reject(id, stranger.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await vaults.reject(id, signers[1].address)).status).toBe('PENDING');
    expect((await vaults.reject(id, signers[2].address)).status).toBe('REJECTED');
    await expect(vaults.reject(id, signers[0].address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    const own = await propose(vault);
    expect((await vaults.reject(own.id, signers[0].address)).status).toBe('REJECTED');
    const { proposals, total } = await vaults.proposals(vault.id, { status: 'REJECTED' }, signers[0].address);
    expect([proposals.map((each) => each.id), total]).toEqual([[own.id, id], 2]);
  });

  it('takes back a signature with a rejection, and a rejection with a signature', async () => {
    const { id } = await propose(vault);
    for (const signer of signers.slice(1)) await sign(id, signer);
    expect(await vaults.reject(id, signers[2].address)).toMatchObject({
      status: 'PENDING',
      approvals: [{ signer: signers[1].address }],
      rejections: [{ signer: signers[2].address }],
    });
    expect(await sign(id, signers[2])).toMatchObject({ status: 'APPROVED', rejections: [] });
  });

  it('needs money, not a state', async () => {
    const pending = await create();
    await expect(propose(pending)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    const script = cashAddressToLockingBytecode(pending.contractAddress);
    if (typeof script === 'string') throw new Error(script);
    bed.node.fund(binToHex(script.bytecode), COIN / 2n);
    bed.node.mine();
    expect(await propose(pending)).toMatchObject({ status: 'PENDING' });
  });

  it('pays any kind of address, in every form', async () => {
    for (const recipient of [P2SH20, P2SH32, stranger.tokenAddress])
      expect(await propose(vault, { recipient: recipient.slice('bchtest:'.length) }, creator)).toMatchObject({
        recipient,
        proposer: creator.address,
      });
  });

  it.each<[string, () => Partial<ProposeInput>, string]>([
    ['no amount', () => ({ amount: undefined }), 'INVALID_REQUEST'],
    ['an amount beyond the vault', () => ({ amount: 2 }), 'INSUFFICIENT_FUNDS'],
    [
      'tokens the vault has not',
      () => ({ amount: 5, tokenType: 'FUNGIBLE_TOKEN', tokenCategory: 'ab'.repeat(32) }),
      'INSUFFICIENT_FUNDS',
    ],
    ['dust', () => ({ amount: 0.00000545 }), 'INVALID_AMOUNT'],
    ['what is dust for a contract only', () => ({ amount: 0.0000055, recipient: P2SH32 }), 'INVALID_AMOUNT'],
    ['a negative amount', () => ({ amount: -1 }), 'INVALID_AMOUNT'],
    ['an address that is none', () => ({ recipient: 'nonsense' }), 'INVALID_ADDRESS'],
    [
      'an address of another network',
      () => ({ recipient: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' }),
      'INVALID_ADDRESS',
    ],
    ['the vault itself', () => ({ recipient: vault.contractAddress }), 'INVALID_REQUEST'],
    ['a token without a category', () => ({ tokenType: 'FUNGIBLE_TOKEN' }), 'INVALID_REQUEST'],
    ['BCH with a category', () => ({ tokenCategory: 'ab'.repeat(32) }), 'INVALID_REQUEST'],
    ['a close with an amount', () => ({ kind: 'close' }), 'INVALID_REQUEST'],
    [
      'a close of a coin',
      () => ({ kind: 'close', amount: undefined, outpoint: `${'a'.repeat(64)}:0` }),
      'INVALID_REQUEST',
    ],
    ['a coin with an amount', () => ({ outpoint: `${'a'.repeat(64)}:0` }), 'INVALID_REQUEST'],
    ['a coin that is not there', () => ({ amount: undefined, outpoint: `${'a'.repeat(64)}:0` }), 'WRONG_STATE'],
  ])('refuses %s', async (_, changes, code) => {
    await expect(propose(vault, changes())).rejects.toMatchObject({ code });
  });

  it('closes the vault: all of it, to the recipient', async () => {
    const { id, amount, fee, payouts } = await propose(vault, { kind: 'close', amount: undefined });
    const { currentBalance } = (await vaults.get(vault.id, creator.address)).vault;
    expect([amount, payouts.map(({ satoshis }) => satoshis)]).toEqual([currentBalance - fee, [amount]]);
    for (const signer of signers.slice(0, 2)) await sign(id, signer);
    const { txHex, txHash } = await vaults.execute(id, signers[0].address);
    bed.node.submit(txHex);
    expect((await vaults.confirmExecute(id, txHash, signers[0].address)).vault).toMatchObject({
      status: 'closed',
      currentBalance: 0n,
    });
    await expect(propose(vault)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  });

  it.each(['confirmed', 'found on the chain'])('never shows a closed vault beside its old balance: %s', async (how) => {
    const closing = await open();
    const { id } = await propose(closing, { kind: 'close', amount: undefined });
    for (const signer of signers.slice(0, 2)) await sign(id, signer);
    const { txHex, txHash } = await vaults.execute(id, signers[0].address);
    bed.node.submit(txHex);
    const repository = createVaultsRepository(bed.db);
    // What a reader meets after each commit.
    const met: string[] = [];
    const watched = createVaultsService({
      ...bed.context,
      vaults: {
        ...repository,
        async withVault(vaultId, work) {
          const result = await repository.withVault(vaultId, work);
          const row = await repository.findById(vaultId);
          met.push(`${row?.status} ${row?.currentBalance}`);
          return result;
        },
      },
    });
    if (how === 'confirmed') await watched.confirmExecute(id, txHash, signers[0].address);
    else await watched.proposal(id, creator.address);
    expect(met.at(-1)).toBe('closed 0');
    expect(met.filter((row) => row.startsWith('closed') && row !== 'closed 0')).toEqual([]);
  });
});
