import type {
  CreateAirdropResponse,
  ExecuteResponse,
  ProposalResponse,
  UpdateBalanceResponse,
  VaultDeposit,
} from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { agree, grantPayment, grantStream, openGrant, proposeMove } from '../support/grant-scenario.js';
import { grantPlan, openNextPart, recipientsFrom } from '../support/plan-grant-scenario.js';
import { confirmPurseStep, openPurse, payByPurse, readPurse, sendHome } from '../support/purse-scenario.js';
import { Recorder } from '../support/recorder.js';
import { callRecovery, confirmStep, createActiveRoster, readRoster, stepByParty } from '../support/roster-scenario.js';
import {
  confirmExecution,
  createActiveVault,
  createVault,
  propose,
  sendTo,
  sign,
  signatureOf,
  signersOf,
  type VaultScenario,
} from '../support/vault-scenario.js';

const NO_HASH = 'a'.repeat(64);
const UNKNOWN = '/api/vaults/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

/** A vault as everybody sees it. */
const readAll = async ({ fixture }: Recorder, { path, creator, signers }: VaultScenario): Promise<void> => {
  for (const wallet of [creator, signers[0], fixture.wallet()]) await fixture.client.as(wallet.address).get(path);
  await fixture.client.as(creator.address).get(`${path}/state`);
  await fixture.client.as(creator.address).get(`${path}/proposals`);
};

const followVault = async (recorder: Recorder, isPublic: boolean): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  const kind = isPublic ? 'Public' : 'Private';
  recorder.scene(`${kind} vault: pending`);
  const vault = await createVault(fixture, { isPublic, description: 'For the rent' });
  const { path, creator, signers } = vault;
  const [asCreator, asSigner] = [client.as(creator.address), client.as(signers[0].address)];
  await readAll(recorder, vault);
  const viewer = fixture.wallet();
  await asCreator.post(`${path}/signers`, { signerAddress: viewer.address });
  await client.as(viewer.address).get(path);
  await asCreator.post(`${path}/update-balance`, { txid: NO_HASH, amount: 1 });
  await asSigner.post(`${path}/proposals`, { recipient: viewer.address, amount: 0.1, reason: 'Early' });

  recorder.scene(`${kind} vault: active`);
  const { body } = await asCreator.get<VaultDeposit>(`${path}/deposit`);
  const { signedTransactionHash: txid } = await creator.signTransaction(body.wcTransaction);
  await asCreator.post<UpdateBalanceResponse>(`${path}/update-balance`, { txid, amount: body.amountToDeposit });
  await fixture.mine();
  await asCreator.get(`${path}/deposit`);
  await readAll(recorder, vault);
  await sendTo(fixture, vault, 50_000_000n);
  await readAll(recorder, vault);

  recorder.scene(`${kind} vault: proposals`);
  const payee = fixture.wallet();
  const [paid, stale, rejected] = [
    await propose(fixture, vault, { recipient: payee.address }),
    await propose(fixture, vault, { recipient: payee.address, amount: 0.2 }),
    await propose(fixture, vault, { recipient: payee.address, amount: 0.3 }),
  ];
  await sign(client, stale.id, signers[1]);
  await asSigner.post(`/api/proposals/${rejected.id}/reject`);
  await asSigner.get(`/api/proposals/${rejected.id}`);
  await asSigner.post(`/api/proposals/${paid.id}/execute`);
  const signature = await signatureOf(client, paid.id, signers[0]);
  await asSigner.post(`/api/proposals/${paid.id}/signatures`, { signedTransaction: '00' });
  await asSigner.post(`/api/proposals/${paid.id}/signatures`, { signedTransaction: signature });
  await sign(client, paid.id, signers[2]);
  const { body: executed } = await asSigner.post<ExecuteResponse>(`/api/proposals/${paid.id}/execute`);
  await confirmExecution(fixture, vault, paid.id, fixture.devnet.node.submit(executed.txHex));
  await fixture.mine();
  for (const { id } of [paid, stale]) await asSigner.get(`/api/proposals/${id}`);
  await client.as(viewer.address).get(`/api/proposals/${paid.id}`);
  await client.as(payee.address).get(`/api/proposals/${paid.id}`);
  await readAll(recorder, vault);

  recorder.scene(`${kind} vault: closed`);
  const close = await proposeMove(fixture, vault, { kind: 'close', recipient: payee.address, reason: 'Over' });
  await agree(fixture, vault, close);
  await fixture.mine();
  await readAll(recorder, vault);
  for (const wallet of [creator, signers[0], viewer]) await client.as(wallet.address).get('/api/vaults');
  await client.as(signers[0].address).get('/api/proposals');
};

