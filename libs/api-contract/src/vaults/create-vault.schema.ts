import Type, { type Static } from 'typebox';
import { AmountInput } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { Address, PLAIN_TEXT } from '../shared/fields.schema.js';
import { CreationHeaders, optional, RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { VaultParams } from './vault-words.schema.js';
import { VaultResponse } from './vault.schema.js';

/** What a vault is created from. Optional fields may be left out or null. */
export const CreateVaultBody = RequestBody(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: PLAIN_TEXT,
      description: 'How members call it, without null characters.',
    }),
    description: optional(
      Type.String({
        maxLength: 1_000,
        pattern: PLAIN_TEXT,
        description: "The creator's words, without null characters.",
      }),
    ),
    signers: Type.Array(Address('A signer.'), {
      minItems: 3,
      maxItems: 3,
      description: 'Exactly 3, all different. Any two of them spend.',
    }),
    signerPubkeys: Type.Array(
      Type.String({ maxLength: 130, description: 'A compressed public key, 66 hex characters.' }),
      {
        minItems: 3,
        maxItems: 3,
        description: "Exactly 3: the signers' public keys in the same order. Each must hash to its signer's address.",
      },
    ),
    totalDeposit: AmountInput('What is planned to be deposited, in BCH.'),
    isPublic: optional(Type.Boolean({ description: 'Whether everybody may see it. Default false.' })),
  },
  { title: 'CreateVault' },
);
export type CreateVaultBody = Static<typeof CreateVaultBody>;

export const createVault = route({
  operationId: 'createVault',
  tags: ['vaults'],
  summary: 'Create a vault',
  description:
    'Works out the contract of three signers and stores the vault as pending. Nothing is on the chain yet: make the first deposit with the transaction of `deposit`. The caller is the creator, and need not be a signer.',
  security: callerRequired,
  headers: CreationHeaders,
  body: CreateVaultBody,
  response: { 201: VaultResponse },
  errors: ['INVALID_AMOUNT'],
});

export const AddSignerBody = RequestBody({ signerAddress: Address('Who may see the vault from now on.') });

export const addVaultSigner = route({
  operationId: 'addVaultSigner',
  tags: ['vaults'],
  summary: 'Let somebody see a vault',
  description: 'Only for the creator. Adds a viewer: the three signers of the contract stay what they are.',
  security: callerRequired,
  params: VaultParams,
  body: AddSignerBody,
  response: { 200: VaultResponse },
  errors: ['WRONG_STATE'],
});
