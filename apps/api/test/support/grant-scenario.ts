import type { CreatePaymentResponse, CreateStreamResponse, ProposalResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { paymentOf } from './payment-scenario.js';
import { creationOf } from './stream-scenario.js';
import { carryOut, confirmExecution, type VaultScenario } from './vault-scenario.js';

/** A stream or payment that a vault is to fund. */
export interface Grant {
  readonly id: string;
  readonly path: string;
  readonly recipient: Wallet;
  readonly proposal: NonNullable<CreateStreamResponse['proposal']>;
}

/** Creates a stream of 0.1 BCH that a vault funds, by its first signer. */
export const grantStream = async (fixture: Fixture, vault: VaultScenario, changes: object = {}): Promise<Grant> => {
  const recipient = fixture.wallet(1_000_000n);
  const { stream, proposal } = await succeeded(
    fixture.client
      .as(vault.signers[0].address)
      .post<CreateStreamResponse>(
        '/api/streams/create',
        creationOf(fixture, recipient, { totalAmount: 0.1, vaultId: vault.id, ...changes }),
      ),
  );
  if (proposal === undefined) throw new Error('The answer names no proposal');
  return { id: stream.id, path: `/api/streams/${stream.id}`, recipient, proposal };
};

/** Creates a daily payment of 0.01 BCH that a vault funds. */
export const grantPayment = async (fixture: Fixture, vault: VaultScenario, changes: object = {}): Promise<Grant> => {
  const recipient = fixture.wallet(1_000_000n);
  const { payment, proposal } = await succeeded(
    fixture.client
      .as(vault.signers[0].address)
      .post<CreatePaymentResponse>(
        '/api/payments/create',
        paymentOf(fixture, recipient, { amountPerPeriod: 0.01, vaultId: vault.id, ...changes }),
      ),
  );
  if (proposal === undefined) throw new Error('The answer names no proposal');
  return { id: payment.id, path: `/api/payments/${payment.id}`, recipient, proposal };
};

/** Sends the proposal that the answer to a creation names. */
export const proposeGrant = async (
  fixture: Fixture,
  { signers }: VaultScenario,
  { proposal: { path, body } }: Pick<Grant, 'proposal'>,
): Promise<ProposalResponse> => succeeded(fixture.client.as(signers[0].address).post<ProposalResponse>(path, body));

/** Sends any proposal to a vault. */
export const proposeMove = async (
  fixture: Fixture,
  { path, signers }: VaultScenario,
  body: object,
): Promise<ProposalResponse> =>
  succeeded(fixture.client.as(signers[1].address).post<ProposalResponse>(`${path}/proposals`, body));

/** Signs twice, broadcasts and confirms a proposal. @returns the hash */
export const agree = async (
  fixture: Fixture,
  vault: VaultScenario,
  { id }: { readonly id: string },
): Promise<string> => {
  const txHash = await carryOut(fixture, vault, id);
  const { status, body } = await confirmExecution(fixture, vault, id, txHash);
  if (status !== 200) throw new Error(`The execution was not confirmed: ${JSON.stringify(body)}`);
  return txHash;
};

/** Creates a stream or payment funded by a vault. */
export const openGrant = async (
  fixture: Fixture,
  vault: VaultScenario,
  grant: Pick<Grant, 'proposal'>,
): Promise<string> => {
  const txHash = await agree(fixture, vault, await proposeGrant(fixture, vault, grant));
  await fixture.mine();
  return txHash;
};
