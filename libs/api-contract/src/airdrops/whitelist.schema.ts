import Type, { type Static } from 'typebox';
import { MAX_LIST_BYTES, MAX_RECIPIENTS } from '@weir/kinds';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  Integer,
  MAX_ADDRESS_LENGTH,
  Text,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, CSV_RULES, IgnoredColumns, optional, RequestBody } from '../shared/requests.schema.js';
import { callerOptional, callerProven, route } from '../shared/route.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { AirdropParams, CampaignResource, ClaimLock, Digest } from './campaign.schema.js';

/** One recipient of a list. */
export const WhitelistRow = RequestBody({
  address: Type.String({ maxLength: MAX_ADDRESS_LENGTH }),
  amount: AmountInput('What the address may claim.'),
});

/** A list as JSON: as CSV text, or row by row. */
export const WhitelistBody = RequestBody(
  {
    creator: optional(Address('The creator, where there is no caller.')),
    csv: Type.Optional(Text('Lines of `address,amount`.')),
    recipients: Type.Optional(Type.Array(WhitelistRow, { maxItems: MAX_RECIPIENTS })),
  },
  {
    title: 'Whitelist',
    description: 'A list of recipients: one of `csv` and `recipients`.',
    examples: [{ recipients: [{ address: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 0.5 }] }],
  },
);
export type WhitelistBody = Static<typeof WhitelistBody>;

/** A list as a form. It is read part by part as it arrives, so this schema only documents its parts. */
export const WhitelistForm = RequestBody(
  {
    creator: Type.Optional(Text('The creator, where there is no caller: before the file.')),
    file: Type.String({ format: 'binary', description: 'Lines of `address,amount`.' }),
  },
  { description: 'The CSV as the field `file`.' },
);

export const WhitelistResponse = Answer('WhitelistResponse', 'The tree of the list.', {
  merkleRoot: Digest('Root of the list, all lanes together.'),
  totalRecipients: Type.Integer(),
  ...amountFields('totalAmount', 'What the rows sum up to.'),
  depth: Integer("Levels of each lane's tree."),
  lanes: Type.Integer(),
  ignoredColumns: IgnoredColumns(),
  campaign: CampaignResource,
});
export type WhitelistResponse = Static<typeof WhitelistResponse>;

export const generateMerkle = route('airdrops', {
  operationId: 'generateAirdropMerkle',
  summary: 'Send the list of a campaign',
  description: `For the creator, while the campaign is PENDING. A CSV of \`address,amount\` (header line optional, BCH amounts in BCH, tokens in base units) as \`text/csv\` or as the field \`file\` of \`multipart/form-data\`: up to ${MAX_RECIPIENTS.toLocaleString('en')} rows and ${MAX_LIST_BYTES / 1_000_000} MB. ${CSV_RULES} Or as JSON, up to the limit of any body (\`bodyBytes\` of \`/api/info\`); a longer one is 413. The caller comes in the header; where it is missing, as \`creator\` in the query, in the JSON or in a field before the file. Problems of all rows are reported together: \`details.errorCount\`, and \`details.errors\` (\`line\`, \`code\`, \`reason\`) for the first hundred. May be repeated until the funding: every list is kept by its root, and the one that is funded counts.`,
  security: callerOptional,
  params: AirdropParams,
  querystring: Type.Object({ creator: Type.Optional(Address('The creator, where there is no caller.')) }),
  headers: CreationHeaders,
  body: {
    content: {
      'application/json': { schema: WhitelistBody },
      'text/csv': {
        schema: Type.Unknown({
          description: 'Lines of `address,amount`, in UTF-8 with a byte order mark.',
          examples: ['address,amount\nbchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07,0.5\n'],
        }),
      },
      'multipart/form-data': {
        schema: Type.Unknown({
          description: 'The CSV as the field `file`.',
          examples: [{ file: 'address,amount\nbchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07,0.5\n' }],
        }),
      },
    },
  },
  response: { 200: WhitelistResponse },
  errors: ['INVALID_WHITELIST', 'WRONG_STATE', 'WHITELIST_TOO_LARGE'],
});

/** Most addresses that one request replaces. */
const MAX_REPLACEMENTS = 100;

