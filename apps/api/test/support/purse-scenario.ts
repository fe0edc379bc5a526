import type {
  ConfirmPurseResponse,
  GetPurseResponse,
  PayPurseResponse,
  PursesResponse,
  SendPurseHomeResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { agree, proposeMove } from './grant-scenario.js';
import { createActiveVault, type VaultScenario } from './vault-scenario.js';

/** A purse of a vault, who pays from it, and whom. */
export interface PurseScenario {
  readonly id: string;
  readonly path: string;
  readonly vault: VaultScenario;
  readonly spender: Wallet;
  readonly payee: Wallet;
  /** The transaction that opened it. */
  readonly openedTxHash: string;
}

/** What a proposal of a purse is made of: 0.2 BCH with a limit of 0.05 a day. */
export const allowanceOf = (
  { spender, payee }: Pick<PurseScenario, 'spender' | 'payee'>,
  { allowance, ...changes }: Readonly<Record<string, unknown>> & { readonly allowance?: object } = {},
): object => ({
  kind: 'allowance',
  amount: 0.2,
  allowance: { spender: spender.address, payees: [payee.address], limit: 0.05, periodBlocks: 144, ...allowance },
  reason: 'Petty cash',
  ...changes,
});

/** The purses of a vault, as its creator reads them. */
export const pursesOf = async (fixture: Fixture, { path, creator }: VaultScenario) =>
  (await succeeded(fixture.client.as(creator.address).get<PursesResponse>(`${path}/purses`))).purses;

/** Opens a purse of a vault by two signers, and mines it. The spender signs nothing else, and has no coin. */
export const openPurse = async (
  fixture: Fixture,
  vault: VaultScenario,
  changes: Readonly<Record<string, unknown>> = {},
  spender: Wallet = fixture.wallet(),
): Promise<PurseScenario> => {
  const payee = fixture.wallet();
  const proposal = await proposeMove(fixture, vault, allowanceOf({ spender, payee }, changes));
  const openedTxHash = await agree(fixture, vault, proposal);
  await fixture.mine();
  const opened = (await pursesOf(fixture, vault)).find((purse) => purse.openedTxHash === openedTxHash);
  if (opened === undefined) throw new Error('The transaction opened no purse');
  return { id: opened.id, path: `/api/purses/${opened.id}`, vault, spender, payee, openedTxHash };
};

/** Opens a vault with a purse. */
export const createPurse = async (
  fixture: Fixture,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<PurseScenario> => openPurse(fixture, await createActiveVault(fixture), changes);

/** Reads a purse as its payer. */
export const readPurse = (fixture: Fixture, { path, spender }: PurseScenario) =>
  succeeded(fixture.client.as(spender.address).get<GetPurseResponse>(path));

/** Signs and broadcasts a payment. @returns its hash */
export const payByPurse = async (
  fixture: Fixture,
  { path, spender, payee }: PurseScenario,
  changes: object = {},
): Promise<string> => {
  const { wcTransaction } = await succeeded(
    fixture.client
      .as(spender.address)
      .post<PayPurseResponse>(`${path}/pay`, { to: payee.address, amount: 0.01, ...changes }),
  );
  return (await spender.signTransaction(wcTransaction)).signedTransactionHash;
};

/** Signs and broadcasts the way home. @returns its hash */
export const sendHome = async (fixture: Fixture, { path }: PurseScenario, signer: Wallet): Promise<string> => {
  const { wcTransaction } = await succeeded(
    fixture.client.as(signer.address).post<SendPurseHomeResponse>(`${path}/home`),
  );
  return (await signer.signTransaction(wcTransaction)).signedTransactionHash;
};

/** Reports a step of a purse. */
export const confirmPurseStep = (
  fixture: Fixture,
  { path, spender }: PurseScenario,
  step: 'payment' | 'home',
  txHash: string,
) => fixture.client.as(spender.address).post<ConfirmPurseResponse>(`${path}/confirm-${step}`, { txHash });
