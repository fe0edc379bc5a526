import { hexToBin } from '@bitauth/libauth';
import {
  buildPlanFunding,
  createPlanContracts,
  decodePlanState,
  lockingBytecodeOf,
  partyOfKey,
  planTermsOf,
} from '@weir/covenants';
import { createVaultsRepository } from '@weir/infra';
import { createVaultsService, type StreamView } from '../src/index.js';
import { createVaultJob } from '../src/vaults/watch/vault-watcher.js';
import { DAY, SILENT, useBed } from './support/testbed.js';
import { startVaultBed } from './support/vault-bed.js';

const COIN = 100_000_000n;

const bed = useBed(startVaultBed);

/** A stream of 0.1 BCH over ten days that a vault is to fund. */
const createStream = async (vaultId: string): Promise<StreamView> => {
  const startTime = bed.node.tip.medianTimePast;
  const terms = { totalAmount: 0.1, streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY } as const;
  const { stream } = await bed.streams.create(
    { ...terms, vaultId, recipient: bed.wallet().address },
    bed.signers[0].address,
  );
  return stream;
};

const propose = (vaultId: string, { id }: StreamView, kind: 'stream' | 'cancel' = 'stream') =>
  bed.vaults.propose(vaultId, { kind, streamIds: [id] }, bed.signers[0].address);
const read = async ({ id }: StreamView) => (await bed.streams.get(id)).stream;

