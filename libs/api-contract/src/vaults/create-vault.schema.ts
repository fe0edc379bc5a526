import Type, { type Static } from 'typebox';
import {
  DEFAULT_QUIET_BLOCKS,
  DEFAULT_REVIEW_BLOCKS,
  LEAST_LOCAL_ROSTER_DELAY,
  LEAST_ROSTER_DELAY,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_ROSTER_DELAY,
  VAULT_SIGNERS,
} from '@weir/kinds';
import {
  Address,
  Amount,
  amountFields,
  AmountInput,
  Answer,
  ContractAddress,
  exact,
  Flag,
  PLAIN_TEXT,
  TransactionHash,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, optional, RequestBody, TransactionQuery } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, CONFIRM_ERRORS, finalityFields, route } from '../shared/route.js';
import { NullableWcTransaction } from '../shared/wc-transaction.schema.js';
import { FundingPreparation } from '../streams/funding-info.schema.js';
import { vaultFields, VaultParams, VaultResponse } from './vault.schema.js';

/** The demo wallets of a local stack, for examples: keys must be those of the addresses. */
export const DEMO_SIGNERS = {
  signers: [
    'bchtest:qp26vx8ajh7tu0yga7ekctqqzfgs7f44kssrnv3tgl',
    'bchtest:qp0nhjgcy8cmwq2kgun9gjk0rsx9age65uh3zgwzn5',
    'bchtest:qpz0pvh7lsqt72sfw905zq8zwv0rqk7l5cgkwx9tla',
  ],
  signerPubkeys: [
    '021b395cae141cd06f6077251a28849cc5cf6d4b01861a20b57456ea7f06e1c50a',
    '02484294aded93f7a94edc58fde85b6fefda5141d40ac42d64647651c5cc64072a',
    '02669cddc8484bc9d068e3cd93f579d3f522b555fb5e2573d8c276419d5b2e1fa3',
  ],
};

/** Blocks of a delay of a roster. */
export const delayBlocks = (description: string) =>
  optional(Type.Integer({ minimum: 1, maximum: MAX_ROSTER_DELAY, description }));

const RosterBody = RequestBody(
  {
    guardian: optional(
      Address(
        "Whose key may recover it after silence. Somebody who cannot reach the signers' keys. Without one nobody can.",
      ),
    ),
    quietBlocks: delayBlocks(
      `Blocks without a step before the guardian may call a recovery: at least ${LEAST_ROSTER_DELAY}, on local chains ${LEAST_LOCAL_ROSTER_DELAY}. Longer than the longest time in which two signers sign nothing. Default ${DEFAULT_QUIET_BLOCKS}, half a year.`,
    ),
    reviewBlocks: delayBlocks(
      `Blocks from the call until the guardian may end the recovery, in which any signer vetoes: at least ${LEAST_ROSTER_DELAY}, on local chains ${LEAST_LOCAL_ROSTER_DELAY}. Default ${DEFAULT_REVIEW_BLOCKS}, a month.`,
    ),
  },
  {
    description:
      'Makes the vault a roster: its signers can be exchanged while its address stays, and a guardian may recover it. It has no address before its first deposit is mined.',
  },
);

/** What a vault is created from. Optional fields may be left out or null. */
export const CreateVaultBody = RequestBody(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: PLAIN_TEXT,
      description: 'How members call it, without null characters.',
    }),
    description: optional(
      Type.String({
        maxLength: MAX_DESCRIPTION_LENGTH,
        pattern: PLAIN_TEXT,
        description: "The creator's words, without null characters.",
      }),
    ),
    signers: Type.Array(Address('A signer.'), {
      minItems: VAULT_SIGNERS,
      maxItems: VAULT_SIGNERS,
      description: 'Exactly 3, all different. Any two of them spend.',
    }),
    signerPubkeys: Type.Array(
      Type.String({ maxLength: 130, description: 'A compressed public key, 66 hex characters.' }),
      {
        minItems: VAULT_SIGNERS,
        maxItems: VAULT_SIGNERS,
        description: "Exactly 3: the signers' public keys in the same order. Each must hash to its signer's address.",
      },
    ),
    totalDeposit: AmountInput('What is planned to be deposited, in BCH.'),
    isPublic: optional(
      Flag(
        'Whether everybody may see it. The chain lists the purses of a public vault, and a public roster, so that indexers find them. Default false.',
      ),
    ),
    roster: optional(RosterBody),
  },
  {
    title: 'CreateVault',
    examples: [
      {
        name: 'Treasury',
        ...DEMO_SIGNERS,
        totalDeposit: 3,
        isPublic: true,
      },
    ],
  },
);
export type CreateVaultBody = Static<typeof CreateVaultBody>;

