import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  buildPlanFunding,
  createPlanContracts,
  decodePlanState,
  lockingBytecodeOf,
  partyOfKey,
  planTermsOf,
} from '@weir/covenants';
import { createVaultsRepository } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { createVaultsService, type StreamView, type VaultContext, type VaultsService } from '../src/index.js';
import { createVaultJob } from '../src/vaults/watch/vault-job.js';
import { payFirstDeposit } from './support/first-deposit.js';
import { DAY, startTestbed, type Testbed } from './support/testbed.js';

const COIN = 100_000_000n;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

let bed: Testbed;
let context: VaultContext;
let vaults: VaultsService;
let creator: Wallet;
let signers: readonly [Wallet, Wallet, Wallet];
beforeAll(async () => {
  bed = await startTestbed();
  context = { ...bed.context, vaults: createVaultsRepository(bed.db) };
  vaults = createVaultsService(context);
  creator = bed.wallet(6n * COIN);
  signers = [bed.wallet(), bed.wallet(), bed.wallet()];
});
afterAll(() => bed.stop());

/** A vault of 1 BCH. */
const openVault = async (): Promise<string> => {
  const { id } = await vaults.create(
    {
      name: 'Treasury',
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKey }) => binToHex(publicKey)),
      totalDeposit: 1,
    },
    creator.address,
  );
  const txid = await payFirstDeposit(vaults, id, creator);
  bed.node.mine();
  await vaults.updateBalance(id, { txid, amount: 1 }, creator.address);
  return id;
};

/** A stream of 0.1 BCH over ten days that a vault is to fund. */
const createStream = async (vaultId: string): Promise<StreamView> => {
  const startTime = bed.node.tip.medianTimePast;
  const terms = { totalAmount: 0.1, streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY } as const;
  const { stream } = await bed.streams.create(
    { ...terms, vaultId, recipient: bed.wallet().address },
    signers[0].address,
  );
  return stream;
};

const propose = (vaultId: string, { id }: StreamView, kind: 'stream' | 'cancel' = 'stream') =>
  vaults.propose(vaultId, { kind, streamIds: [id] }, signers[0].address);
const sign = async (id: string, signer: Wallet) => {
  const { wcTransaction } = await vaults.approve(id, signer.address);
  const { signedTransaction } = await signer.signTransaction({ ...wcTransaction, broadcast: false });
  await vaults.submitSignature(id, signedTransaction, signer.address);
};
const carryOut = async (id: string): Promise<string> => {
  await sign(id, signers[0]);
  await sign(id, signers[2]);
  return bed.node.submit((await vaults.execute(id, signers[0].address)).txHex);
};
const read = async ({ id }: StreamView) => (await bed.streams.get(id)).stream;

/** Funds a stream out of somebody's own money, in the vault's name. */
const fundAsStranger = async ({ id }: StreamView): Promise<string> => {
  const row = await bed.context.streams.findById(id);
  const { place } = row ?? {};
  if (row === undefined || place === undefined) throw new Error('The stream is none of a plan');
  const terms = planTermsOf(hexToBin(place.announcement), 'devnet');
  const [state, group] = [decodePlanState(terms.product, row.initialCommitment)?.state, terms.groups[place.group]];
  if (state === undefined || group === undefined) throw new Error('The stream has no terms');
  const stream = {
    recipient: partyOfKey(row.recipientHash),
    group,
    state,
    principal: row.totalAmount,
    reserve: place.reserve,
  };
  const stranger = bed.wallet(COIN);
  const lockingBytecode = lockingBytecodeOf(stranger.publicKeyHash);
  const { transaction } = buildPlanFunding(
    { terms, contracts: createPlanContracts(terms, 'devnet'), streams: [stream] },
    { hash: stranger.publicKeyHash, coins: await bed.context.chain.unspent(lockingBytecode) },
    await bed.context.chain.tip(),
  );
  return (await stranger.signTransaction(transaction.wcTransaction)).signedTransactionHash;
};

