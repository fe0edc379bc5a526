import Type, { type Static } from 'typebox';
import { Amount, AmountInput, BaseAmount } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { CONFIRM_ERRORS, finalityFields } from '../shared/confirmation.schema.js';
import { Success, TransactionHash } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { VaultParams } from './vault-words.schema.js';
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
    ...finalityFields,
  },
  { title: 'UpdateBalanceResponse', description: 'The vault with the balance found on the chain.' },
);
export type UpdateBalanceResponse = Static<typeof UpdateBalanceResponse>;

export const updateBalance = route({
  operationId: 'updateVaultBalance',
  tags: ['vaults'],
  summary: 'Report a deposit',
  description:
    "Verifies the transaction on the chain and records the balance found at the address. The first one must make the vault's mutable NFT, and makes it active. The same hash again answers the same success.",
  security: callerRequired,
  params: VaultParams,
  body: UpdateBalanceBody,
  response: { 200: UpdateBalanceResponse },
  errors: [...CONFIRM_ERRORS, 'INVALID_AMOUNT'],
});
