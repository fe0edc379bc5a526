import Type, { type Static } from 'typebox';
import { PROPOSAL_SUBJECTS } from '@weir/kinds';
import { amountFields, Answer, Flag, Integer, Named, Text, TextOrNull, Uuid } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, pageCursor, pageLimit, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { OutputToken } from '../streams/funding-info.schema.js';
import { ContractOrNull, TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { Moment, ProposalKind, ProposalParams, ProposalStatus, VaultParams } from './vault.schema.js';

const Vote = Type.Object({ signer: Type.String(), at: Moment('When.') });

const Payout = Type.Object({
  to: TextOrNull('The address paid.'),
  lockingBytecode: Type.String(),
  ...amountFields('amount', 'What the output holds.', 'BCH'),
  token: OutputToken,
});

/** The fields of a proposal, in every answer that has one. */
const proposalFields = {
  id: Uuid(),
  proposalId: Text('The display id.', { examples: ['#WEIR-PROP-000001'] }),
  vaultId: Uuid("The vault's `id`."),
  kind: ProposalKind,
  recipient: Text(
    'Who is paid; of an opening the contract, of an allowance the new purse; of a cancel, pause or resume, where purses are only taken back, and of an exchange, the vault, where the rest returns; of an announcement the new address.',
  ),
  tokenType: TokenType,
  tokenCategory: Nullable(TokenCategory()),
  ...amountFields(
    'amount',
    'What the recipient gets; of a close, the BCH as it is built now; of an opening what is streamed; of a cancel what waits to return; of a pause or resume what is paid at once; of an announcement the satoshis that pay for the moves; of an allowance what is put into the purse, else what returns.',
  ),
  outpoint: TextOrNull('The whole coin that is paid, txid:vout; null otherwise.'),
  subjects: Type.Array(Type.Object({ type: Type.Enum([...PROPOSAL_SUBJECTS]), id: Uuid(), contract: ContractOrNull }), {
    description:
      'The records that it opens, cancels, pauses, resumes or moves to another address, and purses that it takes back; none of a spend and a close.',
  }),
  allowance: Nullable(
    Named('ProposedPurse', 'The purse that it opens.', {
      spender: Text('Whose key pays out of it.'),
      payees: Type.Array(Type.String(), { description: 'Who may be paid.' }),
      paysAnybody: Flag('Whether anybody may be paid.'),
      ...amountFields('limit', 'What may leave it at once, and again over each period.'),
      periodBlocks: Integer('Blocks in which the limit refills.'),
    }),
  ),
  exchange: Nullable(
    Named('ProposedExchange', 'Who signs for the roster, and who may recover it, once it is executed.', {
      signers: Type.Array(Type.String(), { description: 'The three.' }),
      leaves: TextOrNull('Whose seat is given away; null where no seat changes, and of a recovery.'),
      joins: TextOrNull('Who takes it.'),
      guardian: TextOrNull('The guardian; null for nobody, or where only a hash is known.'),
      guardianHash: TextOrNull("hash160 of the guardian's locking bytecode, hex; null for nobody."),
      quietBlocks: Integer('Blocks without a step before the guardian may call a recovery.'),
      reviewBlocks: Integer('Blocks from the call until the guardian may end the recovery.'),
    }),
  ),
  reason: Nullable(Type.String()),
  proposer: Type.String(),
  status: ProposalStatus,
  nextStep: Text('What to do next.'),
  approvals: Type.Array(Vote, { description: 'Whose signatures are in.' }),
  rejections: Type.Array(Vote, { description: 'Who rejected it; two end it.' }),
  approvalThreshold: Integer('Signatures it takes: 2; of a recovery 3, the guardian’s and those of two new signers.'),
  round: Integer('How often it was built; signatures hold for one round.'),
  payouts: Type.Array(Payout, { description: 'Every output that leaves the vault: what signers agree to.' }),
  ...amountFields('fee', "The network's fee, out of the vault's money.", 'BCH'),
  txHash: TextOrNull('The transaction that executed it.'),
  executedAt: Nullable(Moment('When that was recorded.')),
  createdAt: Moment('When it was proposed.'),
  updatedAt: Moment('When its record last changed.'),
};

export const ProposalResource = Type.Object(proposalFields, {
  title: 'Proposal',
  description: 'What a vault is to do, once two signers agree.',
});

/** A proposal as the whole answer, without an envelope. */
export const ProposalResponse = Answer('ProposalResponse', 'The proposal.', { ...proposalFields });
export type ProposalResponse = Static<typeof ProposalResponse>;

export const ListProposalsQuery = Type.Object({ status: Type.Optional(ProposalStatus), ...pageQuery('Proposals') });
export type ListProposalsQuery = Static<typeof ListProposalsQuery>;

export const ListProposalsResponse = Answer('ListProposalsResponse', "A page of a vault's proposals.", {
  proposals: Type.Array(ProposalResource, { description: 'The newest first.' }),
  total: Integer('How many there are, on all pages.'),
  nextCursor: nextCursor(),
});
export type ListProposalsResponse = Static<typeof ListProposalsResponse>;

export const listProposals = route('proposals', {
  operationId: 'listProposals',
  summary: 'List the proposals of a vault',
  description: 'Follows the chain first, as far as an Electrum server answers.',
  security: callerOptional,
  params: VaultParams,
  querystring: ListProposalsQuery,
  response: { 200: ListProposalsResponse },
});

export const getProposal = route('proposals', {
  operationId: 'getProposal',
  summary: 'Get a proposal',
  description: 'Follows the chain first, as far as an Electrum server answers.',
  security: callerOptional,
  params: ProposalParams,
  response: { 200: ProposalResponse },
});

export const WaitingProposal = Type.Object(
  {
    ...proposalFields,
    vaultName: Text('Of its vault.'),
    waitsFor: Type.Enum(['signature', 'execution'], {
      description:
        '`signature` of the caller, or, once it is approved, `execution`, which anybody who signs for the vault sends.',
    }),
  },
  { title: 'WaitingProposal', description: 'A proposal that waits for the caller.' },
);

export const WaitingProposalsResponse = Answer('WaitingProposalsResponse', 'A page of what waits for the caller.', {
  proposals: Type.Array(WaitingProposal, { description: 'Of all vaults, the newest first.' }),
  nextCursor: nextCursor(),
});
export type WaitingProposalsResponse = Static<typeof WaitingProposalsResponse>;

export const listWaitingProposals = route('proposals', {
  operationId: 'listWaitingProposals',
  summary: 'List the proposals that wait for the caller',
  description: 'Of all vaults that the caller signs for, as recorded: open a proposal to follow the chain first.',
  security: callerRequired,
  querystring: Type.Object({ limit: pageLimit(50), cursor: pageCursor() }),
  response: { 200: WaitingProposalsResponse },
});
