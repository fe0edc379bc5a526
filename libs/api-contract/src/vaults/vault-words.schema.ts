import Type, { type Static } from 'typebox';
import { idParams } from '../shared/requests.schema.js';

/** Status of a vault. */
export const VaultStatus = Type.Enum(['pending', 'active', 'closed'], {
  description:
    '`pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.',
});
export type VaultStatus = Static<typeof VaultStatus>;

/** Role of a caller in a vault. */
export const VaultRole = Type.Enum(['creator', 'signer', 'viewer'], {
  description: "The caller's strongest role; everybody is `viewer` of a public vault.",
});
export type VaultRole = Static<typeof VaultRole>;

/** Kinds of proposals. */
const PROPOSAL_KINDS = ['spend', 'close', 'plan', 'stream', 'payment', 'airdrop', 'cancel', 'pause', 'resume'] as const;

const KINDS_IN_WORDS =
  '`spend` pays somebody and leaves the rest in the vault; `close` pays everything to the recipient and ends the vault. `stream`, `payment` and `plan` fund a record that was created with `vaultId`, of a plan its next part: the vault is its sender. `cancel` cancels streams and payments whose sender the vault is, one or many; what is not due returns to the vault after the notice. `pause` and `resume` do that to payments. `airdrop` funds a campaign that was created with `vaultId`; `cancel` of one (`campaignId`) closes it: its lanes are closed as they stand once the proposal is carried out, and what is not claimed returns to the vault.';

export const ProposalKind = Type.Enum([...PROPOSAL_KINDS], { description: KINDS_IN_WORDS });

/** The kind in a request, where null stands for the default. */
export const ProposalKindInput = Type.Unsafe<(typeof PROPOSAL_KINDS)[number] | null>({
  enum: [...PROPOSAL_KINDS, null],
  description: `${KINDS_IN_WORDS} The default is \`spend\`.`,
});

/** Status of a proposal. */
export const ProposalStatus = Type.Enum(['PENDING', 'APPROVED', 'EXECUTED', 'REJECTED', 'STALE'], {
  description:
    '`APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when its coins were spent otherwise: approve it again.',
});
export type ProposalStatus = Static<typeof ProposalStatus>;

/** Path parameters of a single vault. */
export const VaultParams = idParams('vault');

/** Path parameters of a single proposal. */
export const ProposalParams = idParams('proposal');