/** What a vault can fund. */
const followGrants = async (recorder: Recorder): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  recorder.scene('What a vault funds');
  const vault = await createActiveVault(fixture);
  const asSigner = client.as(vault.signers[0].address);
  const stream = await grantStream(fixture, vault);
  await openGrant(fixture, vault, stream);
  await client.get(stream.path);
  const cancel = await proposeMove(fixture, vault, { kind: 'cancel', streamIds: [stream.id] });
  await agree(fixture, vault, cancel);
  await client.get(stream.path);
  const payment = await grantPayment(fixture, vault);
  await openGrant(fixture, vault, payment);
  await client.get(payment.path);
  const plan = await grantPlan(fixture, vault, recipientsFrom(1, 2));
  await openNextPart(fixture, vault, plan);
  await asSigner.get(plan.path);
  await asSigner.get(`${plan.path}/streams`);
  const { campaign, proposal } = await succeeded(
    asSigner.post<CreateAirdropResponse>('/api/airdrops/create', {
      title: 'From the treasury',
      totalAmount: 0.001,
      amountPerClaim: 0.0001,
      vaultId: vault.id,
    }),
  );
  if (proposal === undefined) throw new Error('The answer names no proposal');
  await openGrant(fixture, vault, { proposal });
  await client.get(`/api/airdrops/${campaign.id}`);
  await readAll(recorder, vault);
};

/** A treasury whose signers are exchanged, and recovered. */
const followRoster = async (recorder: Recorder): Promise<void> => {
  const { fixture } = recorder;
  recorder.scene('A roster: exchange');
  const roster = await createActiveRoster(fixture);
  const { path, signers, guardian } = roster;
  const [anna, ben, cleo] = signers;
  const joins = fixture.wallet(100_000n);
  const exchange = await proposeMove(fixture, roster, {
    kind: 'exchange',
    exchange: { leaves: cleo.address, joins: joins.address, joinsPubkey: joins.publicKeyHex },
  });
  await fixture.client.as(cleo.address).post(`/api/proposals/${exchange.id}/approve`);
  await agree(fixture, { ...roster, signers: [anna, cleo, ben] }, exchange);
  await fixture.mine();
  await readRoster(fixture, roster);

  recorder.scene('A roster: recovery');
  const asGuardian = fixture.client.as(guardian.address);
  await asGuardian.post(`${path}/recovery/call`);
  await callRecovery(fixture, roster);
  await asGuardian.get(`${path}/recovery`);
  const { id } = await succeeded(
    asGuardian.post<ProposalResponse>(`${path}/recovery/finish`, signersOf([cleo, ben, joins])),
  );
  await sign(fixture.client, id, guardian);
  await asGuardian.get(`${path}/recovery`);
  const veto = await stepByParty(fixture, roster, 'veto', joins);
  await confirmStep(fixture, roster, veto, joins);
  await fixture.client.as(joins.address).get(`${path}/recovery`);
};

/** Money that one key pays out. */
const followPurse = async (recorder: Recorder): Promise<void> => {
  const { fixture } = recorder;
  recorder.scene('A purse of a vault');
  const vault = await createActiveVault(fixture);
  const purse = await openPurse(fixture, vault);
  const paid = await payByPurse(fixture, purse);
  await confirmPurseStep(fixture, purse, 'payment', paid);
  const asSpender = fixture.client.as(purse.spender.address);
  await asSpender.get('/api/purses');
  await asSpender.post(`${purse.path}/pay`, { to: purse.payee.address, amount: 0.1 });
  await asSpender.post(`${purse.path}/pay`, { to: fixture.wallet().address, amount: 0.001 });
  await confirmPurseStep(fixture, purse, 'home', await sendHome(fixture, purse, vault.signers[1]));
  await readPurse(fixture, purse);
};

describe('the routes of vaults and proposals', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    try {
      for (const isPublic of [true, false]) await followVault(recorder, isPublic);
      await followGrants(recorder);
      await followPurse(recorder);
      await followRoster(recorder);
      recorder.scene('Refusals');
      const [creator, ...signers] = Array.from({ length: 4 }, () => fixture.wallet());
      const asCreator = fixture.client.as(creator?.address ?? '');
      const terms = { name: 'Treasury', ...signersOf(signers), totalDeposit: 1 };
      for (const wrong of [{}, { ...terms, ...signersOf(signers.slice(1)) }, { ...terms, approvalThreshold: 3 }])
        await asCreator.post('/api/vaults', wrong);
      await fixture.client.post('/api/vaults', terms);
      await asCreator.get(UNKNOWN);
      recorder.assertAsRecorded('vaults', ['/api/vaults', '/api/proposals', '/api/purses']);
    } finally {
      await fixture.stop();
    }
  });
});
