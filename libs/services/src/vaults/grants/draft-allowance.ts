import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  createDraftedPurse,
  findPayeesProblem,
  findPurseProblem,
  MIN_PURSE_SATOSHIS,
  type Network,
  type PayeesProblem,
  proposePurses,
  type PurseAsset,
  type PurseDraft,
  type PurseProblem,
  purseTermsOf,
  purseUnits,
} from '@weir/covenants';
import type { AllowanceRecord, ProposalRecord, VaultRecord } from '@weir/infra';
import { MAX_PAYEES, MIN_PURSE_LIMIT } from '@weir/kinds';
import { formatBch, parseAmount } from '../../shared/amounts.js';
import { parseAsset, type ParsedAsset } from '../../shared/parse-asset.js';
import { parseParty, parseStandardParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { addressOfVault, contractOf } from '../../shared/vaults/stored-vault.js';
import { listingTip } from '../listing-tip.js';
import { readLivePurse } from '../purses/build-purses.js';
import { findPurse, followPurse } from '../purses/follow-purse.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposeInput } from '../vaults.types.js';
import { assertHasState } from './draft-opening.js';
import { type ProposalDraft, SEAT_FIELDS } from './grant-request.js';

/** A change of purses that is asked for, parsed: those that are taken back, and the one that is opened. */
export interface RequestedAllowance {
  readonly recalled: readonly string[];
  readonly opened: { readonly asset: ParsedAsset; readonly terms: AllowanceRecord } | undefined;
}

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

const PAYEES: Readonly<Record<PayeesProblem, string>> = {
  TOO_MANY_PAYEES: `has more than ${MAX_PAYEES} addresses: the list travels with each payment`,
  PAYEE_NOT_STANDARD: 'has an address of no standard kind',
  PAYEE_IS_UNIVERSAL: 'has a script that all contracts share, so nobody could spend what is paid to it',
  PAYEES_NOT_DISTINCT: 'has an address twice',
};

/** Reads whom a purse may pay: a list, or, said in so many words, anybody. */
const parsePayees = (
  { payees, paysAnybody = false }: NonNullable<ProposeInput['allowance']>,
  network: Network,
): readonly Uint8Array[] => {
  if (paysAnybody) {
    if (payees === undefined) return [];
    throw invalid('allowance.payees', 'allowance.payees must be omitted where paysAnybody is true');
  }
  if (payees === undefined)
    throw invalid(
      'allowance.payees',
      'allowance.payees must name who may be paid; set paysAnybody to let anybody be paid',
    );
  const parties = payees.map(
    (address, index) => parseStandardParty(address, network, `allowance.payees[${index}]`).lockingBytecode,
  );
  const problem = findPayeesProblem(parties);
  if (problem === undefined) return parties;
  throw invalid('allowance.payees', `allowance.payees ${PAYEES[problem]}`);
};

const parseOpening = (input: ProposeInput, network: Network): RequestedAllowance['opened'] => {
  const { allowance, amount } = input;
  if (allowance === undefined) {
    if (amount !== undefined) throw invalid('amount', 'amount must be omitted where no purse is opened (allowance)');
    return undefined;
  }
  if (amount === undefined) throw invalid('amount', 'amount is required: what is put into the purse');
  const asset = parseAsset(input);
  const { tokenType } = asset;
  const [putIn, limit] = [parseAmount(amount, 'amount', tokenType), parseAmount(allowance.limit, 'limit', tokenType)];
  if (tokenType === 'BCH' && limit < MIN_PURSE_LIMIT)
    throw new ServiceError('INVALID_AMOUNT', `allowance.limit must be at least ${formatBch(MIN_PURSE_LIMIT)} BCH`, {
      field: 'allowance.limit',
    });
  if (tokenType === 'BCH' && putIn < MIN_PURSE_SATOSHIS)
    throw new ServiceError('INVALID_AMOUNT', `amount must be at least ${formatBch(MIN_PURSE_SATOSHIS)} BCH`, {
      field: 'amount',
    });
  const spender = parseParty(allowance.spender, network, 'allowance.spender');
  return {
    asset,
    terms: {
      spender: spender.address,
      spenderHash: spender.hashHex,
      payees: parsePayees(allowance, network).map(binToHex),
      limitUnits: limit,
      periodBlocks: allowance.periodBlocks,
      amount: putIn,
    },
  };
};

const OTHERS = ['recipient', 'outpoint', 'streamIds', 'paymentIds', 'planId', 'campaignId', ...SEAT_FIELDS] as const;

/**
 * Reads a change of purses that is proposed, without the chain.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT
 */
export const parseAllowance = (input: ProposeInput, network: Network): RequestedAllowance => {
  const other = OTHERS.find((field) => input[field] !== undefined);
  if (other !== undefined) throw invalid(other, `${other} must be omitted: a proposal of kind allowance takes none`);
  const recalled = [...new Set((input.purseIds ?? []).map((id) => id.toLowerCase()))];
  const opened = parseOpening(input, network);
  if (recalled.length === 0 && opened === undefined)
    throw invalid('allowance', 'Name the purse to open (allowance), purses to take back (purseIds), or both');
  return { recalled, opened };
};

/** Returns the change of purses of a stored proposal, to be built again. */
export const allowanceOf = ({ allowance, subjects, tokenType, tokenCategory }: ProposalRecord): RequestedAllowance => ({
  recalled: subjects.map(({ id }) => id),
  opened: allowance === null ? undefined : { asset: { tokenType, tokenCategory }, terms: allowance },
});

const assetOf = ({ tokenCategory }: ParsedAsset): PurseAsset =>
  tokenCategory === null ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category: tokenCategory };

