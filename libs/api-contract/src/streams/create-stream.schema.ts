import Type, { type Static } from 'typebox';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import {
  amountFields,
  Answer,
  BaseAmount,
  ContractAddress,
  exact,
  Text,
  TokenAmount,
} from '../shared/fields.schema.js';
import { CreationHeaders } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { Warnings } from '../shared/warnings.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { CreateStreamBody } from './create-stream-body.schema.js';
import { SchedulePoint } from './read-streams.schema.js';
import { StreamResource, StreamTerms } from './stream.schema.js';

/** Tokens that a funding takes; no field is there for BCH. */
export const FundingTokens = Type.Object({
  tokenCategory: Type.Optional(
    TokenCategory('Category of the tokens the output behind the state must hold; absent for BCH.'),
  ),
  tokenAmount: Type.Optional(TokenAmount('How many, in base units.')),
  tokenAmountBase: Type.Optional(BaseAmount()),
});

/** Describes what is locked beside the principal. */
export const RESERVE =
  'Of that, what is locked for fees beside the principal: it pays for keyless payments, and the rest returns to the sender.';

/** How a new stream's contract must be funded. */
export const StreamDeployment = Type.Object({
  contractAddress: ContractAddress(),
  streamId: Text('The display id.', { examples: ['#WEIR-BCH-000001'] }),
  fundingRequired: Type.Literal(true),
  funding: Type.Object({
    toAddress: ContractAddress(),
    ...amountFields('amount', 'BCH the state output must hold: the total of a stream of BCH, and `reserve`.', 'BCH'),
    ...amountFields('reserve', RESERVE, 'BCH'),
    withNFT: Type.Object({
      commitment: Type.String(),
      capability: Type.Literal('mutable'),
      amountBase: exact(Text("Fungible units of the NFT's own category beside it.")),
    }),
    withOutputs: Type.Array(
      Type.Object({ lockingBytecode: Type.String(), ...amountFields('amount', 'BCH it holds.', 'BCH') }),
      {
        description:
          'What else the transaction must hold: the announcement of the terms, and the note that shows the address of the recipient. `funding-info` builds all of it.',
      },
    ),
    ...FundingTokens.properties,
  }),
  nftCommitment: Text('The first state, as hex.'),
});

export const CreateStreamResponse = Answer('CreateStreamResponse', 'The stored stream and how to fund it.', {
  stream: StreamResource,
  deployment: StreamDeployment,
  warnings: Warnings(),
  proposal: FundingProposal(),
});
export type CreateStreamResponse = Static<typeof CreateStreamResponse>;

export const createStream = route('streams', {
  operationId: 'createStream',
  summary: 'Create a stream',
  description:
    'Works out the contract of a stream and stores it as PENDING. Nothing is on the chain yet: fund it with the transaction of `funding-info`.',
  security: callerRequired,
  headers: CreationHeaders,
  body: CreateStreamBody,
  response: { 200: CreateStreamResponse },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});

/** Describes what the outputs of a funding hold because outputs must. */
export const DUST = 'BCH of the output that the funding is found by, and beside tokens.';
/** Describes the estimated fee of a funding. */
export const FEE_ESTIMATE = 'Fee of the funding by a wallet with one coin (for tokens one more with all of them).';

/** What a planned funding comes to. */
export const PreviewFunding = Type.Object({
  ...amountFields('amount', 'BCH the state output must hold: the total of a stream of BCH, and `reserve`.', 'BCH'),
  ...amountFields('reserve', RESERVE, 'BCH'),
  ...amountFields('note', 'BCH that the recipient is paid at once: it shows them the stream on the chain.', 'BCH'),
  ...amountFields('dust', DUST, 'BCH'),
  ...amountFields('networkFeeEstimate', FEE_ESTIMATE, 'BCH'),
  ...amountFields('total', 'BCH that leaves the wallet: `amount`, `note`, `dust` and `networkFeeEstimate`.', 'BCH'),
  ...FundingTokens.properties,
});

export const PreviewStreamResponse = Answer(
  'PreviewStreamResponse',
  'The stream that the same body would create, its costs, its curve.',
  {
    stream: StreamTerms,
    funding: PreviewFunding,
    schedule: Type.Array(SchedulePoint, { description: 'The vesting curve.' }),
    warnings: Warnings(),
  },
);
export type PreviewStreamResponse = Static<typeof PreviewStreamResponse>;

export const previewStream = route('streams', {
  operationId: 'previewStream',
  summary: 'Preview a stream',
  description:
    'Validates and computes as creation does, and stores nothing. The contract address of the preview is not that of a later creation.',
  security: callerOptional,
  body: CreateStreamBody,
  response: { 200: PreviewStreamResponse },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});
