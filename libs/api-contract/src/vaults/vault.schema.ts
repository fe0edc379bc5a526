import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { ContractAddress, Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { Moment } from './moment.schema.js';
import { VaultRole, VaultStatus } from './vault-words.schema.js';

/** The fields of a vault, in every answer that has one. */
export const vaultFields = {
  id: Type.String({ format: 'uuid' }),
  vaultId: Type.String({
    description: "32 bytes, hex. With the signers it rebuilds the contract: its first half is the contract's nonce.",
  }),
  name: Type.String(),
  description: Nullable(Type.String()),
  creator: Type.String(),
  signers: Type.Array(Type.String(), { description: 'The three, in the order of the contract.' }),
  signerPubkeys: Type.Array(Type.String(), { description: 'Their public keys, in the same order.' }),
  viewers: Type.Array(Type.String(), { description: 'Who else may see a private vault.' }),
  approvalThreshold: Type.Integer({ description: 'Signatures a payment takes: 2.' }),
  totalDeposit: Amount('What is planned to be deposited.', 'BCH'),
  totalDepositBase: BaseAmount(),
  currentBalance: Amount('What was found at the address when it was last looked at.', 'BCH'),
  currentBalanceBase: BaseAmount(),
  isPublic: Type.Boolean({ description: 'Private vaults are shown to their members only.' }),
  contractAddress: ContractAddress(),
  status: VaultStatus,
  state: VaultStatus,
  role: VaultRole,
  isSigner: Type.Boolean({ description: 'Whether the caller is among the signers, whatever the role.' }),
  depositTxHash: Nullable(Type.String({ description: 'The first deposit; null while pending.' })),
  expiresAt: Nullable(
    Moment('Until when it is kept without a deposit, at least; null once there is one, and where it is kept for ever.'),
  ),
  createdAt: Moment('When it was created.'),
  updatedAt: Moment('When its record last changed.'),
};

export const VaultResource = Type.Object(vaultFields, {
  title: 'Vault',
  description: 'A vault. `state` is the same as `status`.',
});
export type VaultResource = Static<typeof VaultResource>;

/** A vault as the whole answer, without an envelope. */
export const VaultResponse = Type.Object(
  { success: Success(), ...vaultFields },
  { title: 'VaultResponse', description: 'The vault.' },
);
export type VaultResponse = Static<typeof VaultResponse>;
