import type {
  ExecuteResponse,
  ListActivityResponse,
  ListEventsResponse,
  ListVaultsResponse,
  ProposalResponse,
  ReadyResponse,
  VaultResponse,
} from '@weir/api-contract';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { succeeded } from '../support/client.js';
import { useFixture, type Fixture } from '../support/fixture.js';
import { proposeMove } from '../support/grant-scenario.js';
import { payOutputs } from '../support/pay-outputs.js';
import { allowanceOf, payByPurse, pursesOf, sendHome } from '../support/purse-scenario.js';
import {
  createRoster,
  payFirstDeposit,
  QUIET,
  REVIEW,
  type RosterScenario,
  stepByParty,
} from '../support/roster-scenario.js';
import {
  carryOut,
  createActiveVault,
  createVault,
  deposit,
  propose,
  sign,
  type VaultScenario,
} from '../support/vault-scenario.js';

const fixture = useFixture({ WATCHER: 'protect' });
/** Another process, which watches nothing. */
let replica: Fixture['client'];
beforeAll(async () => {
  replica = await fixture.replica();
  await eventually(async () =>
    expect((await fixture.client.get<ReadyResponse>('/ready')).body.checks.vaultWatcher.lastRoundAt).not.toBeNull(),
  );
});

interface Shown {
  readonly single: VaultResponse;
  readonly listed: ListVaultsResponse['created'][number] | undefined;
  readonly explored: ListActivityResponse['streams'][number] | undefined;
}

/** What readers see who call nothing that looks at the chain. */
const show = async ({ id, path, creator }: VaultScenario, proposalId?: string): Promise<Shown> => {
  const client = replica.as(creator.address);
  const [single, list, explorer] = await Promise.all([
    client.get<VaultResponse>(path),
    client.get<ListVaultsResponse>('/api/vaults'),
    replica.get<ListActivityResponse>('/api/explorer/activity?type=treasuries'),
  ]);
  return {
    single: single.body,
    listed: list.body.created.find((vault) => vault.id === id),
    explored: explorer.body.streams.find((row) => row.stream_id === proposalId),
  };
};

/** Reads until it is as expected. */
const becomes = (read: () => Promise<Shown>, expected: object): Promise<Shown> =>
  eventually(async () => {
    const shown = await read();
    expect(shown).toMatchObject(expected);
    return shown;
  });

const submit = async (scenario: VaultScenario, changes: object = {}): Promise<ProposalResponse> => {
  const proposal = await propose(fixture, scenario, changes);
  await carryOut(fixture, scenario, proposal.id);
  return proposal;
};

