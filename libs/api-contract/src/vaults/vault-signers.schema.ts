import { callerRequired } from '../shared/caller.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Address } from '../shared/text.schema.js';
import { VaultParams } from './vault-params.schema.js';
import { VaultResponse } from './vault.schema.js';

export const AddSignerBody = RequestBody({ signerAddress: Address('Who may see the vault from now on.') });

export const addVaultSigner = {
  operationId: 'addVaultSigner',
  tags: ['vaults'],
  summary: 'Let somebody see a vault',
  description: 'Only for the creator. Adds a viewer: the three signers of the contract stay what they are.',
  security: callerRequired,
  params: VaultParams,
  body: AddSignerBody,
  response: {
    200: VaultResponse,
    ...errorResponses('INVALID_ADDRESS', 'CALLER_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE', ...BODY_ERRORS),
  },
} as const satisfies RouteSchema;
