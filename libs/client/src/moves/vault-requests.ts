import type { Connection } from '../connection/connection.js';
import { assetOf, type BodyOf, toBody } from '../shared/amounts.js';
import { createMemberAsk } from '../steps/wallet-of.js';
import type { Proposal, ProposalSubject, VaultHandle, Vaults } from '../types/vaults.types.js';

/** A repeated request would make a second record. */
const ONCE = { isRepeatable: false } as const;

/** Creates a vault: see {@link Vaults}. */
export const createVault = async (
  connection: Connection,
  ...[terms, wallet, options]: Parameters<Vaults['create']>
) => {
  const { api } = connection;
  const body = toBody<BodyOf<'createVault'>>(terms, 'BCH');
  const record = await createMemberAsk(connection, ONCE)(wallet, options, (sent) =>
    api.POST('/api/vaults', { ...sent, body }),
  );
  connection.requested.set(record.id, { terms });
  return record;
};

/** Proposes something to a vault's signers: see {@link VaultHandle}. @param id of the vault */
export const propose = async (
  connection: Connection,
  id: string,
  ...[given, wallet, options]: Parameters<VaultHandle['propose']>
): Promise<Proposal> => {
  const { api } = connection;
  const terms = { ...given, kind: given.kind ?? 'spend' };
  const body = toBody<BodyOf<'createProposal'>>(terms, assetOf(terms));
  const record = await createMemberAsk(connection, ONCE)(wallet, options, (sent) =>
    api.POST('/api/vaults/{id}/proposals', { ...sent, params: { path: { id } }, body }),
  );
  connection.requested.set(record.id, { terms: { ...terms, vaultId: id } });
  return record;
};

/** Proposes to take the new keys after a call: see {@link VaultHandle}. @param id of the vault */
export const proposeRecovery = async (
  connection: Connection,
  id: string,
  ...[members, wallet, options]: Parameters<VaultHandle['finishRecovery']>
): Promise<Proposal> => {
  const { api } = connection;
  const record = await createMemberAsk(connection, ONCE)(wallet, options, (sent) =>
    api.POST('/api/vaults/{id}/recovery/finish', { ...sent, params: { path: { id } }, body: members }),
  );
  connection.requested.set(record.id, { terms: members });
  return record;
};

/** Returns the kind of proposal that funds a subject. */
export const fundingKindOf = ({ streamIds, paymentIds, currencyPaymentIds, planId }: ProposalSubject) => {
  if (planId !== undefined && planId !== null) return 'plan';
  if (streamIds !== undefined && streamIds !== null) return 'stream';
  const payments = paymentIds ?? currencyPaymentIds;
  return payments !== undefined && payments !== null ? 'payment' : 'airdrop';
};