describe('a vault whose transactions nobody reports', () => {
  it('shows an executed, unconfirmed proposal in lists, by itself and in the explorer', async () => {
    const scenario = await createActiveVault(fixture, { isPublic: true });
    const proposal = await submit(scenario);
    const shown = { currentBalance: expect.closeTo(0.9, 2) as number, status: 'active' };
    const { single, listed } = await becomes(() => show(scenario, proposal.proposalId), {
      explored: { status: 'COMPLETED' },
      single: shown,
      listed: shown,
    });
    expect(listed?.currentBalance).toBe(single.currentBalance);
  });

  it('shows a close that was made elsewhere', async () => {
    const scenario = await createActiveVault(fixture, { isPublic: true });
    await submit(scenario, { kind: 'close', amount: undefined });
    const closed = { status: 'closed', currentBalance: 0 };
    await becomes(() => show(scenario), { single: closed, listed: closed });
  });

  it('shows a deposit by anybody, and its end in a double spend', async () => {
    const scenario = await createActiveVault(fixture);
    const { single: before } = await show(scenario);
    const txid = await payOutputs(fixture, fixture.wallet(), [
      { to: scenario.created.contractAddress, satoshis: 5_000_000n },
    ]);
    await becomes(() => show(scenario), {
      single: { currentBalance: expect.closeTo(before.currentBalance + 0.05, 8) as number },
    });
    fixture.devnet.node.drop(txid);
    await becomes(() => show(scenario), { single: { currentBalance: before.currentBalance } });
  });

  it('is pending while its first deposit is lost, and active once that is there again', async () => {
    const scenario = await createVault(fixture);
    await fixture.mine();
    const depositTxHash = await deposit(fixture, scenario);
    await fixture.mine();
    const hex = fixture.devnet.node.transaction(depositTxHash)?.hex ?? '';
    const { id } = await propose(fixture, scenario);
    fixture.devnet.node.reorganise(1, { keep: 'drop' });
    await becomes(() => show(scenario), { single: { status: 'pending', currentBalance: 0, depositTxHash: null } });
    // The address has no history any more, which it had: the vault can be read all the same.
    const client = fixture.client.as(scenario.signers[0].address);
    expect((await client.get<ProposalResponse>(`/api/proposals/${id}`)).body.status).toBe('STALE');
    expect((await fixture.client.as(scenario.creator.address).get(`${scenario.path}/deposit`)).status).toBe(200);
    fixture.devnet.node.submit(hex);
    await becomes(() => show(scenario), { single: { status: 'active', currentBalance: 1, depositTxHash } });
  });

  it('takes a spend back that a reorganisation took, and settles what is buried', async () => {
    const scenario = await createActiveVault(fixture, { isPublic: true });
    const proposal = await submit(scenario);
    await fixture.mine();
    await becomes(() => show(scenario, proposal.proposalId), { explored: { status: 'COMPLETED' } });
    fixture.devnet.node.reorganise(1, { keep: 'drop' });
    await becomes(() => show(scenario, proposal.proposalId), {
      explored: { status: 'ACTIVE' },
      single: { status: 'active', currentBalance: 1 },
    });
  });

  it('is watched by one of all replicas, as /ready shows', async () => {
    const other = await fixture.replica({ WATCHER: 'protect' });
    await eventually(async () => {
      const answers = await Promise.all(
        [fixture.client, other].map((client) =>
          client.get<{ checks: { vaultWatcher: { isLeader: boolean } } }>('/ready'),
        ),
      );
      expect(answers.filter(({ body }) => body.checks.vaultWatcher.isLeader)).toHaveLength(1);
    });
  });
});

describe('a purse whose transactions nobody reports', () => {
  /** The kinds of events of purses, in their order: nothing that is called looks at the chain. */
  const kindsOf = async ({ id }: VaultScenario): Promise<readonly string[]> => {
    const { body } = await replica.get<ListEventsResponse>(`/api/events?record=${id}&format=json&limit=100`);
    return body.events.flatMap(({ kind, step }) =>
      kind.startsWith('purse_') || (kind === 'reverted' && step?.includes('purse') === true) ? [kind] : [],
    );
  };

  it('is found with its vault, and followed from script to script, home, and back after a double spend', async () => {
    const vault = await createActiveVault(fixture, { isPublic: true });
    const spender = fixture.wallet();
    const payee = fixture.wallet();
    await submit(vault, { ...allowanceOf({ spender, payee }), recipient: undefined });
    await eventually(async () => expect(await kindsOf(vault)).toEqual(['purse_opened']));
    await fixture.mine();
    const [opened] = await pursesOf(fixture, vault);
    if (opened === undefined) throw new Error('The purse was found');
    const purse = { id: opened.id, path: `/api/purses/${opened.id}`, vault, spender, payee, openedTxHash: '' };
    // Each payment moves it to another script, to which the watcher subscribes next.
    for (let paid = 1; paid <= 3; paid += 1) {
      await payByPurse(fixture, purse);
      await eventually(async () =>
        expect((await kindsOf(vault)).filter((kind) => kind === 'purse_paid')).toHaveLength(paid),
      );
    }
    const home = await sendHome(fixture, purse, vault.signers[2]);
    await eventually(async () => expect((await kindsOf(vault)).at(-1)).toBe('purse_home'));
    fixture.devnet.node.drop(home);
    await eventually(async () => expect((await kindsOf(vault)).at(-1)).toBe('reverted'));
    await payByPurse(fixture, purse);
    await eventually(async () => expect((await kindsOf(vault)).at(-1)).toBe('purse_paid'));
  });
});

