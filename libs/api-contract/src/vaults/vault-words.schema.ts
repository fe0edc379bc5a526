import Type, { type Static } from 'typebox';

/** Where a vault is in its life. */
export const VaultStatus = Type.Enum(['pending', 'active', 'closed'], {
  description:
    '`pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.',
});
export type VaultStatus = Static<typeof VaultStatus>;

/** What a caller is to a vault. */
export const VaultRole = Type.Enum(['creator', 'signer', 'viewer'], {
  description: "The caller's strongest role; everybody is `viewer` of a public vault.",
});

export const ProposalKind = Type.Enum(['spend', 'close'], {
  description:
    '`spend` pays somebody and leaves the rest in the vault; `close` pays everything to the recipient and ends the vault.',
});

/** Where a proposal is in its life. */
export const ProposalStatus = Type.Enum(['PENDING', 'APPROVED', 'EXECUTED', 'REJECTED', 'STALE'], {
  description:
    '`APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when its coins were spent otherwise: approve it again.',
});
export type ProposalStatus = Static<typeof ProposalStatus>;
