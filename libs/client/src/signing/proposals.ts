import {
  isAnnouncementKind,
  isFillingKind,
  isMoveKind,
  isPayoutKind,
  isTakingKind,
  type MoveKind,
  proposalDefaults,
} from '@weir/kinds';
import { Difference, PURSE_RESERVE, rosterAddress, vaultAddress, type AskedEffect } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import { isWeirError } from '../shared/error.js';
import type { ProposalTerms, RecoveryTerms, VaultTerms } from '../types/vaults.types.js';
import { vaultAnnouncement } from './address-moves.js';
import { campaignEffect, fundedCampaign } from './campaigns.js';
import { currencyMoveEffect, fillingEffect, recordedCurrency, takingEffect } from './currency-payments.js';
import { assertParty, assertMatches, unitsOf } from './expected-records.js';
import { partOpening } from './plans.js';
import { readPurse } from './purses.js';
import { openingOf, recordedContract, recordMove } from './records.js';
import { exchangeEffect, recoveryEnd, recoveryStep, rosterOpening } from './rosters.js';
import type { Expectation, Purpose, Scene } from './scene.js';

const asMember = async ({ wallet }: Scene) => ({ wallet, address: await addressOf(wallet) });

type StoredVault = Answered<'GetVaultResponse'>;

const loadVault = async (scene: Scene, id: string): Promise<StoredVault> => {
  const { api, ask } = scene.connection;
  return ask((sent) => api.GET('/api/vaults/{id}', { ...sent, params: { path: { id } } }), await asMember(scene));
};

/** A vault, whose address follows from its signers, or a roster, whose address follows from the category of its state. */
interface ReadVault {
  readonly record: StoredVault;
  readonly address: string;
  readonly isRequested: boolean;
  /** Whether the chain may list it and its purses, and whether the caller said so: else somebody must read that. */
  readonly listing: { readonly isListed: boolean; readonly isRequested: boolean };
}

/**
 * Reads whether the chain may list a treasury: the first reading fixes it.
 *
 * @throws Difference where the caller requested otherwise: a service could show a private treasury to everybody
 */
const listingOf = (
  { connection, reads }: Scene,
  id: string,
  { isPublic: isListed }: Pick<StoredVault, 'isPublic'>,
): ReadVault['listing'] => {
  const own = connection.requested.get(id)?.terms as VaultTerms | undefined;
  if (own !== undefined) assertMatches('visibility of the treasury', isListed, own.isPublic ?? false);
  reads.pin(`${id}, as strangers see it,`, isListed ? 'a public treasury' : 'a private treasury');
  return { isListed, isRequested: own !== undefined || !isListed };
};

/**
 * Works out the address of a treasury that is open, as its record describes it.
 *
 * @throws Difference where it is not the record's address
 */
const addressOfVault = ({ network }: Scene, { roster, signers, vaultId, contractAddress }: StoredVault): string => {
  const category = roster?.category;
  if (roster !== undefined && (category === null || category === undefined))
    throw new Difference('OTHER_TERMS', 'The treasury has no address before its first deposit is mined');
  const address =
    category === null || category === undefined
      ? vaultAddress(signers, vaultId, network)
      : rosterAddress(category, network);
  if (contractAddress === null || !isSameAddress(address, contractAddress))
    throw new Difference('OTHER_TERMS', `The vault of these terms is at ${address}, not at ${String(contractAddress)}`);
  return address;
};

/** @throws Difference where its address is not that of its terms, or the signers of a vault are not the requested ones */
const readVault = async (scene: Scene, id: string): Promise<ReadVault> => {
  const { reads, connection } = scene;
  const record = await loadVault(scene, id);
  const address = addressOfVault(scene, record);
  const own = connection.requested.get(id);
  // The signers of a roster may have been exchanged since: its transactions show who they are.
  if (own !== undefined && record.roster === undefined) {
    const { signers, totalDeposit } = own.terms as VaultTerms;
    assertMatches('number of signers', record.signers.length, signers.length);
    for (const [place, signer] of signers.entries()) assertParty('signer', record.signers[place] ?? '', signer);
    assertMatches('deposit', record.totalDepositBase, unitsOf(totalDeposit, null));
  }
  reads.pin(id, address);
  const isKnown = record.roster === undefined || reads.hasOpened(id, address);
  return { record, address, isRequested: own !== undefined && isKnown, listing: listingOf(scene, id, record) };
};