describe('a roster whose transactions nobody reports', () => {
  /** The kinds of events of a public roster: nothing that is called looks at the chain. */
  const kindsOf = async ({ id }: Pick<RosterScenario, 'id'>): Promise<readonly string[]> => {
    const path = `/api/events?record=${id}&product=vault&format=json&limit=100`;
    const { events } = await succeeded(replica.get<ListEventsResponse>(path));
    return events.flatMap(({ kind }) => (kind === 'final' ? [] : [kind]));
  };
  const happens = (roster: Pick<RosterScenario, 'id'>, kind: string): Promise<unknown> =>
    eventually(async () => expect((await kindsOf(roster)).at(-1)).toBe(kind));
  const begin = async (changes: object = {}): Promise<RosterScenario> => {
    const roster = await createRoster(fixture, changes);
    const { txid } = await payFirstDeposit(fixture, roster);
    await fixture.mine();
    const contractAddress = await eventually(async () => {
      const { contractAddress: address } = await succeeded(
        replica.as(roster.creator.address).get<VaultResponse>(roster.path),
      );
      if (address === null) throw new Error('It has no address yet');
      return address;
    });
    return { ...roster, created: { ...roster.created, contractAddress }, depositTxHash: txid };
  };

  it('begins with the block of its first deposit, and is shown to the key that an exchange gives a seat', async () => {
    const roster = await begin();
    const [anna, ben, cleo] = roster.signers;
    const joins = fixture.wallet();
    const exchange = { leaves: cleo.address, joins: joins.address, joinsPubkey: joins.publicKeyHex };
    const { id } = await proposeMove(fixture, roster, { kind: 'exchange', exchange });
    const readAs = async ({ address }: Wallet) => (await replica.as(address).get(roster.path)).status;
    expect([await readAs(cleo), await readAs(joins)]).toEqual([200, 403]);
    const txHash = await carryOut(fixture, { ...roster, signers: [anna, cleo, ben] }, id);
    await eventually(async () => expect([await readAs(cleo), await readAs(joins)]).toEqual([403, 200]));
    fixture.devnet.node.drop(txHash);
    await eventually(async () => expect([await readAs(cleo), await readAs(joins)]).toEqual([200, 403]));
  });

  it('warns of a call before it is mined, says that one signer stopped it, and shows the signers of another one', async () => {
    const roster = await begin({ isPublic: true });
    const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
    await fixture.mine(QUIET);
    const called = await stepByParty(fixture, roster, 'call', roster.guardian);
    await happens(roster, 'recovery_called');
    fixture.devnet.node.drop(called);
    await happens(roster, 'reverted');
    await stepByParty(fixture, roster, 'call', roster.guardian);
    await happens(roster, 'recovery_called');
    await fixture.mine();
    await stepByParty(fixture, roster, 'veto', roster.signers[1]);
    await happens(roster, 'recovery_vetoed');

    await fixture.mine(QUIET + 1);
    // The service or the watcher records the block of the veto first.
    await eventually(() => stepByParty(fixture, roster, 'call', roster.guardian));
    await happens(roster, 'recovery_called');
    await fixture.mine(REVIEW + 1);
    const { id } = await succeeded(
      fixture.client.as(roster.guardian.address).post<ProposalResponse>(`${roster.path}/recovery/finish`, {
        signers: heirs.map(({ address }) => address),
        signerPubkeys: heirs.map(({ publicKeyHex }) => publicKeyHex),
      }),
    );
    for (const party of [roster.guardian, heirs[0], heirs[1]]) await succeeded(sign(fixture.client, id, party));
    const { txHex } = await succeeded(
      fixture.client.as(heirs[0].address).post<ExecuteResponse>(`/api/proposals/${id}/execute`),
    );
    fixture.devnet.node.submit(txHex);
    await happens(roster, 'recovered');
    const { signers } = await succeeded(replica.get<VaultResponse>(roster.path));
    expect(signers).toEqual(heirs.map(({ address }) => address));
  });
});
