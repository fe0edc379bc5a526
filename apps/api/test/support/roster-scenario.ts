import type {
  BuiltRecoveryStep,
  ConfirmRecoveryResponse,
  GetVaultResponse,
  UpdateBalanceResponse,
  VaultDeposit,
  VaultResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Answer, succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { vaultOf, type VaultScenario } from './vault-scenario.js';

const COIN = 100_000_000n;

/** Blocks of the delays of the rosters of tests. */
export const [QUIET, REVIEW] = [12, 8];

/** A roster before its first deposit: it has no address yet. */
export interface PendingRoster extends Omit<VaultScenario, 'created'> {
  readonly created: VaultResponse;
  readonly guardian: Wallet;
}

/** A roster that has begun. */
export interface RosterScenario extends VaultScenario {
  readonly guardian: Wallet;
  readonly depositTxHash: string;
}

/** Creates a roster of three signers and a guardian, who have coins for fees. @param signsToo whether its creator has the third seat */
export const createRoster = async (
  fixture: Fixture,
  changes: object = {},
  signsToo = false,
): Promise<PendingRoster> => {
  const creator = fixture.wallet(3n * COIN, COIN / 100n);
  const third = signsToo ? creator : fixture.wallet(100_000n);
  const signers = [fixture.wallet(100_000n), fixture.wallet(100_000n), third] as const;
  const guardian = fixture.wallet(100_000n);
  const created = await succeeded(
    fixture.client.as(creator.address).post<VaultResponse>(
      '/api/vaults',
      vaultOf(signers, {
        roster: { guardian: guardian.address, quietBlocks: QUIET, reviewBlocks: REVIEW },
        ...changes,
      }),
    ),
  );
  return { id: created.id, path: `/api/vaults/${created.id}`, creator, signers, guardian, created };
};

/** Signs and broadcasts the first deposit. */
export const payFirstDeposit = async (
  fixture: Fixture,
  { path, creator }: Pick<PendingRoster, 'path' | 'creator'>,
): Promise<{ readonly txid: string; readonly offered: VaultDeposit }> => {
  const offered = await succeeded(fixture.client.as(creator.address).get<VaultDeposit>(`${path}/deposit`));
  const { signedTransactionHash: txid } = await creator.signTransaction(offered.wcTransaction);
  return { txid, offered };
};

/** Reports a deposit. */
export const reportDeposit = <Body = UpdateBalanceResponse>(
  fixture: Fixture,
  { path, creator }: Pick<PendingRoster, 'path' | 'creator'>,
  txid: string,
  amount: VaultDeposit['amountToDeposit'],
): Promise<Answer<Body>> => fixture.client.as(creator.address).post<Body>(`${path}/update-balance`, { txid, amount });

/** A roster with its first deposit, mined and reported. */
export const createActiveRoster = async (
  fixture: Fixture,
  changes: object = {},
  signsToo = false,
): Promise<RosterScenario> => {
  const roster = await createRoster(fixture, changes, signsToo);
  const { txid, offered } = await payFirstDeposit(fixture, roster);
  await fixture.mine();
  const { contractAddress } = await succeeded(reportDeposit(fixture, roster, txid, offered.amountToDeposit));
  if (contractAddress === null) throw new Error('The roster has no address');
  return { ...roster, created: { ...roster.created, contractAddress }, depositTxHash: txid };
};

/** Reads a roster as its creator. */
export const readRoster = (fixture: Fixture, { path, creator }: Pick<PendingRoster, 'path' | 'creator'>) =>
  succeeded(fixture.client.as(creator.address).get<GetVaultResponse>(path));

/** Signs and broadcasts a step of a recovery by one party. @returns its hash */
export const stepByParty = async (
  fixture: Fixture,
  { path }: Pick<PendingRoster, 'path'>,
  step: 'call' | 'veto',
  party: Wallet,
): Promise<string> => {
  const { wcTransaction } = await succeeded(
    fixture.client.as(party.address).post<BuiltRecoveryStep>(`${path}/recovery/${step}`),
  );
  return (await party.signTransaction(wcTransaction)).signedTransactionHash;
};

/** Reports a call or a veto. */
export const confirmStep = (fixture: Fixture, { path }: Pick<PendingRoster, 'path'>, txHash: string, by: Wallet) =>
  fixture.client.as(by.address).post<ConfirmRecoveryResponse>(`${path}/recovery/confirm`, { txHash });

/** Waits out the silence, and has the guardian call a recovery, mined and reported. @returns the hash of the call */
export const callRecovery = async (fixture: Fixture, roster: RosterScenario): Promise<string> => {
  await fixture.mine(QUIET);
  const txHash = await stepByParty(fixture, roster, 'call', roster.guardian);
  await fixture.mine();
  await succeeded(confirmStep(fixture, roster, txHash, roster.guardian));
  return txHash;
};
