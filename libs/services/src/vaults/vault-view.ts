import type { EventRecord, VaultRecord } from '@weir/infra';
import { isSigner, roleIn } from '../shared/vaults/vault-access.js';
import type { VaultStepKind, VaultView } from './vaults.types.js';

/** Number of signatures that a spend takes. */
export const APPROVAL_THRESHOLD = 2;

/** Converts a vault to the form shown to a caller who may see it. */
export const toVaultView = (vault: VaultRecord, callerHash: string): VaultView => ({
  ...vault,
  creator: vault.creator.address,
  signers: vault.signers.map(({ address }) => address),
  signerPubkeys: vault.signers.map(({ publicKey }) => publicKey),
  viewers: vault.viewers.map(({ address }) => address),
  approvalThreshold: APPROVAL_THRESHOLD,
  state: vault.status,
  role: roleIn(vault, callerHash) ?? 'viewer',
  isSigner: isSigner(vault, callerHash),
  depositTxHash: vault.deposit?.txHash ?? null,
});

const EVENT_KINDS: Readonly<Record<string, VaultStepKind>> = { deposit: 'deposited', spend: 'spent', close: 'closed' };

const firstTold = ({ transition }: EventRecord): VaultStepKind => {
  const kind = EVENT_KINDS[transition];
  if (kind === undefined) throw new Error(`A vault has an event of an unknown step: ${transition}`);
  return kind;
};

/** Converts an event of a vault's state to the form shown. */
export const toVaultEventView = (event: EventRecord) => {
  const isLater = event.kind === 'rolled_back' || event.kind === 'restored';
  return {
    event: event.kind === 'rolled_back' || event.kind === 'restored' ? event.kind : firstTold(event),
    of: isLater ? firstTold(event) : null,
    at: event.createdAt,
    txHash: event.txHash,
    amount: event.amount,
    reason: event.because?.reason ?? null,
    replacedBy: event.because?.replacedBy ?? null,
  };
};