export const createVault = route('vaults', {
  operationId: 'createVault',
  summary: 'Create a vault',
  description:
    'Works out the contract of three signers and stores the vault as pending. Nothing is on the chain yet: make the first deposit with the transaction of `deposit`. The caller is the creator, and need not be a signer. With `roster` its signers can be exchanged later.',
  security: callerRequired,
  headers: CreationHeaders,
  body: CreateVaultBody,
  response: { 201: VaultResponse },
  errors: ['INVALID_AMOUNT'],
});

export const AddSignerBody = RequestBody({ signerAddress: Address('Who may see the vault from now on.') });

export const addVaultSigner = route('vaults', {
  operationId: 'addVaultSigner',
  summary: 'Add a viewer to a vault',
  description:
    'Only for the creator, or the signers of a roster whose creator has left it. Adds a viewer: the three signers of the contract stay what they are. A viewer of a roster is one only while a key that added them is its creator’s or a signer’s.',
  security: callerRequired,
  params: VaultParams,
  body: AddSignerBody,
  response: { 200: VaultResponse },
  errors: ['WRONG_STATE'],
});

export const VaultDeposit = Answer('VaultDeposit', 'The deposit, to be signed by the creator.', {
  contractAddress: Nullable({
    ...ContractAddress(),
    description:
      'The P2SH32 cash address of the contract; null of the first deposit of a roster, which makes the address.',
  }),
  ...amountFields('totalDeposit', 'What is planned.', 'BCH'),
  ...amountFields('currentBalance', 'What the address holds.', 'BCH'),
  amountToDeposit: Amount(
    'The amount of this deposit: `amount` of the request, else the part of `totalDeposit` that was never deposited. Payouts do not raise that part. It is 0 where less than 0.00001 of it is missing; the first deposit has at least 0.00001.',
    'BCH',
  ),
  depositSatoshis: exact(
    Type.String({ pattern: '^\\d+$', description: 'The same in satoshis.', examples: ['150000000'] }),
  ),
  stateNft: Nullable(
    Type.Object(
      { tokenCategory: Type.String(), commitment: Type.String() },
      { description: 'What the first deposit makes; null for later ones.' },
    ),
  ),
  ...amountFields('fee', 'Fee of the transaction.', 'BCH'),
  wcTransaction: NullableWcTransaction,
});
export type VaultDeposit = Static<typeof VaultDeposit>;

export const VaultDepositResponse = Type.Union([VaultDeposit, FundingPreparation], {
  title: 'VaultDepositResponse',
  description: 'The deposit, or the preparation the first one needs.',
});

export const VaultDepositQuery = Type.Object({
  ...TransactionQuery.properties,
  amount: Type.Optional(
    Type.String({
      maxLength: 32,
      description:
        'What to deposit: BCH as a decimal with at most 8 decimals, at least 0.00001. It may exceed the planned total. By default the part of `totalDeposit` that was never deposited.',
      examples: ['0.5'],
    }),
  ),
});

export const vaultDeposit = buildRoute('vaults', {
  operationId: 'getVaultDeposit',
  summary: 'Build a deposit',
  description:
    "Only for the creator. The first deposit makes the vault's state NFT; later ones are plain sends to `contractAddress`, as any wallet can make. With `amount` a deposit can be built at any time until the vault is closed. Without it and with nothing missing of the planned total, `amountToDeposit` is 0 and `wcTransaction` is null. Report each with `update-balance`.",
  security: callerRequired,
  params: VaultParams,
  querystring: VaultDepositQuery,
  response: { 200: VaultDepositResponse },
  errors: ['RECORD_EXPIRED', 'INVALID_AMOUNT'],
});

export const UpdateBalanceBody = RequestBody({
  txid: TransactionHash('Hash of the broadcast deposit.'),
  amount: AmountInput('What the transaction pays to the address, in BCH; compared with the chain.'),
});

export const UpdateBalanceResponse = Answer('UpdateBalanceResponse', 'The vault with the balance found on the chain.', {
  ...vaultFields,
  message: Type.String(),
  txHash: Type.String(),
  ...amountFields('amount', 'What the transaction pays to the address.', 'BCH'),
  ...finalityFields,
});
export type UpdateBalanceResponse = Static<typeof UpdateBalanceResponse>;

export const updateBalance = route('vaults', {
  operationId: 'updateVaultBalance',
  summary: 'Report a deposit',
  description:
    "Verifies the transaction on the chain and records the balance found at the address. The first one must make the vault's mutable NFT, and makes it active. That of a roster counts once a block holds it: before, the answer is TX_UNCONFIRMED, and the service finds it by itself. The same hash again answers the same success.",
  security: callerRequired,
  params: VaultParams,
  body: UpdateBalanceBody,
  response: { 200: UpdateBalanceResponse },
  errors: [...CONFIRM_ERRORS, 'INVALID_AMOUNT'],
});
