import { hash160, numberToBinUint32LE } from '@bitauth/libauth';
import type { GetPlanResponse, PlanListedResponse, PlanStreamsResponse, ProposalResponse } from '@weir/api-contract';
import { addressOf } from '@weir/covenants';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { agree } from './grant-scenario.js';
import type { VaultScenario } from './vault-scenario.js';

const HOUR = 3_600;

/** A plan that a vault is to fund. */
export interface PlanGrant {
  readonly id: string;
  readonly path: string;
  readonly created: PlanListedResponse;
  readonly proposal: NonNullable<PlanListedResponse['proposal']>;
}

/** Returns addresses without a known key. */
export const recipientsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => addressOf(hash160(numberToBinUint32LE(first + i)), 'devnet'));

/** Creates a plan of 0.01 BCH for each recipient over 100 hours that a vault funds, by its first signer. */
export const grantPlan = async (
  fixture: Fixture,
  { id: vaultId, signers }: VaultScenario,
  recipients: readonly string[],
  changes: object = {},
): Promise<PlanGrant> => {
  const created = await succeeded(
    fixture.client.as(signers[0].address).post<PlanListedResponse>('/api/plans', {
      product: 'vesting',
      start: fixture.time(),
      end: fixture.time() + 100 * HOUR,
      streams: recipients.map((recipient, i) => ({ recipient, amount: 0.01, label: `Row ${i + 1}` })),
      vaultId,
      ...changes,
    }),
  );
  if (created.proposal === undefined) throw new Error('The answer names no proposal');
  return { id: created.plan.id, path: `/api/plans/${created.plan.id}`, created, proposal: created.proposal };
};

/** The plan as a member of its vault sees it. */
export const planSeenBy = ({ client }: Fixture, { signers }: VaultScenario, { path }: PlanGrant) =>
  succeeded(client.as(signers[1].address).get<GetPlanResponse>(path));

/** Its streams as a member sees them. */
export const grantedStreams = async ({ client }: Fixture, { signers }: VaultScenario, { path }: PlanGrant) =>
  (await succeeded(client.as(signers[1].address).get<PlanStreamsResponse>(`${path}/streams`))).streams;

/** Proposes the next funding of a plan, signs it twice, sends and reports it, mined. @returns its hash */
export const openNextPart = async (fixture: Fixture, vault: VaultScenario, grant: PlanGrant): Promise<string> => {
  const { path, body } = grant.proposal;
  const proposal = await succeeded(fixture.client.as(vault.signers[0].address).post<ProposalResponse>(path, body));
  const txHash = await agree(fixture, vault, proposal);
  await fixture.mine();
  return txHash;
};