describe('a stream that a vault opens', () => {
  it('is found carried out by the watcher of vaults, where nobody confirms it', async () => {
    const vaultId = await openVault();
    const stream = await createStream(vaultId);
    const { id } = await propose(vaultId, stream);
    const txHash = await carryOut(id);
    expect(await read(stream)).toMatchObject({ status: 'PENDING' });
    await createVaultJob(context, SILENT)(vaultId);
    expect(await read(stream)).toMatchObject({ status: 'ACTIVE', fundingTxHash: txHash, fundedBySender: true });
    expect(await vaults.proposal(id, creator.address)).toMatchObject({ status: 'EXECUTED', txHash });
    // And again: nothing changes.
    await createVaultJob(context, SILENT)(vaultId);
    expect(await vaults.confirmExecute(id, txHash, creator.address)).toMatchObject({ txHash });
  });

  it('is found carried out also where an opening before it cannot be recorded', async () => {
    const vaultId = await openVault();
    const [broken, whole] = [await createStream(vaultId), await createStream(vaultId)];
    for (const stream of [broken, whole]) await carryOut((await propose(vaultId, stream)).id);
    // As if a restored backup had another stream in its place.
    await bed.db.updateTable('streams').set({ totalAmount: 1_234_567n }).where('id', '=', broken.id).execute();
    expect(await createVaultJob(context, SILENT)(vaultId)).toMatchObject({ isDone: false });
    expect(await read(broken)).toMatchObject({ status: 'PENDING' });
    expect(await read(whole)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is not paid for twice where somebody else has funded it', async () => {
    const vaultId = await openVault();
    const stream = await createStream(vaultId);
    const { id } = await propose(vaultId, stream);
    await sign(id, signers[0]);
    const txHash = await fundAsStranger(stream);
    // Whoever asks before it is confirmed is told.
    await expect(propose(vaultId, await createStream(vaultId))).resolves.toMatchObject({ status: 'PENDING' });
    await bed.streams.confirmFunding(stream.id, txHash);
    expect(await read(stream)).toMatchObject({ status: 'ACTIVE', fundedBySender: false });
    await expect(vaults.approve(id, signers[1].address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await expect(propose(vaultId, stream)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    // It is the vault's all the same: two of three cancel it, and get what was not due.
    bed.node.mine();
    const cancel = await propose(vaultId, stream, 'cancel');
    expect(await vaults.confirmExecute(cancel.id, await carryOut(cancel.id), creator.address)).toMatchObject({
      proposal: { status: 'EXECUTED', subjects: [{ type: 'stream', id: stream.id }] },
    });
    expect(await read(stream)).toMatchObject({ status: 'CANCELLED' });
  });

  it('names the funding that a stranger broadcast and nobody confirmed', async () => {
    const vaultId = await openVault();
    const stream = await createStream(vaultId);
    const fundingTxHash = await fundAsStranger(stream);
    await expect(propose(vaultId, stream)).rejects.toMatchObject({ code: 'WRONG_STATE', details: { fundingTxHash } });
  });

  it('is proposed by creator and signers alone, and not after its time', async () => {
    const vaultId = await openVault();
    const stream = await createStream(vaultId);
    const viewer = bed.wallet();
    await vaults.addViewer(vaultId, viewer.address, creator.address);
    const input = { kind: 'stream', streamIds: [stream.id] } as const;
    for (const stranger of [viewer, bed.wallet()])
      await expect(vaults.propose(vaultId, input, stranger.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const late = createVaultsService({ ...context, now: () => context.now() + 10 });
    await bed.db
      .updateTable('streams')
      .set({ expiresAt: context.now() + 5 })
      .where('id', '=', stream.id)
      .execute();
    await expect(late.propose(vaultId, input, creator.address)).rejects.toMatchObject({ code: 'RECORD_EXPIRED' });
  });
});
