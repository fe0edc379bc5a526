import type { ExecuteResponse, ProposalResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, proposeMove } from '../support/grant-scenario.js';
import { allowanceOf, payByPurse, pursesOf, sendHome } from '../support/purse-scenario.js';
import {
  createActiveRoster,
  createRoster,
  payFirstDeposit,
  QUIET,
  readRoster,
  REVIEW,
  type RosterScenario,
  stepByParty,
} from '../support/roster-scenario.js';
import { confirmExecution, sign, signersOf } from '../support/vault-scenario.js';

const fixture = useFixture({ WATCHER: 'protect' });

/** What the service shows of a roster: its status, its signers, whether a recovery runs, its generation, its purses. */
const shown = async (roster: Pick<RosterScenario, 'id' | 'path' | 'creator' | 'signers' | 'created'>) => {
  const { status, signers, roster: facts } = await readRoster(fixture, roster);
  const purses = await pursesOf(fixture, roster);
  return {
    status,
    signers,
    phase: facts?.phase,
    generation: facts?.generation,
    purses: purses.map((purse) => [purse.status, purse.balanceBase]),
  };
};
type Shown = Awaited<ReturnType<typeof shown>>;

const becomes = (roster: RosterScenario, expected: Shown): Promise<void> =>
  eventually(async () => expect(await shown(roster)).toEqual(expected));

/** Mines a step, removes its block, and submits it again. @returns what is shown after the step, which is shown again in the end */
const survives = async (roster: RosterScenario, before: Shown, changes: Partial<Shown>, txHash: string) => {
  const { node } = fixture.devnet;
  const after = { ...before, ...changes };
  await fixture.mine();
  await becomes(roster, after);
  const { hex } = node.transaction(txHash) ?? { hex: '' };
  node.reorganise(1, { keep: 'drop' });
  await becomes(roster, before);
  expect(node.submit(hex)).toBe(txHash);
  await fixture.mine();
  await becomes(roster, after);
  return after;
};

describe('a reorganisation', () => {
  it('of the first deposit of a roster makes it pending without an address, and the deposit begins it again', async () => {
    const pending = await createRoster(fixture);
    // So that the block of the deposit holds nothing else.
    await fixture.mine();
    const { txid } = await payFirstDeposit(fixture, pending);
    await fixture.mine();
    const read = () => readRoster(fixture, pending);
    const begun = await eventually(async () => {
      const found = await read();
      expect(found.status).toBe('active');
      return found;
    });
    const { node } = fixture.devnet;
    const { hex } = node.transaction(txid) ?? { hex: '' };
    node.reorganise(1, { keep: 'drop' });
    await eventually(async () =>
      expect(await read()).toMatchObject({ status: 'pending', depositTxHash: null, currentBalance: 0 }),
    );
    expect(node.submit(hex)).toBe(txid);
    await fixture.mine();
    await eventually(async () =>
      expect(await read()).toMatchObject({
        status: 'active',
        contractAddress: begun.contractAddress,
        depositTxHash: txid,
        currentBalanceBase: begun.currentBalanceBase,
      }),
    );
  });

  it('of each step of a roster and its purse takes that step back, and none before it', async () => {
    const roster = await createActiveRoster(fixture);
    const [anna, ben, cleo] = roster.signers;
    const [spender, payee, joins] = [fixture.wallet(), fixture.wallet(), fixture.wallet(100_000n)];
    await fixture.mine();
    const start = await shown(roster);
    expect(start).toMatchObject({ status: 'active', phase: 'active', generation: 0, purses: [] });

    const opening = await agree(fixture, roster, await proposeMove(fixture, roster, allowanceOf({ spender, payee })));
    const opened = await survives(roster, start, { purses: [['ACTIVE', '20000000']] }, opening);
    const [{ id } = { id: '' }] = await pursesOf(fixture, roster);
    const purse = { id, path: `/api/purses/${id}`, vault: roster, spender, payee, openedTxHash: opening };
    const payment = await payByPurse(fixture, purse);
    const balanceBase = await eventually(async () => {
      const [paid] = await pursesOf(fixture, roster);
      expect(Number(paid?.balanceBase)).toBeLessThan(19_000_000);
      return paid?.balanceBase ?? '';
    });
    const paid = await survives(roster, opened, { purses: [['ACTIVE', balanceBase]] }, payment);

    const seat = { leaves: cleo.address, joins: joins.address, joinsPubkey: joins.publicKeyHex };
    const exchange = await proposeMove(fixture, roster, { kind: 'exchange', exchange: seat, purseIds: [id] });
    const exchanged = await survives(
      roster,
      paid,
      {
        signers: [anna, ben, joins].map(({ address }) => address),
        generation: 1,
        purses: [
          ['ACTIVE', balanceBase],
          ['CLOSED', '0'],
        ],
      },
      await agree(fixture, { ...roster, signers: [anna, cleo, ben] }, exchange),
    );
    const [{ id: renewed } = { id: '' }] = await pursesOf(fixture, roster);
    const home = await sendHome(fixture, { ...purse, id: renewed, path: `/api/purses/${renewed}` }, joins);
    const sent = await survives(
      roster,
      exchanged,
      {
        purses: [
          ['HOME', '0'],
          ['CLOSED', '0'],
        ],
      },
      home,
    );

    await fixture.mine(QUIET);
    const first = await stepByParty(fixture, roster, 'call', roster.guardian);
    const running = await survives(roster, sent, { phase: 'recovering' }, first);
    const veto = await stepByParty(fixture, roster, 'veto', joins);
    const stopped = await survives(roster, running, { phase: 'active' }, veto);

    await fixture.mine(QUIET);
    const second = await stepByParty(fixture, roster, 'call', roster.guardian);
    const again = await survives(roster, stopped, { phase: 'recovering' }, second);
    await fixture.mine(REVIEW);
    const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
    const guardian = fixture.client.as(roster.guardian.address);
    const end = await succeeded(guardian.post<ProposalResponse>(`${roster.path}/recovery/finish`, signersOf(heirs)));
    for (const party of [roster.guardian, heirs[0], heirs[1]]) await succeeded(sign(fixture.client, end.id, party));
    const { txHex } = await succeeded(guardian.post<ExecuteResponse>(`/api/proposals/${end.id}/execute`));
    const txHash = fixture.devnet.node.submit(txHex);
    await succeeded(confirmExecution(fixture, { ...roster, signers: heirs }, end.id, txHash));
    await survives(
      roster,
      again,
      { signers: heirs.map(({ address }) => address), phase: 'active', generation: 2 },
      txHash,
    );
  });
});
