import Type, { type Static } from 'typebox';
import { Amount, BaseAmount, exact } from '../shared/amount.schema.js';
import { Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { TokenType } from '../streams/stream-words.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { Moment } from './moment.schema.js';
import { ProposalKind, ProposalStatus } from './vault-words.schema.js';

const Vote = Type.Object({ signer: Type.String(), at: Moment('When.') });

const Payout = Type.Object({
  to: Nullable(Type.String({ description: 'The address paid.' })),
  lockingBytecode: Type.String(),
  amount: Amount('What the output holds.', 'BCH'),
  amountBase: BaseAmount(),
  token: Type.Optional(
    Type.Object({
      category: Type.String(),
      amountBase: exact(Type.String({ description: 'Fungible tokens, in base units.' })),
      nft: Type.Optional(Type.Object({ capability: Type.String(), commitment: Type.String() })),
    }),
  ),
});

/** The fields of a proposal, in every answer that has one. */
const proposalFields = {
  id: Type.String({ format: 'uuid' }),
  proposalId: Type.String({ description: 'The display id.', examples: ['#WEIR-PROP-000001'] }),
  vaultId: Type.String({ format: 'uuid', description: "The vault's `id`." }),
  kind: ProposalKind,
  recipient: Type.String({
    description:
      'Who is paid; of an opening the contract, of a cancel, pause or resume the vault, where the rest returns.',
  }),
  tokenType: TokenType,
  tokenCategory: Nullable(TokenCategory()),
  amount: Amount(
    'What the recipient gets; of a close, the BCH as it is built now; of an opening what is streamed; of a cancel what waits to return; of a pause or resume what is paid at once.',
  ),
  amountBase: BaseAmount(),
  outpoint: Nullable(Type.String({ description: 'The whole coin that is paid, txid:vout; null otherwise.' })),
  subjects: Type.Array(
    Type.Object({ type: Type.Enum(['plan', 'stream', 'payment', 'airdrop']), id: Type.String({ format: 'uuid' }) }),
    { description: 'The records that it opens, cancels, pauses or resumes; none of a spend and a close.' },
  ),
  reason: Nullable(Type.String()),
  proposer: Type.String(),
  status: ProposalStatus,
  nextStep: Type.String({ description: 'What to do next.' }),
  approvals: Type.Array(Vote, { description: 'Whose signatures are in.' }),
  rejections: Type.Array(Vote, { description: 'Who rejected it; two end it.' }),
  approvalThreshold: Type.Integer({ description: 'Signatures it takes: 2.' }),
  round: Type.Integer({ description: 'How often it was built; signatures hold for one round.' }),
  payouts: Type.Array(Payout, { description: 'Every output that leaves the vault: what signers agree to.' }),
  fee: Amount("The network's fee, out of the vault's money.", 'BCH'),
  feeBase: BaseAmount(),
  txHash: Nullable(Type.String({ description: 'The transaction that carried it out.' })),
  executedAt: Nullable(Moment('When that was recorded.')),
  createdAt: Moment('When it was proposed.'),
  updatedAt: Moment('When its record last changed.'),
};

export const ProposalResource = Type.Object(proposalFields, {
  title: 'Proposal',
  description: 'What a vault is to do, once two signers agree.',
});
export type ProposalResource = Static<typeof ProposalResource>;

/** A proposal as the whole answer, without an envelope. */
export const ProposalResponse = Type.Object(
  { success: Success(), ...proposalFields },
  { title: 'ProposalResponse', description: 'The proposal.' },
);
export type ProposalResponse = Static<typeof ProposalResponse>;
