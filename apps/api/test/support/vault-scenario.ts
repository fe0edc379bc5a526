import type {
  ApproveResponse,
  ConfirmExecuteResponse,
  ExecuteResponse,
  ProposalResponse,
  UpdateBalanceResponse,
  VaultDeposit,
  VaultResponse,
} from '@weir/api-contract';
import { vaultTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import type { Answer, Client } from './client.js';
import type { Fixture } from './fixture.js';
import { payOutputs } from './pay-outputs.js';

const COIN = 100_000_000n;

/** A vault, who made it, and its three signers, each with a wallet of their own. */
export interface VaultScenario {
  readonly id: string;
  readonly path: string;
  readonly creator: Wallet;
  readonly signers: readonly [Wallet, Wallet, Wallet];
  readonly created: VaultResponse & { readonly contractAddress: string };
}

export const signersOf = (wallets: readonly Wallet[]) => ({
  signers: wallets.map(({ address }) => address),
  signerPubkeys: wallets.map(({ publicKeyHex }) => publicKeyHex),
});

/** What a creation is made of, with changes. */
export const vaultOf = (wallets: readonly Wallet[], changes: object = {}): object => vaultTerms(wallets, changes);

/** Creates a vault of 1 BCH, private by default, whose creator is not a signer. */
export const createVault = async (fixture: Fixture, changes: object = {}): Promise<VaultScenario> => {
  const creator = fixture.wallet(3n * COIN, COIN / 100n);
  const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
  const { body: created } = await fixture.client
    .as(creator.address)
    .post<VaultResponse>('/api/vaults', vaultOf(signers, changes));
  const { contractAddress } = created;
  if (contractAddress === null) throw new Error('A vault has no address');
  const path = `/api/vaults/${created.id}`;
  return { id: created.id, path, creator, signers, created: { ...created, contractAddress } };
};

/** The deposit the vault asks for, signed, broadcast and reported. @returns its hash */
export const deposit = async (fixture: Fixture, { path, creator }: VaultScenario): Promise<string> => {
  const client = fixture.client.as(creator.address);
  const { body } = await client.get<VaultDeposit>(`${path}/deposit`);
  const { signedTransactionHash: txid } = await creator.signTransaction(body.wcTransaction);
  await client.post<UpdateBalanceResponse>(`${path}/update-balance`, { txid, amount: body.amountToDeposit });
  return txid;
};

/** A vault with its first deposit, mined. */
export const createActiveVault = async (
  fixture: Fixture,
  changes: object = {},
): Promise<VaultScenario & { readonly depositTxHash: string }> => {
  const scenario = await createVault(fixture, changes);
  const depositTxHash = await deposit(fixture, scenario);
  fixture.devnet.node.mine();
  return { ...scenario, depositTxHash };
};

/** Pays the vault as any wallet can, and mines it. @returns the hash */
export const sendTo = async (
  fixture: Fixture,
  { created, creator }: VaultScenario,
  satoshis: bigint,
): Promise<string> => {
  const txid = await payOutputs(fixture, creator, [{ to: created.contractAddress, satoshis }]);
  fixture.devnet.node.mine();
  return txid;
};

/** A proposal by the first signer: 0.1 BCH to a new wallet by default. */
export const propose = async (
  fixture: Fixture,
  { path, signers }: VaultScenario,
  changes: object = {},
): Promise<ProposalResponse> => {
  const proposal = { recipient: fixture.wallet().address, amount: 0.1, reason: 'Rent', ...changes };
  return (await fixture.client.as(signers[0].address).post<ProposalResponse>(`${path}/proposals`, proposal)).body;
};

/** Returns what a signer's wallet answers for a proposal. */
export const signatureOf = async (client: Client, id: string, signer: Wallet): Promise<string> => {
  const { body } = await client.as(signer.address).post<ApproveResponse>(`/api/proposals/${id}/approve`);
  return (await signer.signTransaction(body.wcTransaction)).signedTransaction;
};

/** Approves a proposal: requests, signs, submits. */
export const sign = async <Body = ProposalResponse>(
  client: Client,
  id: string,
  signer: Wallet,
): Promise<Answer<Body>> =>
  client
    .as(signer.address)
    .post<Body>(`/api/proposals/${id}/signatures`, { signedTransaction: await signatureOf(client, id, signer) });

/** Two signatures and the broadcast. @returns the hash */
export const carryOut = async (
  fixture: Fixture,
  { signers }: VaultScenario,
  id: string,
  [one, other]: readonly [number, number] = [0, 2],
): Promise<string> => {
  for (const index of [one, other]) await sign(fixture.client, id, signers[index] ?? signers[0]);
  const { body } = await fixture.client.as(signers[0].address).post<ExecuteResponse>(`/api/proposals/${id}/execute`);
  return fixture.devnet.node.submit(body.txHex);
};

/** Reports an execution. */
export const confirmExecution = <Body = ConfirmExecuteResponse>(
  fixture: Fixture,
  { signers }: VaultScenario,
  id: string,
  txHash: string,
): Promise<Answer<Body>> =>
  fixture.client.as(signers[0].address).post<Body>(`/api/proposals/${id}/confirm-execute`, { txHash });