/** Funds a stream out of somebody's own money, in the vault's name. */
const fundAsStranger = async ({ id }: StreamView): Promise<string> => {
  const row = await bed.context.streams.findById(id);
  const { place } = row ?? {};
  if (row === undefined || place === undefined || place.announcement === null)
    throw new Error('The stream is not part of a plan');
  const terms = planTermsOf(hexToBin(place.announcement), 'devnet');
  const [state, group] = [decodePlanState(terms.product, row.initialCommitment)?.state, terms.groups[place.group ?? 0]];
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
    const vaultId = await bed.openVault();
    const stream = await createStream(vaultId);
    const { id } = await propose(vaultId, stream);
    const txHash = await bed.carryOut(id);
    expect(await read(stream)).toMatchObject({ status: 'PENDING' });
    await createVaultJob(bed.vaultContext, SILENT)(vaultId);
    expect(await read(stream)).toMatchObject({ status: 'ACTIVE', fundingTxHash: txHash, fundedBySender: true });
    expect(await bed.vaults.proposal(id, bed.signers[2].address)).toMatchObject({ status: 'EXECUTED', txHash });
    // And again: nothing changes.
    await createVaultJob(bed.vaultContext, SILENT)(vaultId);
    expect(await bed.vaults.confirmExecute(id, txHash, bed.signers[2].address)).toMatchObject({ txHash });
  });

  it('is found carried out also where an opening before it cannot be recorded', async () => {
    const vaultId = await bed.openVault();
    const [broken, whole] = [await createStream(vaultId), await createStream(vaultId)];
    for (const stream of [broken, whole]) await bed.carryOut((await propose(vaultId, stream)).id);
    // As if a restored backup had another stream in its place.
    await bed.db.updateTable('streams').set({ totalAmount: 1_234_567n }).where('id', '=', broken.id).execute();
    expect(await createVaultJob(bed.vaultContext, SILENT)(vaultId)).toMatchObject({ isDone: false });
    expect(await read(broken)).toMatchObject({ status: 'PENDING' });
    expect(await read(whole)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is not paid for twice where somebody else has funded it', async () => {
    const vaultId = await bed.openVault();
    const stream = await createStream(vaultId);
    const { id } = await propose(vaultId, stream);
    await bed.sign(id, bed.signers[0]);
    const txHash = await fundAsStranger(stream);
    // Anybody who asks before it is confirmed is shown.
    await expect(propose(vaultId, await createStream(vaultId))).resolves.toMatchObject({ status: 'PENDING' });
    await bed.streams.confirmFunding(stream.id, txHash);
    expect(await read(stream)).toMatchObject({ status: 'ACTIVE', fundedBySender: false });
    await expect(bed.vaults.approve(id, bed.signers[1].address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await expect(propose(vaultId, stream)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    // It is the vault's all the same: two of three cancel it, and get what was not due.
    bed.node.mine();
    const cancel = await propose(vaultId, stream, 'cancel');
    expect(
      await bed.vaults.confirmExecute(cancel.id, await bed.carryOut(cancel.id), bed.signers[2].address),
    ).toMatchObject({
      proposal: { status: 'EXECUTED', subjects: [{ type: 'stream', id: stream.id }] },
    });
    expect(await read(stream)).toMatchObject({ status: 'CANCELLED' });
  });

  it('names the funding that a stranger broadcast and nobody confirmed', async () => {
    const vaultId = await bed.openVault();
    const stream = await createStream(vaultId);
    const fundingTxHash = await fundAsStranger(stream);
    await expect(propose(vaultId, stream)).rejects.toMatchObject({ code: 'WRONG_STATE', details: { fundingTxHash } });
  });

  it('is not proposed after its time', async () => {
    const vaultId = await bed.openVault();
    const stream = await createStream(vaultId);
    const input = { kind: 'stream', streamIds: [stream.id] } as const;
    const late = createVaultsService({ ...bed.vaultContext, now: () => bed.context.now() + 10 });
    await bed.db
      .updateTable('streams')
      .set({ expiresAt: bed.context.now() + 5 })
      .where('id', '=', stream.id)
      .execute();
    await expect(late.propose(vaultId, input, bed.signers[2].address)).rejects.toMatchObject({
      code: 'RECORD_EXPIRED',
    });
  });
});

describe('by the calendar', () => {
  const CALENDAR = { months: 1, day: 31, time: '09:00', utcOffset: '+01:00' } as const;

  it('a vault opens a salary, pauses, resumes and cancels it by proposals', async () => {
    const vaultId = await bed.openVault();
    const [signer] = bed.signers;
    const { payment } = await bed.payments.create(
      { vaultId, recipient: bed.wallet().address, amountPerPeriod: 0.01, calendar: CALENDAR },
      signer.address,
    );
    const { id } = payment;
    const act = async (kind: 'payment' | 'pause' | 'resume' | 'cancel') => {
      const proposal = await bed.vaults.propose(vaultId, { kind, paymentIds: [id] }, signer.address);
      await bed.execute(proposal.id);
      return (await bed.payments.get(id)).payment;
    };
    const opened = await act('payment');
    expect(opened).toMatchObject({ status: 'ACTIVE', fundedBySender: true });
    expect(await act('pause')).toMatchObject({ status: 'PAUSED' });
    bed.node.mine(40);
    expect(await act('resume')).toMatchObject({ status: 'ACTIVE', nextPaymentDate: opened.nextPaymentDate });
    expect(await act('cancel')).toMatchObject({ status: 'CANCELLED' });
  });

  it('a vault opens a grant and tranches, and cancels both with a stream in seconds by one proposal', async () => {
    const vaultId = await bed.openVault(2);
    const [signer] = bed.signers;
    const start = bed.node.tip.medianTimePast;
    const create = async (terms: object) => {
      const shared = { vaultId, recipient: bed.wallet().address, streamType: 'STEP' as const };
      return (await bed.streams.create({ ...shared, totalAmount: 0.1, ...terms }, signer.address)).stream;
    };
    const grant = await create({ startTime: start, installments: 12, calendar: CALENDAR });
    const tranches = [30, 60].map((days) => ({ time: start + days * DAY, amount: 0.05 }));
    const list = await create({ tranches });
    const stream = await createStream(vaultId);
    for (const each of [grant, list, stream]) await bed.execute((await propose(vaultId, each)).id);
    const ids = [grant, list, stream].map(({ id }) => id);
    const cancel = await bed.vaults.propose(vaultId, { kind: 'cancel', streamIds: ids }, signer.address);
    await bed.execute(cancel.id);
    expect(await Promise.all([grant, list, stream].map(async (each) => (await read(each)).status))).toEqual(
      Array(3).fill('CANCELLED'),
    );
  });

  it('is not paid for twice where somebody else has funded it', async () => {
    const vaultId = await bed.openVault();
    const [signer] = bed.signers;
    const { payment } = await bed.payments.create(
      { vaultId, recipient: bed.wallet().address, amountPerPeriod: 0.01, calendar: CALENDAR },
      signer.address,
    );
    const input = { kind: 'payment', paymentIds: [payment.id] } as const;
    const first = await bed.vaults.propose(vaultId, input, signer.address);
    await bed.carryOut(first.id);
    await expect(bed.vaults.propose(vaultId, input, signer.address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  });
});

describe('a vault that was closed on the chain', () => {
  it.each(['confirmed', 'found on the chain'])('never shows as closed beside its old balance: %s', async (how) => {
    const [signer] = bed.signers;
    const vaultId = await bed.openVault();
    const recipient = bed.wallet().address;
    const { id } = await bed.vaults.propose(vaultId, { kind: 'close', recipient }, signer.address);
    const txHash = await bed.carryOut(id);
    const repository = createVaultsRepository(bed.db);
    /** What a reader meets after each commit. */
    const met: string[] = [];
    const watched = createVaultsService({
      ...bed.vaultContext,
      vaults: {
        ...repository,
        async withVault(at, work) {
          const result = await repository.withVault(at, work);
          const row = await repository.findById(at);
          met.push(`${row?.status} ${row?.currentBalance}`);
          return result;
        },
      },
    });
    if (how === 'confirmed') await watched.confirmExecute(id, txHash, signer.address);
    else await watched.proposal(id, signer.address);
    expect(met.at(-1)).toBe('closed 0');
    expect(met.filter((row) => row.startsWith('closed') && row !== 'closed 0')).toEqual([]);
  });
});