const WHY: Readonly<Partial<Record<PurseProblem, string>>> = {
  LIMIT_OUT_OF_RANGE: 'the limit is out of range',
  PERIOD_OUT_OF_RANGE: 'the period is out of range',
};

/** Returns the hashes of the keys of a vault's signers, in the order of the contract. */
export const signersOf = ({ signers }: Pick<VaultRecord, 'signers'>): PurseDraft['signers'] => [
  hexToBin(signers[0].hash),
  hexToBin(signers[1].hash),
  hexToBin(signers[2].hash),
];

const draftOf = (
  { network }: VaultContext,
  { asset, terms }: NonNullable<RequestedAllowance['opened']>,
  vault: VaultRecord,
): PurseDraft => {
  const { lockingBytecode } = contractOf(vault, network);
  const draft: PurseDraft = {
    asset: assetOf(asset),
    owner: lockingBytecode,
    signers: signersOf(vault),
    spender: hexToBin(terms.spenderHash),
    payees: terms.payees.map(hexToBin),
    limit: terms.limitUnits,
    period: terms.periodBlocks,
    amount: terms.amount,
  };
  const problem = findPurseProblem(purseTermsOf(draft));
  if (problem === undefined) return draft;
  throw invalid('allowance', `No purse has these terms: ${WHY[problem] ?? problem}`);
};

/** Reads the purses that are taken back, as the chain has them now. @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE */
export const recalledPurses = async (context: VaultContext, ids: readonly string[], vault: VaultRecord) => {
  const purses = [];
  for (const id of ids) {
    const stored = await findPurse(context, id);
    if (stored.vaultId !== vault.id)
      throw new ServiceError('FORBIDDEN', 'This vault does not own the purse', { id, vaultId: vault.id });
    const purse = await followPurse(context, id);
    const live = await readLivePurse(context, purse, vault.lockingBytecode);
    purses.push({ ...live, purse, tokenType: purse.tokenType, tokenCategory: purse.tokenCategory });
  }
  return purses;
};

/**
 * Drafts a change of a vault's purses: one is opened, others are taken back, or both in one transaction.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_REQUEST, CHAIN_UNAVAILABLE
 */
export const draftAllowance = async (
  context: VaultContext,
  { recalled, opened }: RequestedAllowance,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  assertHasState(vault);
  const purses = await recalledPurses(context, recalled, vault);
  const asset: ParsedAsset | undefined = opened?.asset ?? purses[0];
  if (asset === undefined) throw new Error('A change of purses changes none');
  if (purses.some(({ tokenCategory }) => tokenCategory !== asset.tokenCategory))
    throw invalid('purseIds', 'The purses of one proposal must have the same asset');
  const draft = opened && draftOf(context, opened, vault);
  const contract = draft && createDraftedPurse(draft, context.network);
  const tip = await listingTip(context, vault);
  const returned = purses.reduce((sum, { contract: { terms }, coin }) => sum + purseUnits(terms, coin), 0n);
  return {
    terms: {
      kind: 'allowance',
      recipient: contract?.address ?? addressOfVault(vault),
      recipientBytecode: contract === undefined ? vault.lockingBytecode : binToHex(contract.lockingBytecode),
      tokenType: asset.tokenType,
      tokenCategory: asset.tokenCategory,
      coin: null,
      subjects: recalled.map((id) => ({ type: 'purse', id })),
      allowance: opened?.terms ?? null,
    },
    build: (vaultContract, holdings, options) =>
      proposePurses(
        vaultContract,
        holdings,
        { recalled: purses, opened: draft === undefined ? [] : [draft] },
        { ...options, tip },
      ),
    amountOf: () => opened?.terms.amount ?? returned,
  };
};
