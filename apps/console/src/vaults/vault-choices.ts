import type { Exact, Schemas } from '@weir/client';

export type VaultDetail = Exact<Schemas['GetVaultResponse']>;

/** What the user can do with a vault now, and what they are told. */
export interface VaultChoices {
  readonly meaning: string;
  readonly canDeposit: boolean;
  readonly canPropose: boolean;
  /**
   * Whether coins sent to its address now belong to the vault: before it is open, and once it is closed, they are not
   * safe there.
   */
  readonly canReceive: boolean;
  readonly canAddViewer: boolean;
}

type Standing = Pick<
  VaultDetail,
  'status' | 'role' | 'isSigner' | 'isPublic' | 'currentBalanceBase' | 'totalDepositBase'
> & { readonly events: readonly Pick<VaultDetail['events'][number], 'event'>[] };

/** Whether less than planned was deposited; later payouts do not count. */
const isShort = ({ currentBalanceBase, totalDepositBase, events }: Standing): boolean =>
  currentBalanceBase < totalDepositBase && !events.some(({ event }) => event === 'spent' || event === 'closed');

/** Derives the available actions from a vault's state. The service decides; this only offers. */
export const vaultChoicesOf = (vault: Standing): VaultChoices => {
  const { status, role, isSigner, isPublic } = vault;
  const isCreator = role === 'creator';
  const isMember = isCreator || isSigner;
  const canAddViewer = isCreator && !isPublic;
  if (status === 'closed')
    return {
      ...{ canDeposit: false, canPropose: false, canReceive: false, canAddViewer },
      meaning: 'It was closed: two signers emptied it. Send nothing to its address any more.',
    };
  if (status === 'pending')
    return {
      ...{ canDeposit: isCreator, canPropose: false, canReceive: false, canAddViewer },
      meaning: isCreator
        ? 'It waits for its first deposit, which opens it on the chain.'
        : 'It waits for its first deposit, which its creator pays in.',
    };
  return {
    ...{ canDeposit: isCreator && isShort(vault), canPropose: isMember, canReceive: true, canAddViewer },
    meaning: isMember
      ? 'It is open. Whatever leaves it is proposed first, then signed by two of its three signers.'
      : 'It is open. Its signers propose what is paid, and two of the three sign it.',
  };
};
