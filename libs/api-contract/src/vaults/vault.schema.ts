import Type, { type Static } from 'typebox';
import {
  DEFAULT_PROPOSAL,
  wordsOf,
  PROPOSAL_STATUSES,
  type ProposalKind as Kind,
  PROPOSAL_WORDS,
  PROPOSALS,
  ROLLBACK_REASONS,
  ROSTER_PHASES,
  VAULT_STATUSES,
} from '@weir/kinds';
import {
  amountFields,
  Answer,
  BaseAmount,
  ContractAddress,
  Flag,
  Integer,
  IntegerOrNull,
  Named,
  Text,
  TextOrNull,
  TokenAmount,
  Uuid,
} from '../shared/fields.schema.js';
import { marked, Nullable, NullableEnum } from '../shared/marks.js';
import { idParams, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { TokenCategory } from '../tokens/token.schema.js';

export const VaultStatus = Type.Enum([...VAULT_STATUSES], {
  description:
    '`pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.',
});
export type VaultStatus = Static<typeof VaultStatus>;

export const VaultRole = Type.Enum(['creator', 'signer', 'viewer'], {
  description: "The caller's strongest role; everybody is `viewer` of a public vault.",
});
export type VaultRole = Static<typeof VaultRole>;

const KINDS_IN_WORDS = Object.entries(PROPOSAL_WORDS)
  .map(([kind, { meaning }]) => `\`${kind}\` ${meaning}.`)
  .join(' ');

export const ProposalKind = Type.Enum(wordsOf(PROPOSALS), { description: KINDS_IN_WORDS });

/** The kind in a request, where null stands for the default. */
export const ProposalKindInput = Type.Unsafe<Kind | null>({
  enum: [...wordsOf(PROPOSALS), null],
  description: `${KINDS_IN_WORDS} The default is \`${DEFAULT_PROPOSAL}\`.`,
});

export const ProposalStatus = Type.Enum([...PROPOSAL_STATUSES], {
  description:
    '`APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when another transaction spent its coins: approve it again.',
});
export type ProposalStatus = Static<typeof ProposalStatus>;

/** Path parameters of a single vault. */
export const VaultParams = idParams('vault');

/** Path parameters of a single proposal. */
export const ProposalParams = idParams('proposal');

/** A time of vaults and proposals: ISO 8601. */
export const Moment = (description: string) =>
  marked(Type.String({ format: 'date-time', description, examples: ['2026-01-01T00:00:00.000Z'] }), 'moment');

/** What a roster has beside a vault's fields. */
export const Roster = Named(
  'Roster',
  'Of a roster, whose signers can be exchanged while its address stays. A vault has none.',
  {
    category: TextOrNull(
      'The category of its state, to which the address commits; null until its first deposit is mined.',
    ),
    phase: Type.Enum([...ROSTER_PHASES], {
      description:
        '`recovering`: its guardian called a recovery. One signer stops it by a veto, any spend by two ends it; else the guardian may exchange the signers from `finishableHeight` on.',
    }),
    guardian: TextOrNull('Who may recover it after silence; null for nobody, or where the chain shows only a hash.'),
    guardianHash: TextOrNull("hash160 of the guardian's locking bytecode, hex; null where nobody may recover it."),
    quietBlocks: Integer('Blocks without a step before the guardian may call a recovery.'),
    reviewBlocks: Integer('Blocks from the call until the guardian may end the recovery.'),
    generation: Integer('How often its signers, its guardian or its delays were exchanged.'),
    stateHeight: IntegerOrNull('The block of its last step; null while that is not mined.'),
    callableHeight: IntegerOrNull(
      "The first block that may hold the guardian's call; null without a guardian, while its last step is not mined, and while a recovery runs.",
    ),
    finishableHeight: IntegerOrNull('The first block that may hold the end of the recovery that runs; null otherwise.'),
    isGuardian: Flag("Whether the caller has the guardian's key."),
    hasCreatorLeft: Flag(
      'Whether the creator was one of its signers and lost the seat: they are a stranger then, and its signers deposit and add viewers in their place.',
    ),
  },
);

/** The fields of a vault, in every answer that has one. */
export const vaultFields = {
  id: Uuid(),
  vaultId: Text(
    "32 bytes, hex. With the signers it rebuilds the contract: its first half is the contract's nonce. Of a roster it is a name alone.",
  ),
  name: Type.String(),
  description: Nullable(Type.String()),
  creator: Type.String(),
  signers: Type.Array(Type.String(), { description: 'The three, in the order of the contract.' }),
  signerPubkeys: Type.Array(Nullable(Type.String()), {
    description:
      'Their public keys, in the same order; null of a signer of a roster whom an exchange made elsewhere seated, until they sign here.',
  }),
  viewers: Type.Array(Type.String(), { description: 'Who else may see a private vault, by its creator’s choice.' }),
  approvalThreshold: Integer('Signatures a payment takes: 2.'),
  ...amountFields('totalDeposit', 'What is planned to be deposited.', 'BCH'),
  ...amountFields('currentBalance', 'What was at the address when it was last read.', 'BCH'),
  isPublic: Flag('Private vaults are shown to their members only.'),
  contractAddress: Nullable({
    ...ContractAddress(),
    description:
      'The P2SH32 cash address of the contract. Of a roster null until its first deposit is mined: money that is sent there before may be lost.',
  }),
  status: VaultStatus,
  state: VaultStatus,
  role: VaultRole,
  isSigner: Flag('Whether the caller is among the signers, in every role.'),
  depositTxHash: TextOrNull('The first deposit; null while pending.'),
  roster: Type.Optional(Roster),
  expiresAt: Nullable(
    Moment(
      'The earliest time at which it is deleted without a deposit; null after the first deposit, or if it is never deleted.',
    ),
  ),
  createdAt: Moment('When it was created.'),
  updatedAt: Moment('When its record last changed.'),
};

export const VaultResource = Type.Object(vaultFields, {
  title: 'Vault',
  description: 'A vault. `state` is the same as `status`.',
});

/** A vault as the whole answer, without an envelope. */
export const VaultResponse = Answer('VaultResponse', 'The vault.', { ...vaultFields });
export type VaultResponse = Static<typeof VaultResponse>;

const StateNft = Named(
  'VaultStateNft',
  "The vault's state on the chain; null before the first deposit and after a close.",
  {
    txid: Type.String(),
    vout: Type.Integer(),
    tokenCategory: Type.String(),
    commitment: Text('The state as hex.'),
    spends: Integer('Spends so far.'),
  },
);

const VaultToken = Named('VaultToken', 'A coin with a token at the address.', {
  outpoint: Text('txid:vout, for a proposal that pays this coin.'),
  category: TokenCategory('64 hex characters.'),
  amount: TokenAmount('Fungible tokens, in base units.'),
  amountBase: BaseAmount(),
  nft: Nullable(Type.Object({ capability: Type.String(), commitment: Type.String() })),
  satoshisBase: BaseAmount(),
});

export const VaultStateResponse = Answer('VaultStateResponse', 'The state of the vault.', {
  state: VaultStatus,
  vaultId: Text('32 bytes, hex.'),
  ...amountFields('currentBalance', 'What the address holds.', 'BCH'),
  stateNft: Nullable(StateNft),
  tokens: Nullable(
    Type.Array(VaultToken, { description: 'Coins with tokens; null while no Electrum server answers.' }),
  ),
});
export type VaultStateResponse = Static<typeof VaultStateResponse>;

export const vaultState = route('vaults', {
  operationId: 'getVaultState',
  summary: 'Read the state of a vault',
  description:
    'Follows the chain first, so that what others did is known; while no Electrum server answers, what is recorded.',
  security: callerOptional,
  params: VaultParams,
  response: { 200: VaultStateResponse },
});

const STEPS = ['deposited', 'spent', 'closed', 'exchanged', 'recovery_called', 'recovery_vetoed', 'recovered'] as const;

const VaultEvent = Named('VaultEvent', "A step of a vault's state on the chain, or the chain taking one back.", {
  event: Type.Enum([...STEPS, 'rolled_back', 'restored'], {
    description:
      '`rolled_back`: the chain took the step back (a double spend, a reorganisation); `restored`: it is there again.',
  }),
  of: NullableEnum(STEPS, 'Which step was rolled back or restored.'),
  at: Moment('When it was recorded.'),
  txHash: Type.String(),
  ...amountFields('amount', 'The amount it moved: of the first deposit its satoshis, else what left the vault.', 'BCH'),
  reason: NullableEnum(
    ROLLBACK_REASONS,
    'Why it was rolled back: another transaction took its place, or no server has it any more.',
  ),
  replacedBy: TextOrNull('The transaction that took its place.'),
});

export const GetVaultResponse = Answer('GetVaultResponse', 'The vault and its events.', {
  ...vaultFields,
  events: Type.Array(VaultEvent, {
    description: 'What happened to its state, the oldest first; kept when the chain takes a step back.',
  }),
});
export type GetVaultResponse = Static<typeof GetVaultResponse>;

export const getVault = route('vaults', {
  operationId: 'getVault',
  summary: 'Get a vault',
  description:
    'Public vaults are for everybody, also without a caller. A private one is for its creator, its signers and its viewers, and of a roster for its guardian and the new signers of an open recovery; strangers get 403.',
  security: callerOptional,
  params: VaultParams,
  response: { 200: GetVaultResponse },
});

export const ListVaultsQuery = Type.Object(pageQuery('Vaults'));

export const ListVaultsResponse = Answer(
  'ListVaultsResponse',
  'Vaults the caller may see, the newest first, by role.',
  {
    created: Type.Array(VaultResource, { description: 'Those the caller created.' }),
    signerIn: Type.Array(VaultResource, { description: 'Those the caller signs for, created ones among them.' }),
    public: Type.Array(VaultResource, { description: 'Public ones.' }),
    all: Type.Array(VaultResource, {
      description: 'All the caller may see, each once; also private ones the caller was let see.',
    }),
    nextCursor: TextOrNull('Where the next page of `all` starts; null on the last one.'),
  },
);
export type ListVaultsResponse = Static<typeof ListVaultsResponse>;

export const listVaults = route('vaults', {
  operationId: 'listVaults',
  summary: 'List vaults',
  description:
    'The vaults the caller may see; without a caller, the public ones. With `limit` or `cursor`, the groups hold what is in this page of `all`.',
  security: callerOptional,
  querystring: ListVaultsQuery,
  response: { 200: ListVaultsResponse },
});