/** Asks for the first deposit of a roster, which has no address before it. */
const firstOfRoster = (scene: Scene, id: string, record: StoredVault, amount: bigint): Expectation => {
  const { roster } = record;
  const own = scene.connection.requested.get(id)?.terms as VaultTerms | undefined;
  if (own !== undefined) assertMatches('deposit', record.totalDepositBase, unitsOf(own.totalDeposit, null));
  if (roster === undefined || (own !== undefined && (own.roster === undefined || own.roster === null)))
    throw new Difference('OTHER_TERMS', 'The service made a treasury of another kind than was requested');
  return rosterOpening(scene, { ...record, ...listingOf(scene, id, record), roster }, amount, own);
};

/** Asks for a step of the recovery of a roster. */
export const vaultRecovery = async (scene: Scene, { id, recovery }: Purpose): Promise<Expectation> => {
  const { address } = await readVault(scene, id);
  return recoveryStep(address, recovery);
};

/** Asks for a deposit of the amount that the caller named, else of what is planned and missing. */
export const vaultDeposit = async (
  scene: Scene,
  { id, amount: asked }: Purpose,
  built: unknown,
): Promise<Expectation> => {
  const { depositSatoshis } = built as Answered<'VaultDeposit'>;
  const amount = asked === undefined ? depositSatoshis : unitsOf(asked, null);
  const stored = await loadVault(scene, id);
  if (stored.contractAddress === null) {
    if (amount > stored.totalDepositBase)
      throw new Difference(
        'OTHER_TERMS',
        `It would deposit ${amount} satoshis; ${stored.totalDepositBase} are planned`,
      );
    return firstOfRoster(scene, id, stored, amount);
  }
  const { record, address, isRequested } = await readVault(scene, id);
  if (asked === undefined && amount > record.totalDepositBase)
    throw new Difference('OTHER_TERMS', `It would deposit ${amount} satoshis; ${record.totalDepositBase} are planned`);
  const opensVault = record.status === 'pending';
  return { effects: [{ kind: 'PAYS', to: address, asset: undefined, amount, opensVault }], isRequested };
};

const MOVES = { cancel: 'CANCEL', pause: 'PAUSE', resume: 'RESUME' } as const satisfies Record<MoveKind, string>;

/** Whether the service decides what the words of a proposer mean: what a coin holds, or which streams of a plan are moved. */
const isOpen = ({ outpoint, planId, kind }: Partial<ProposalTerms>): boolean =>
  Boolean(outpoint) || (Boolean(planId) && Object.hasOwn(MOVES, kind ?? ''));

/** What the network wants beside tokens, satoshis. */
const BESIDE_TOKENS = 1_000n;

/** Compares what a spend pays with the requested amount: that, once, and nothing else. */
const assertPayout = ({ payouts: paid }: Answered<'Proposal'>, { amount, tokenCategory }: ProposalTerms): void => {
  const [only] = paid;
  assertMatches('number of payments', paid.length, 1);
  const category = tokenCategory?.toLowerCase();
  assertMatches('token to pay', only?.token?.category, category);
  const units = unitsOf(amount ?? 0n, category);
  assertMatches('amount to pay', category === undefined ? only?.amountBase : only?.token?.amountBase, units);
  if (category !== undefined) assertMatches('amount beside the tokens', only?.amountBase, BESIDE_TOKENS);
};

/** Compares the purse that a proposal opens with the requested one. */
const assertAllowance = (
  { allowance: stored, tokenCategory }: Answered<'Proposal'>,
  { allowance: requested, ...terms }: ProposalTerms,
): void => {
  assertMatches('purse to open', stored === null, requested === undefined || requested === null);
  if (stored === null || requested === undefined || requested === null) return;
  assertMatches('token of the purse', tokenCategory, terms.tokenCategory?.toLowerCase() ?? null);
  assertParty('key of the purse', stored.spender, requested.spender);
  assertMatches('limit', stored.limitBase, unitsOf(requested.limit, terms.tokenCategory));
  assertMatches('period', stored.periodBlocks, requested.periodBlocks);
  assertMatches('freedom to pay anybody', stored.paysAnybody, requested.paysAnybody ?? false);
  const payees = requested.payees ?? [];
  assertMatches('number of payees', stored.payees.length, payees.length);
  for (const [place, payee] of payees.entries()) assertParty('payee', stored.payees[place] ?? '', payee);
};

