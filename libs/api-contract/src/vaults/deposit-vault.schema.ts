import Type, { type Static } from 'typebox';
import { Amount, BaseAmount, exact } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { ContractAddress, Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { buildRoute } from '../shared/route.js';
import { NullableWcTransaction } from '../shared/wc-transaction.schema.js';
import { FundingPreparation } from '../streams/funding-info.schema.js';
import { VaultParams } from './vault-words.schema.js';

export const VaultDeposit = Type.Object(
  {
    success: Success(),
    contractAddress: ContractAddress(),
    totalDeposit: Amount('What is planned.', 'BCH'),
    totalDepositBase: BaseAmount(),
    currentBalance: Amount('What lies at the address.', 'BCH'),
    currentBalanceBase: BaseAmount(),
    amountToDeposit: Amount(
      'What this deposit pays: what was never deposited of `totalDeposit`. What proposals have paid out is not asked for again. At least 0.00001; 0 when less is missing.',
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
    fee: Amount('Fee of the transaction.', 'BCH'),
    feeBase: BaseAmount(),
    wcTransaction: NullableWcTransaction,
  },
  { title: 'VaultDeposit', description: 'The deposit, to be signed by the creator.' },
);
export type VaultDeposit = Static<typeof VaultDeposit>;

export const VaultDepositResponse = Type.Union([VaultDeposit, FundingPreparation], {
  title: 'VaultDepositResponse',
  description: 'The deposit, or the preparation the first one needs.',
});
export type VaultDepositResponse = Static<typeof VaultDepositResponse>;

export const vaultDeposit = buildRoute({
  operationId: 'getVaultDeposit',
  tags: ['vaults'],
  summary: 'Build a deposit',
  description:
    "Only for the creator. The first deposit makes the vault's state NFT; later ones are plain sends to `contractAddress`, as any wallet can make. Report each with `update-balance`.",
  security: callerRequired,
  params: VaultParams,
  response: { 200: VaultDepositResponse },
  errors: ['RECORD_EXPIRED'],
});
