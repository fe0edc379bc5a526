import Type, { type Static } from 'typebox';
import { Amount, AmountInput, BaseAmount } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { TransactionHash } from '../shared/text.schema.js';
import { VaultParams } from './vault-params.schema.js';
import { vaultFields } from './vault.schema.js';

export const UpdateBalanceBody = RequestBody({
  txid: TransactionHash('Hash of the broadcast deposit.'),
  amount: AmountInput('What the transaction pays to the address, in BCH; compared with the chain.'),
});

export const UpdateBalanceResponse = Type.Object(
  {
    success: Success(),
    ...vaultFields,
    message: Type.String(),
    txHash: Type.String(),
    amount: Amount('What the transaction pays to the address.', 'BCH'),
    amountBase: BaseAmount(),
    confirmations: Type.Integer({ description: 'Blocks on the transaction, 0 in the mempool.' }),
    finality: Type.Enum(['mempool', 'mined', 'final'], { description: '`final` from 10 blocks on.' }),
  },
  { title: 'UpdateBalanceResponse', description: 'The vault with the balance found on the chain.' },
);
export type UpdateBalanceResponse = Static<typeof UpdateBalanceResponse>;

export const updateBalance = {
  operationId: 'updateVaultBalance',
  tags: ['vaults'],
  summary: 'Report a deposit',
  description:
    "Verifies the transaction on the chain and records the balance found at the address. The first one must make the vault's mutable NFT, and makes it active. The same hash again answers the same success.",
  security: callerRequired,
  params: VaultParams,
  body: UpdateBalanceBody,
  response: {
    200: UpdateBalanceResponse,
    ...errorResponses(
      'INVALID_ADDRESS',
      'INVALID_AMOUNT',
      'CALLER_REQUIRED',
      'FORBIDDEN',
      'NOT_FOUND',
      'WRONG_STATE',
      'TX_NOT_FOUND',
      'TX_REPLACED',
      'TX_UNCONFIRMED',
      'HASH_ALREADY_USED',
      'TX_MISMATCH',
      'CHAIN_UNAVAILABLE',
      ...BODY_ERRORS,
    ),
  },
} as const satisfies RouteSchema;
