import type { VaultRole } from '@weir/api-contract/words';
import type { EventRecord, VaultRecord } from '@weir/infra';
import type { ProposalKind } from '@weir/kinds';
import type { Party } from '../shared/parties.js';
import { isSigner, roleIn, strongest } from '../shared/vaults/vault-access.js';
import { toRosterView } from './roster/roster-view.js';

/** Number of signatures that a spend takes. */
export const APPROVAL_THRESHOLD = 2;

/** Returns the number of signatures that a proposal takes. The end of a recovery takes the guardian's, and two new signers'. */
export const thresholdOf = (kind: ProposalKind): number =>
  kind === 'recovery' ? APPROVAL_THRESHOLD + 1 : APPROVAL_THRESHOLD;

/** Returns the role that a caller is shown. Who may read a vault without a role in it reads as its viewers do. */
const roleAmong = (vault: VaultRecord, callers: readonly Party[]): VaultRole => {
  const party = strongest(vault, callers);
  return (party && roleIn(vault, party.hashHex)) ?? 'viewer';
};

/** Converts a vault to the form shown to a caller who may see it. @param callers all addresses of the caller */
export const toVaultView = (record: VaultRecord, callers: readonly Party[]) => {
  const { roster, ...vault } = record;
  return {
    signerPubkeys: vault.signers.map(({ publicKey }) => publicKey),
    approvalThreshold: APPROVAL_THRESHOLD,
    role: roleAmong(record, callers),
    isSigner: callers.some(({ hashHex }) => isSigner(vault, hashHex)),
    ...(roster !== null && { roster: toRosterView({ ...vault, roster }, callers) }),
    // What is behind a spread is slow to set: only what is shown otherwise than stored.
    ...vault,
    creator: vault.creator.address,
    signers: vault.signers.map(({ address }) => address),
    viewers: vault.viewers.map(({ address }) => address),
    state: vault.status,
    depositTxHash: vault.deposit?.txHash ?? null,
    // Of a roster whose first deposit a reorganisation took back it is known, but money that is paid there may be lost.
    contractAddress: roster !== null && vault.status === 'pending' ? null : vault.contractAddress,
  };
};

type VaultStepKind =
  | 'deposited'
  | 'spent'
  | 'closed'
  | 'exchanged'
  | 'recovery_called'
  | 'recovery_vetoed'
  | 'recovered';

const EVENT_KINDS: Readonly<Record<string, VaultStepKind>> = {
  deposit: 'deposited',
  spend: 'spent',
  close: 'closed',
  exchange: 'exchanged',
  'call-recovery': 'recovery_called',
  'veto-recovery': 'recovery_vetoed',
  recover: 'recovered',
};

const stepKindOf = ({ transition }: EventRecord): VaultStepKind => {
  const kind = EVENT_KINDS[transition];
  if (kind === undefined) throw new Error(`A vault has an event of an unknown step: ${transition}`);
  return kind;
};

/** Converts an event of a vault's state to the form shown. */
export const toVaultEventView = (event: EventRecord) => {
  const isLater = event.kind === 'rolled_back' || event.kind === 'restored';
  return {
    event: event.kind === 'rolled_back' || event.kind === 'restored' ? event.kind : stepKindOf(event),
    of: isLater ? stepKindOf(event) : null,
    at: event.createdAt,
    txHash: event.txHash,
    amount: event.amount,
    reason: event.because?.reason ?? null,
    replacedBy: event.because?.replacedBy ?? null,
  };
};
