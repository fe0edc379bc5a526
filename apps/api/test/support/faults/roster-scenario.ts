import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BuiltRecoveryStep,
  GetPurseResponse,
  GetVaultResponse,
  PayPurseResponse,
  ProposalResponse,
  PursesResponse,
  SendPurseHomeResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import type { Refusal } from '../client.js';
import type { Fixture } from '../fixture.js';
import { allowanceOf } from '../purse-scenario.js';
import { QUIET, REVIEW } from '../roster-scenario.js';
import { BCH, COIN } from '../test-asset.js';
import { signersOf, vaultOf } from '../vault-scenario.js';
import type { PersistentClient } from './persistent-client.js';
import type { Promised } from './servers.js';
import { execute, openVault, type OpenedVault } from './vault-steps.js';

/** For the fees of a call, a veto, or the end of a recovery. */
const FOR_FEES = COIN / 1_000n;
const PAID = COIN / 100n;
const PAUSE_MS = 60;

const addressesOf = (wallets: readonly Wallet[]) => wallets.map(({ address }) => address);

/** Waits until a vault has the purse that a transaction opened. @returns its id */
const purseOpenedBy = async (
  client: PersistentClient,
  { path }: OpenedVault,
  txHash: string,
  { address }: Wallet,
): Promise<string> => {
  for (;;) {
    const { purses } = await client.get<PursesResponse>(`${path}/purses`, address);
    const opened = purses.find(({ openedTxHash }) => openedTxHash === txHash);
    if (opened !== undefined) return opened.id;
    await sleep(PAUSE_MS);
  }
};

/** Builds what one party signs of a purse, signs and reports it. @returns the hash */
const stepOfPurse = async (
  client: PersistentClient,
  [id, step, reported]: readonly [id: string, step: 'pay' | 'home', reported: 'payment' | 'home'],
  party: Wallet,
  body: object = {},
): Promise<string> => {
  const path = `/api/purses/${id}`;
  const { wcTransaction } = await client.post<PayPurseResponse | SendPurseHomeResponse>(
    `${path}/${step}`,
    body,
    party.address,
  );
  const txHash = (await party.signTransaction(wcTransaction)).signedTransactionHash;
  await client.post(`${path}/confirm-${reported}`, { txHash }, party.address);
  return txHash;
};

/** Builds what one party signs of a recovery once the chain lets it, signs and reports it. @returns the hash */
const stepOfRecovery = async (
  client: PersistentClient,
  { path }: OpenedVault,
  step: 'call' | 'veto',
  party: Wallet,
): Promise<string> => {
  for (;;) {
    // Until the service has seen the blocks of the silence.
    const built = await client.post<BuiltRecoveryStep | Refusal>(
      `${path}/recovery/${step}`,
      {},
      party.address,
      undefined,
      'WRONG_STATE',
    );
    if (built.success) {
      const txHash = (await party.signTransaction(built.wcTransaction)).signedTransactionHash;
      await client.post(`${path}/recovery/confirm`, { txHash }, party.address);
      return txHash;
    }
    await sleep(PAUSE_MS);
  }
};

/**
 * Runs a roster through the API, each step reported: created, deposited to, a purse opened, paid from, a key exchanged and the purse
 * renewed with it, a recovery called, and stopped or ended, and the purse sent home.
 */
export const liveRoster = async (
  fixture: Fixture,
  client: PersistentClient,
  isRecovered: boolean,
): Promise<Promised> => {
  const creator = fixture.wallet(3n * COIN, COIN / 100n);
  const withFees = () => fixture.wallet(FOR_FEES);
  const [anna, ben, cleo, joins, guardian] = [withFees(), withFees(), withFees(), withFees(), withFees()];
  const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
  const [spender, payee] = [fixture.wallet(), fixture.wallet()];
  const terms = { guardian: guardian.address, quietBlocks: QUIET, reviewBlocks: REVIEW };
  const roster = await openVault(client, vaultOf([anna, ben, cleo], { roster: terms }), creator);
  const { id, path, depositTxHash } = roster;
  const propose = (body: object) => client.post<ProposalResponse>(`${path}/proposals`, body, anna.address);

  const opening = await execute(client, await propose(allowanceOf({ spender, payee })), [anna, cleo]);
  const purse = await purseOpenedBy(client, roster, opening.txHash, anna);
  const paid = await stepOfPurse(client, [purse, 'pay', 'payment'], spender, {
    to: payee.address,
    amount: BCH.text(PAID),
  });
  const seat = { leaves: cleo.address, joins: joins.address, joinsPubkey: joins.publicKeyHex };
  const exchange = await propose({ kind: 'exchange', exchange: seat, purseIds: [purse] });
  const exchanged = await execute(client, exchange, [anna, ben]);
  const renewed = await purseOpenedBy(client, roster, exchanged.txHash, anna);

  fixture.devnet.node.mine(QUIET + 1);
  const called = await stepOfRecovery(client, roster, 'call', guardian);
  const steps = [
    { event: 'deposited', txHash: depositTxHash },
    { event: 'spent', txHash: opening.txHash },
    { event: 'exchanged', txHash: exchanged.txHash },
    { event: 'recovery_called', txHash: called },
  ];
  if (isRecovered) {
    fixture.devnet.node.mine(REVIEW + 1);
    const end = await client.post<ProposalResponse>(`${path}/recovery/finish`, signersOf(heirs), guardian.address);
    const { txHash } = await execute(client, end, [heirs[0], guardian, heirs[2]]);
    steps.push({ event: 'recovered', txHash });
  } else steps.push({ event: 'recovery_vetoed', txHash: await stepOfRecovery(client, roster, 'veto', joins) });
  // Its signers are those that it was renewed for, not those of the roster now.
  const home = await stepOfPurse(client, [renewed, 'home', 'home'], joins);
  return {
    kind: 'roster',
    id,
    async assertHolds() {
      const read = async <Body>(of: string) => (await fixture.client.as(creator.address).get<Body>(of)).body;
      const { signers, events, roster: facts, contractAddress } = await read<GetVaultResponse>(path);
      expect(signers).toEqual(addressesOf(isRecovered ? heirs : [anna, ben, joins]));
      expect(facts).toMatchObject({ phase: 'active', generation: isRecovered ? 2 : 1 });
      expect(contractAddress).not.toBeNull();
      expect(events.map(({ event, txHash }) => ({ event, txHash }))).toEqual(steps);
      expect(BCH.paidTo(fixture, payee, paid)).toEqual([PAID]);
      const { purses } = await read<PursesResponse>(`${path}/purses`);
      expect(purses.map((each) => [each.id, each.status, each.openedTxHash])).toEqual([
        [renewed, 'HOME', exchanged.txHash],
        [purse, 'CLOSED', opening.txHash],
      ]);
      const ofPurse = async (each: string) =>
        (await read<GetPurseResponse>(`/api/purses/${each}`)).steps.map(({ step, txHash }) => [step, txHash]);
      expect(await ofPurse(renewed)).toEqual([
        ['sent_home', home],
        ['opened', exchanged.txHash],
      ]);
      expect(await ofPurse(purse)).toEqual([
        ['ended', exchanged.txHash],
        ['paid', paid],
        ['opened', opening.txHash],
      ]);
    },
  };
};