export const ReplaceAddressesBody = RequestBody(
  {
    replacements: Type.Array(
      RequestBody({
        from: Address('An address of the list.'),
        to: Address('The address that takes its row. It is not on the list.'),
      }),
      {
        minItems: 1,
        maxItems: MAX_REPLACEMENTS,
        description: 'Pairs of an old and a new address. The request names each address once.',
      },
    ),
  },
  {
    title: 'ReplaceAddresses',
    examples: [
      {
        replacements: [
          {
            from: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
            to: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku',
          },
        ],
      },
    ],
  },
);

export const ReplaceAddressesResponse = Answer('ReplaceAddressesResponse', 'The list with the new addresses.', {
  merkleRoot: Digest('Root of the list, all lanes together.'),
  totalRecipients: Type.Integer(),
  ...amountFields('totalAmount', 'What the rows sum up to: unchanged.'),
  replaced: Integer('How many addresses this request replaced; 0 if an earlier one replaced all of them.'),
  campaign: CampaignResource,
});
export type ReplaceAddressesResponse = Static<typeof ReplaceAddressesResponse>;

export const replaceAddresses = route('airdrops', {
  operationId: 'replaceAirdropAddresses',
  summary: 'Replace addresses of a list before the funding',
  description: `For the creator, with a bearer in every auth mode, while the campaign is PENDING. Each new address takes the row and the amount of the old one, whose proof ends. Up to ${MAX_REPLACEMENTS} in a request. A repeated request changes nothing. Once the campaign is funded the contract fixes the list: 409, and \`message\` says what to do instead. As with \`generate-merkle\` every list is kept, and the one that is funded counts: do not broadcast a funding that was signed before.`,
  security: callerProven,
  params: AirdropParams,
  headers: CreationHeaders,
  body: ReplaceAddressesBody,
  response: { 200: ReplaceAddressesResponse },
  errors: [
    'INVALID_ADDRESS',
    'NOT_ELIGIBLE',
    'INVALID_WHITELIST',
    'WRONG_STATE',
    'STATE_MOVED',
    'RECORD_EXPIRED',
    'WHITELIST_TOO_LARGE',
    'CHAIN_UNAVAILABLE',
  ],
});

export const downloadWhitelist = route('airdrops', {
  operationId: 'downloadAirdropList',
  summary: 'Download the list of a campaign',
  description:
    'For the creator, with a bearer in every auth mode: the latest list, once funded the one that is on the chain, as CSV.',
  security: callerProven,
  params: AirdropParams,
  response: {
    200: {
      content: { 'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
      description: 'Lines of `address,amount`.',
    },
  },
  errors: ['WRONG_STATE'],
});

export const WhitelistProofResponse = Answer('WhitelistProofResponse', 'Proof that an address is on the list.', {
  campaignId: Uuid(),
  address: Type.String(),
  ...amountFields('amount', 'What the row says.'),
  tokenCategory: AssetCategory(),
  row: Integer('Counted from 0, in the order of the list.'),
  leaf: Digest('SHA-256 twice of public key hash (20 bytes) and amount (8, little-endian).'),
  proof: Type.Array(Type.String(), {
    description:
      'Siblings from the leaf up, hex: a proof of `@openzeppelin/merkle-tree` under `merkleRoot` with SHA-256 of the sorted pair.',
  }),
  positions: Type.Array(Type.Integer(), {
    description: 'For each sibling: 1 if it is on the left, hashed first.',
  }),
  merkleRoot: Digest('Root of the list as built.'),
  lane: Type.Integer(),
  laneDepth: Integer('How many of the siblings lead to the root of the lane.'),
  laneRoot: Digest("Root of the row's lane as funded."),
  claimed: Type.Boolean(),
  claimTxHash: Nullable(Type.String()),
  lock: Nullable(ClaimLock),
});
export type WhitelistProofResponse = Static<typeof WhitelistProofResponse>;

export const getProof = route('airdrops', {
  operationId: 'getAirdropProof',
  summary: "Prove an address's row of the list",
  description:
    'Of a list that is not open (`public_list`), a row is shown to the address that it is for, and with a bearer to the creator: 401 without a caller, 403 for anybody else, whether or not there is such a row.',
  security: callerOptional,
  params: Type.Object({ ...AirdropParams.properties, address: Address('Whose row.') }),
  response: { 200: WhitelistProofResponse },
  errors: ['NOT_ELIGIBLE', 'WRONG_STATE'],
});
