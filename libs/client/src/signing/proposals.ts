import { Difference, vaultAddress, type AskedEffect } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import type { ProposalTerms, VaultTerms } from '../vaults/vaults.types.js';
import { campaignEffect, fundedCampaign } from './campaigns.js';
import { partOpening } from './plans.js';
import { recordedContract, recordMove } from './records.js';
import type { Expectation, Scene } from './scene.js';
import { assertParty, assertTold, unitsOf } from './told-records.js';

const asMember = async ({ wallet }: Scene) => ({ wallet, address: await addressOf(wallet) });

/** A vault, whose address follows from its signers. */
interface ReadVault {
  readonly record: Answered<'GetVaultResponse'>;
  readonly address: string;
  readonly isTold: boolean;
}

/** @throws Difference where its address is not that of its signers, or these are not those that the caller told */
const readVault = async (scene: Scene, id: string): Promise<ReadVault> => {
  const { connection, network, reads } = scene;
  const { api, ask, told } = connection;
  const record = await ask(
    (sent) => api.GET('/api/vaults/{id}', { ...sent, params: { path: { id } } }),
    await asMember(scene),
  );
  const address = vaultAddress(record.signers, record.vaultId, network);
  if (!isSameAddress(address, record.contractAddress))
    throw new Difference(
      'OTHER_TERMS',
      `The vault of these signers is at ${address}, not at ${record.contractAddress}`,
    );
  const own = told.get(id);
  if (own !== undefined) {
    const { signers, totalDeposit } = own.terms as VaultTerms;
    assertTold('number of signers', record.signers.length, signers.length);
    for (const [place, signer] of signers.entries()) assertParty('signer', record.signers[place] ?? '', signer);
    assertTold('deposit', record.totalDepositBase, unitsOf(totalDeposit, null));
  }
  reads.pin(id, address);
  return { record, address, isTold: own !== undefined };
};

/** Asks for a deposit of what is planned and missing. */
export const vaultDeposit = async (scene: Scene, id: string, built: unknown): Promise<Expectation> => {
  const { record, address, isTold } = await readVault(scene, id);
  const { depositSatoshis: amount } = built as Answered<'VaultDeposit'>;
  if (amount > record.totalDepositBase)
    throw new Difference('OTHER_TERMS', `It would deposit ${amount} satoshis; ${record.totalDepositBase} are planned`);
  const opensVault = record.status === 'pending';
  return { effects: [{ kind: 'PAYS', to: address, asset: undefined, amount, opensVault }], isTold };
};

/** Compares a proposal with what its proposer told here. */
const assertProposalTold = (proposal: Answered<'Proposal'>, terms: ProposalTerms): void => {
  assertTold('kind of proposal', proposal.kind, terms.kind ?? 'spend');
  assertParty('recipient', proposal.recipient, terms.recipient);
  if (terms.amount !== undefined && terms.amount !== null)
    assertTold('amount', proposal.amountBase, unitsOf(terms.amount, terms.tokenCategory));
  if (terms.outpoint !== undefined && terms.outpoint !== null)
    assertTold('coin', proposal.outpoint, terms.outpoint.toLowerCase());
  const ids = new Set(proposal.subjects.map(({ id }) => id));
  const named = [
    ...(terms.streamIds ?? []),
    ...(terms.paymentIds ?? []),
    ...(terms.campaignId ? [terms.campaignId] : []),
  ];
  for (const id of named) assertTold('list of subjects', ids.has(id), true);
  if (!terms.planId) assertTold('number of subjects', ids.size, new Set(named).size);
};

/** Asks for the payouts of a spend or close. */
const payouts = ({ payouts: paid, kind, recipient }: Answered<'Proposal'>): readonly AskedEffect[] =>
  paid.map(({ to, amountBase, token }): AskedEffect => {
    if (to === null || !isSameAddress(to, recipient))
      throw new Difference('OTHER_TERMS', `The ${kind} would pay ${String(to)}, not ${recipient}`);
    const units = token?.amountBase ?? 0n;
    const asset = units > 0n ? token?.category : undefined;
    return { kind: 'PAYS', to, asset, amount: asset === undefined ? amountBase : units, satoshis: amountBase };
  });

const MOVES = { cancel: 'CANCEL', pause: 'PAUSE', resume: 'RESUME' } as const;

/** Asks for what is done to one subject of a proposal. */
const subjectEffect = async (
  scene: Scene,
  kind: Answered<'Proposal'>['kind'],
  { type, id }: Answered<'Proposal'>['subjects'][number],
  vault: string,
): Promise<{ readonly effect: AskedEffect; readonly isTold: boolean }> => {
  const { connection, reads } = scene;
  const assertVaults = (sender: string): void => {
    if (!isSameAddress(sender, vault))
      throw new Difference('OTHER_TERMS', `What is left of ${id} would return to ${sender}, not to the vault`);
  };
  if (kind === 'cancel' || kind === 'pause' || kind === 'resume') {
    if (type === 'airdrop') {
      const { funded } = await fundedCampaign(connection, reads, id);
      assertVaults(funded.creator);
      return { effect: { kind: 'CLOSES_CAMPAIGN', category: funded.category }, isTold: true };
    }
    return {
      effect: await recordMove(scene, type === 'stream' ? 'streams' : 'payments', id, MOVES[kind]),
      isTold: true,
    };
  }
  if (type === 'airdrop') {
    const { creator, ...opening } = await campaignEffect(scene, id);
    assertVaults(creator);
    return opening;
  }
  if (type === 'plan') {
    const { sender, ...opening } = await partOpening(scene, id);
    assertVaults(sender);
    return opening;
  }
  const { sender, asset, stream, isTold } = await recordedContract(
    scene,
    type === 'stream' ? 'streams' : 'payments',
    id,
  );
  assertVaults(sender);
  return { effect: { kind: 'OPENS_STREAMS', sender, asset, streams: [stream] }, isTold };
};

/** Asks for what a proposal does. */
export const proposalEffects = async (scene: Scene, id: string): Promise<Expectation> => {
  const { api, ask, told } = scene.connection;
  const params = { path: { id } };
  const proposal = await ask((sent) => api.GET('/api/proposals/{id}', { ...sent, params }), await asMember(scene));
  const own = told.get(id);
  if (own !== undefined) assertProposalTold(proposal, own.terms);
  const vault = await readVault(scene, proposal.vaultId);
  const { kind } = proposal;
  const spends: AskedEffect = { kind: 'SPENDS_VAULT', vault: vault.address, closes: kind === 'close' };
  if (kind === 'spend' || kind === 'close')
    return { effects: [spends, ...payouts(proposal)], isTold: own !== undefined };
  const effects: AskedEffect[] = [spends];
  let isTold = own !== undefined;
  for (const subject of proposal.subjects) {
    const asked = await subjectEffect(scene, kind, subject, vault.address);
    effects.push(asked.effect);
    isTold &&= asked.isTold;
  }
  return { effects, isTold };
};
