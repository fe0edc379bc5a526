import Type, { type Static } from 'typebox';
import { AIRDROP_STATUSES, RECORD_SOURCES, VESTING_TYPES } from '@weir/kinds';
import {
  Amount,
  amountFields,
  BaseAmount,
  ContractAddress,
  Flag,
  FlagOrNull,
  Integer,
  IntegerOrNull,
  Named,
  Text,
  TextOrNull,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { idParams } from '../shared/requests.schema.js';
import { TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

export const AirdropStatus = Type.Enum([...AIRDROP_STATUSES], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.',
});
export type AirdropStatus = Static<typeof AirdropStatus>;

/** Path parameters of a single campaign. */
export const AirdropParams = idParams('campaign');

/** How the rows of a list vest. */
export const VestingType = Type.Enum([...VESTING_TYPES], {
  description: '`LINEAR` vests by the second, `STEP` at the end of each interval.',
});
export type VestingType = Static<typeof VestingType>;

/** When the locks vest that the claims of a campaign open. */
export const CampaignVesting = Named(
  'CampaignVesting',
  'When the rows of a list vest: each claim opens a lock by it.',
  {
    stream_type: VestingType,
    start_time: Timestamp('When vesting starts, for claims at any time.'),
    end_time: Timestamp('When everything has vested.'),
    cliff_timestamp: Nullable(Timestamp('Until then nothing is paid; null for none.')),
    interval_seconds: IntegerOrNull('Length of a `STEP`, seconds; null for `LINEAR`.'),
  },
);

/** The lock that a claim of a campaign opens, as answers name it before and with the claim. */
export const ClaimLock = Named(
  'ClaimLock',
  'The lock that the claim opens: it pays the claimer by its schedule, and nobody can cancel it. Null where the claim pays at once.',
  {
    id: Uuid("Id of the lock's record, under `/api/streams`, once the claim is recorded."),
    contractAddress: ContractAddress(),
    streamType: VestingType,
    startTime: Timestamp('When vesting starts.'),
    endTime: Timestamp('When everything has vested.'),
    cliffTimestamp: Nullable(Timestamp('Until then nothing is paid; null for none.')),
    intervalSeconds: IntegerOrNull('Length of a `STEP`, seconds; null for `LINEAR`.'),
    ...amountFields('unlockedNow', 'What has vested by now, at once once it is claimed.'),
    nextUnlock: Nullable(Timestamp('When more unlocks; null once everything has vested.')),
  },
);

/** A hash of 32 bytes in a response. */
export const Digest = (description: string) => Text(`${description} 64 hex characters.`);

/** A campaign, in the form of every route that answers one. */
export const CampaignResource = Named('Campaign', 'An airdrop campaign.', {
  id: Uuid(),
  campaign_id: Text('The display id.', { examples: ['#WEIR-DROP-000001'] }),
  vault_id: TextOrNull(
    'The vault that is its creator and funds it; null where a key is. A private vault is named only to its members, at GET /api/airdrops/:id, and in the answer to the creation.',
  ),
  creator: Text(
    'The named creator: who may close it, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_creator` says.',
  ),
  title: Type.String(),
  description: Nullable(Type.String()),
  token_type: TokenType,
  token_category: Nullable(TokenCategory()),
  ...amountFields('total_amount', 'The pool: the most that all claims pay.'),
  amount_per_claim: Nullable(Amount('What each claim pays; null where the list says it.')),
  amount_per_claim_base: Nullable(BaseAmount()),
  max_claims_per_address: Type.Integer(),
  start_date: Nullable(Timestamp('First claim; null where claims may begin at once.')),
  end_date: Nullable(Timestamp('No claim from then on; null for no end.')),
  require_kyc: Flag('Whether only the addresses of a list may claim.'),
  public_list: Flag(
    'Whether the rows of its list are shown to everybody; else to its creator, and each to the address that it is for.',
  ),
  vesting: Nullable(CampaignVesting),
  cancelable: Type.Boolean(),
  lanes: IntegerOrNull(
    'State outputs, each of which serves one claim at a time; null while the list that decides it is missing.',
  ),
  sponsor_fees: Flag('Whether the campaign pays the fees of its claims.'),
  pool_amount: Nullable(
    Amount('What all claims there can be pay together, and what is funded; null while the list is missing.'),
  ),
  pool_amount_base: Nullable(BaseAmount()),
  max_claims: IntegerOrNull('Claims there can be.'),
  total_recipients: IntegerOrNull('Rows of the list; null without one.'),
  claimed_count: Type.Integer(),
  ...amountFields('claimed_amount', 'What was claimed so far.'),
  progress_percentage: Type.Number({ description: 'Share of the claims there can be that were made, 0 to 100.' }),
  claim_link: Text('Path of this API that returns the campaign by its link.', {
    examples: ['/api/airdrops/claim/fD3vJqWjPi0Kc8mEw1sZ4A'],
  }),
  claim_token: Type.String(),
  merkle_root: Nullable(Digest('Root of the list, all lanes together, as built.')),
  status: AirdropStatus,
  contract_address: TextOrNull('P2SH32 address of the contract; null while the list that decides it is missing.'),
  funding_tx_hash: Nullable(Type.String()),
  funded_by_creator: FlagOrNull(
    "Whether the confirmed funding spent a coin of the named creator's address: false where others paid and named them. Null while PENDING, and where it is not known.",
  ),
  activated_at: Nullable(Timestamp('When the funding was confirmed.')),
  cancelled_at: Nullable(Timestamp('When the last lane was closed before all was claimed.')),
  expires_at: IntegerOrNull(
    'Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever.',
  ),
  created_at: Timestamp('When it was created.'),
  updated_at: Timestamp('When it was changed last.'),
});
export type CampaignResource = Static<typeof CampaignResource>;

/** A claim that has been made. */
export const CampaignClaim = Named('CampaignClaim', 'A claim of a campaign.', {
  id: Uuid(),
  campaign_id: Uuid("The campaign's `id`."),
  claimer: Type.String(),
  amount: Amount('What it paid.'),
  amount_base: BaseAmount(),
  claim_number: Integer("The address's first, second, ... claim."),
  lane: Type.Integer(),
  claimed_at: Timestamp('When it was recorded.'),
  tx_hash: Type.String(),
  source: Type.Enum([...RECORD_SOURCES], {
    description: '`confirm`: reported by a confirm call, or sent by the service; `chain`: found on the chain.',
  }),
});
