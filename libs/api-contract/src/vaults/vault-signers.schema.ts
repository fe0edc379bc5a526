import { callerRequired } from '../shared/caller.js';
import { Address } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { VaultParams } from './vault-words.schema.js';
import { VaultResponse } from './vault.schema.js';

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
