import { Difference, vaultAddress, type AskedEffect } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import type { ProposalTerms, VaultTerms } from '../types/vaults.types.js';
import { campaignEffect, fundedCampaign } from './campaigns.js';
import { partOpening } from './plans.js';
import { openingOf, recordedContract, recordMove } from './records.js';
import type { Expectation, Purpose, Scene } from './scene.js';
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

/** Asks for a deposit of the amount that the caller named, else of what is planned and missing. */
export const vaultDeposit = async (
  scene: Scene,
  { id, amount: asked }: Purpose,
  built: unknown,
): Promise<Expectation> => {
  const { record, address, isTold } = await readVault(scene, id);
  const { depositSatoshis } = built as Answered<'VaultDeposit'>;
  const amount = asked === undefined ? depositSatoshis : unitsOf(asked, null);
  if (asked === undefined && amount > record.totalDepositBase)
    throw new Difference('OTHER_TERMS', `It would deposit ${amount} satoshis; ${record.totalDepositBase} are planned`);
  const opensVault = record.status === 'pending';
  return { effects: [{ kind: 'PAYS', to: address, asset: undefined, amount, opensVault }], isTold };
};

const MOVES = { cancel: 'CANCEL', pause: 'PAUSE', resume: 'RESUME' } as const;

/** Whether the service decides what the words of a proposer mean: what a coin holds, or which streams of a plan are moved. */
const isOpen = ({ outpoint, planId, kind }: Partial<ProposalTerms>): boolean =>
  Boolean(outpoint) || (Boolean(planId) && Object.hasOwn(MOVES, kind ?? ''));

/** What the network wants beside tokens, satoshis. */
const BESIDE_TOKENS = 1_000n;

/** Compares what a spend pays with the amount that its proposer told here: that, once, and nothing else. */
const assertPayoutTold = ({ payouts: paid }: Answered<'Proposal'>, { amount, tokenCategory }: ProposalTerms): void => {
  const [only] = paid;
  assertTold('number of payments', paid.length, 1);
  const category = tokenCategory?.toLowerCase();
  assertTold('token to pay', only?.token?.category, category);
  const units = unitsOf(amount ?? 0n, category);
  assertTold('amount to pay', category === undefined ? only?.amountBase : only?.token?.amountBase, units);
  if (category !== undefined) assertTold('amount beside the tokens', only?.amountBase, BESIDE_TOKENS);
};

/** Compares a proposal with what its proposer told here. */
const assertProposalTold = (
  proposal: Answered<'Proposal'>,
  terms: ProposalTerms & { readonly vaultId: string },
): void => {
  assertTold('vault', proposal.vaultId, terms.vaultId.toLowerCase());
  assertTold('kind of proposal', proposal.kind, terms.kind ?? 'spend');
  assertParty('recipient', proposal.recipient, terms.recipient);
  if (terms.amount !== undefined && terms.amount !== null) {
    assertTold('amount', proposal.amountBase, unitsOf(terms.amount, terms.tokenCategory));
    assertPayoutTold(proposal, terms);
  }
  if (terms.outpoint !== undefined && terms.outpoint !== null)
    assertTold('coin', proposal.outpoint, terms.outpoint.toLowerCase());
  const ids = new Set(proposal.subjects.map(({ id }) => id));
  const named = [
    ...(terms.streamIds ?? []),
    ...(terms.paymentIds ?? []),
    ...(terms.campaignId ? [terms.campaignId] : []),
    ...(terms.planId ? [terms.planId] : []),
  ];
  if (isOpen(terms)) return;
  for (const id of named) assertTold('list of subjects', ids.has(id), true);
  assertTold('number of subjects', ids.size, new Set(named).size);
};

/** Asks for the payouts of a spend or close; where a coin is named, it is this coin that is passed on, among the inputs. */
const payouts = ({ payouts: paid, kind, recipient, outpoint }: Answered<'Proposal'>): readonly AskedEffect[] =>
  paid.map(({ to, amountBase, token }): AskedEffect => {
    if (to === null || !isSameAddress(to, recipient))
      throw new Difference('OTHER_TERMS', `The ${kind} would pay ${String(to)}, not ${recipient}`);
    const { category = '', amountBase: units = 0n, nft } = token ?? {};
    const asset = units > 0n ? category : undefined;
    return {
      kind: 'PAYS',
      to,
      asset,
      amount: asset === undefined ? amountBase : units,
      satoshis: amountBase,
      nft: nft && { ...nft, category },
      ...(outpoint !== null && { coin: outpoint }),
    };
  });

/** Asks for what is done to one subject of a proposal. */
const subjectEffect = async (
  scene: Scene,
  kind: Answered<'Proposal'>['kind'],
  { type, id }: Answered<'Proposal'>['subjects'][number],
  vault: string,
): Promise<{ readonly effect: AskedEffect; readonly isTold: boolean }> => {
  const assertVaults = (sender: string): void => {
    if (!isSameAddress(sender, vault))
      throw new Difference('OTHER_TERMS', `What is left of ${id} would return to ${sender}, not to the vault`);
  };
  if (kind === 'cancel' || kind === 'pause' || kind === 'resume') {
    if (type === 'airdrop') {
      const { funded } = await fundedCampaign(scene, id);
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
  const recorded = await recordedContract(scene, type === 'stream' ? 'streams' : 'payments', id);
  assertVaults(recorded.sender);
  return { effect: openingOf(recorded), isTold: recorded.isTold };
};

/** Asks for what a proposal does. */
export const proposalEffects = async (scene: Scene, id: string): Promise<Expectation> => {
  const { api, ask, told } = scene.connection;
  const params = { path: { id } };
  const proposal = await ask((sent) => api.GET('/api/proposals/{id}', { ...sent, params }), await asMember(scene));
  const own = told.get(id);
  if (own !== undefined) assertProposalTold(proposal, own.terms as Parameters<typeof assertProposalTold>[1]);
  const vault = await readVault(scene, proposal.vaultId);
  const { kind } = proposal;
  const spends: AskedEffect = { kind: 'SPENDS_VAULT', vault: vault.address, closes: kind === 'close' };
  let isTold = own !== undefined && !isOpen(own.terms);
  const signed = proposal.approvals.map(({ signer }) => signer);
  if (kind === 'spend' || kind === 'close') return { effects: [spends, ...payouts(proposal)], isTold, signed };
  const effects: AskedEffect[] = [spends];
  for (const subject of proposal.subjects) {
    const asked = await subjectEffect(scene, kind, subject, vault.address);
    effects.push(asked.effect);
    isTold &&= asked.isTold;
  }
  return { effects, isTold, signed };
};