/** Compares a proposal with what was requested. */
const assertProposal = (proposal: Answered<'Proposal'>, terms: ProposalTerms & { readonly vaultId: string }): void => {
  assertMatches('vault', proposal.vaultId, terms.vaultId.toLowerCase());
  assertMatches('kind of proposal', proposal.kind, proposalDefaults(terms).kind);
  assertParty('recipient', proposal.recipient, terms.recipient);
  if (terms.amount !== undefined && terms.amount !== null) {
    assertMatches('amount', proposal.amountBase, unitsOf(terms.amount, terms.tokenCategory));
    if (proposal.kind !== 'allowance') assertPayout(proposal, terms);
  }
  assertAllowance(proposal, terms);
  if (terms.outpoint !== undefined && terms.outpoint !== null)
    assertMatches('coin', proposal.outpoint, terms.outpoint.toLowerCase());
  const ids = new Set(proposal.subjects.map(({ id }) => id));
  const named = [
    ...(terms.streamIds ?? []),
    ...(terms.paymentIds ?? []),
    ...(terms.currencyPaymentIds ?? []),
    ...(terms.campaignId ? [terms.campaignId] : []),
    ...(terms.planId ? [terms.planId] : []),
    ...(terms.purseIds ?? []),
  ];
  if (isOpen(terms)) return;
  for (const id of named) assertMatches('list of subjects', ids.has(id), true);
  assertMatches('number of subjects', ids.size, new Set(named).size);
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

/** Asks for the purses that a proposal takes back, and the one that it opens. */
const allowanceEffects = async (
  scene: Scene,
  { allowance, subjects, amountBase: amount, tokenCategory }: Answered<'Proposal'>,
  { address: vault, listing: { isListed } }: ReadVault,
): Promise<readonly AskedEffect[]> => {
  const effects: AskedEffect[] = [];
  for (const { id } of subjects) {
    const purse = await readPurse(scene, id);
    if (!isSameAddress(purse.vault, vault))
      throw new Difference('OTHER_TERMS', `The purse ${id} would return to ${purse.vault}, not to the vault`);
    effects.push({ kind: 'RECALLS_PURSE', purse: purse.record.contractAddress });
  }
  if (allowance === null) return effects;
  const { spender, payees, paysAnybody, limitBase: limit, periodBlocks: period } = allowance;
  const reserve = tokenCategory === null ? 0n : PURSE_RESERVE;
  return [
    ...effects,
    {
      kind: 'OPENS_PURSES',
      vault,
      asset: tokenCategory ?? undefined,
      purses: [{ spender, payees, paysAnybody, limit, period, amount, reserve }],
      isListed,
    },
  ];
};

const exchangeOf = ({ exchange }: Answered<'Proposal'>): NonNullable<Answered<'Proposal'>['exchange']> => {
  if (exchange === null) throw new Difference('OTHER_TERMS', 'The service does not say which members would follow');
  return exchange;
};

/** Asks for the purses that an exchange renews: taken back, and opened again with the same terms and money for the new signers. */
const renewals = async (
  scene: Scene,
  { subjects }: Answered<'Proposal'>,
  { address: vault, listing: { isListed } }: ReadVault,
): Promise<readonly AskedEffect[]> => {
  const purses = await Promise.all(subjects.map(({ id }) => readPurse(scene, id)));
  const [first] = purses;
  if (first === undefined) return [];
  for (const { vault: owner, record } of purses)
    if (!isSameAddress(owner, vault))
      throw new Difference('OTHER_TERMS', `The purse ${record.id} would return to ${owner}, not to the vault`);
  return [
    ...purses.map(({ record }): AskedEffect => ({
      kind: 'RECALLS_PURSE',
      purse: record.contractAddress,
      amount: record.balanceBase,
    })),
    {
      kind: 'OPENS_PURSES',
      vault,
      asset: first.record.tokenCategory ?? undefined,
      purses: purses.map(({ record }) => ({
        spender: record.spender,
        payees: record.paysAnybody ? [] : (record.payees ?? undefined),
        paysAnybody: record.paysAnybody,
        listHash: record.listHash,
        limit: record.limitBase,
        period: record.periodBlocks,
        amount: record.balanceBase,
        reserve: record.tokenCategory === null ? 0n : record.reserveBase,
      })),
      isListed,
    },
  ];
};

/** Asks for what is done to one subject of a proposal. */
const subjectEffect = async (
  scene: Scene,
  { kind, recipient, amountBase: amount }: Pick<Answered<'Proposal'>, 'kind' | 'recipient' | 'amountBase'>,
  { type, id }: Answered<'Proposal'>['subjects'][number],
  vault: string,
): Promise<{
  readonly effect: AskedEffect;
  readonly isRequested: boolean;
  /** Of payments in a currency: the first of those that one funding opens. */
  readonly openedWith?: string;
}> => {
  const assertVaults = (sender: string): void => {
    if (!isSameAddress(sender, vault))
      throw new Difference('OTHER_TERMS', `What is left of ${id} would return to ${sender}, not to the vault`);
  };
  if (isAnnouncementKind(kind))
    return { effect: await vaultAnnouncement(scene, { type, id }, { vault, to: recipient }), isRequested: true };
  if (isFillingKind(kind) || isTakingKind(kind)) {
    const touched = isFillingKind(kind) ? await fillingEffect(scene, id, amount) : await takingEffect(scene, id);
    assertVaults(touched.sender);
    return { effect: touched, isRequested: true };
  }
  if (isMoveKind(kind)) {
    if (type === 'airdrop') {
      const funded = await fundedCampaign(scene, id);
      assertVaults(funded.creator);
      return { effect: { kind: 'CLOSES_CAMPAIGN', category: funded.category }, isRequested: true };
    }
    if (type === 'currency') {
      const moved = await currencyMoveEffect(scene, { id }, MOVES[kind]);
      assertVaults(moved.sender);
      return { effect: moved, isRequested: true };
    }
    return {
      effect: await recordMove(scene, type === 'stream' ? 'streams' : 'payments', id, MOVES[kind]),
      isRequested: true,
    };
  }
  if (type === 'airdrop') {
    const { creator, ...opening } = await campaignEffect(scene, id);
    assertVaults(creator);
    return opening;
  }
  if (type === 'currency') {
    const { sender, ...opening } = await recordedCurrency(scene, id);
    assertVaults(sender);
    return opening;
  }
  if (type === 'plan') {
    const { sender, ...opening } = await partOpening(scene, id);
    assertVaults(sender);
    return opening;
  }
  const recorded = await recordedContract(scene, type === 'stream' ? 'streams' : 'payments', id);
  assertVaults(recorded.sender);
  return { effect: openingOf(recorded), isRequested: recorded.isRequested };
};

/** Reads a vault; undefined where it is not shown to the wallet, as to the new signers of a recovery, who are not its members yet. */
const readVaultIfShown = async (scene: Scene, id: string): Promise<ReadVault | undefined> => {
  try {
    return await readVault(scene, id);
  } catch (error) {
    if (isWeirError(error, 'FORBIDDEN')) return undefined;
    throw error;
  }
};

/** Asks for what a proposal does. */
export const proposalEffects = async (scene: Scene, id: string): Promise<Expectation> => {
  const { api, ask, requested } = scene.connection;
  const params = { path: { id } };
  const proposal = await ask((sent) => api.GET('/api/proposals/{id}', { ...sent, params }), await asMember(scene));
  const own = requested.get(id);
  const { kind } = proposal;
  const signed = proposal.approvals.map(({ signer }) => signer);
  if (kind === 'recovery') {
    const read = await readVaultIfShown(scene, proposal.vaultId);
    const terms = own?.terms as RecoveryTerms | undefined;
    return {
      effects: [recoveryEnd(scene, exchangeOf(proposal), read?.address ?? proposal.recipient, terms)],
      isRequested: own !== undefined && read !== undefined,
      signed,
    };
  }
  const vault = await readVault(scene, proposal.vaultId);
  if (own !== undefined) assertProposal(proposal, own.terms as Parameters<typeof assertProposal>[1]);
  const spends: AskedEffect = { kind: 'SPENDS_VAULT', vault: vault.address, closes: kind === 'close' };
  let isRequested = own !== undefined && !isOpen(own.terms);
  if (isPayoutKind(kind)) return { effects: [spends, ...payouts(proposal)], isRequested, signed };
  /** Whether the caller requested them, and whether the purses among them are listed. */
  const areRequested = (effects: readonly AskedEffect[]): boolean =>
    isRequested && (vault.listing.isRequested || !effects.some((one) => one.kind === 'OPENS_PURSES'));
  if (kind === 'allowance') {
    const asked = await allowanceEffects(scene, proposal, vault);
    return { effects: [spends, ...asked], isRequested: areRequested(asked), signed };
  }
  if (kind === 'exchange') {
    const terms: Partial<ProposalTerms> | undefined = own?.terms;
    const exchanged = exchangeEffect(scene, exchangeOf(proposal), vault.address, terms?.exchange ?? undefined);
    const renewed = await renewals(scene, proposal, vault);
    return { effects: [spends, exchanged, ...renewed], isRequested: areRequested(renewed), signed };
  }
  const effects: AskedEffect[] = [spends];
  const openings = new Set<string>();
  for (const subject of proposal.subjects) {
    const asked = await subjectEffect(scene, proposal, subject, vault.address);
    isRequested &&= asked.isRequested;
    // One funding opens several payments in a currency, all of which the proposal names.
    if (asked.openedWith !== undefined && openings.has(asked.openedWith)) continue;
    if (asked.openedWith !== undefined) openings.add(asked.openedWith);
    effects.push(asked.effect);
  }
  return { effects, isRequested, signed };
};
