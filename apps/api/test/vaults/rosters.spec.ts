import type {
  ApproveResponse,
  ExecuteResponse,
  FundingPreparation,
  GetVaultResponse,
  ListEventsResponse,
  ListVaultsResponse,
  ProposalResponse,
  RecoveryResponse,
  VaultDeposit,
  VaultResponse,
  VaultStateResponse,
  WaitingProposalsResponse,
} from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { type Client, type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, grantPayment, openGrant, proposeMove } from '../support/grant-scenario.js';
import { bearer, SIGNED } from '../support/guarded-scene.js';
import { payOutputs } from '../support/pay-outputs.js';
import { paysBeacon } from '../support/pays-beacon.js';
import { allowanceOf, openPurse, pursesOf } from '../support/purse-scenario.js';
import {
  callRecovery,
  confirmStep,
  createActiveRoster,
  createRoster,
  payFirstDeposit,
  QUIET,
  readRoster,
  reportDeposit,
  REVIEW,
  type RosterScenario,
  stepByParty,
} from '../support/roster-scenario.js';
import { createActiveVault, sign, vaultOf } from '../support/vault-scenario.js';

const COIN = 100_000_000n;
const fixture = useFixture();
const as = (wallet: Wallet) => fixture.client.as(wallet.address);
/** The events of a roster of which somebody is a party. */
const eventsOf = async ({ id }: RosterScenario, { address }: Wallet) =>
  (await succeeded(fixture.client.get<ListEventsResponse>(`/api/events?record=${id}&address=${address}&format=json`)))
    .events;
/** Kinds of the events of a record that somebody sees who proves who they are. */
const provenEventsOf = async (signed: Client, record: string, wallet: Wallet) => {
  const path = `/api/events?record=${record}&format=json`;
  const { events } = await succeeded(signed.bearing(bearer(wallet)).get<ListEventsResponse>(path));
  return events.map(({ kind }) => kind);
};
/** Counts the keys that are stored as present or possible signers and guardians of a roster. */
const partiesOf = async ({ id }: RosterScenario): Promise<number> => {
  const database = createDatabase({ url: fixture.config.databaseUrl });
  const rows = await database.selectFrom('rosterParties').select('hash').where('vaultId', '=', id).execute();
  await database.destroy();
  return rows.length;
};
const addressesOf = (wallets: readonly Wallet[]) => wallets.map(({ address }) => address);

describe('a roster', () => {
  it('shows no address before a block holds its first deposit, and begins by itself then', async () => {
    const roster = await createRoster(fixture);
    expect(roster.created).toMatchObject({
      contractAddress: null,
      status: 'pending',
      roster: {
        category: null,
        phase: 'active',
        guardian: roster.guardian.address,
        quietBlocks: QUIET,
        reviewBlocks: REVIEW,
        generation: 0,
        stateHeight: null,
        callableHeight: null,
      },
    });
    const { txid, offered } = await payFirstDeposit(fixture, roster);
    expect(offered.contractAddress).toBeNull();
    expect(offered.stateNft?.commitment).toHaveLength(180);
    expect(await reportDeposit<Refusal>(fixture, roster, txid, offered.amountToDeposit)).toMatchObject(
      refusal(409, 'TX_UNCONFIRMED'),
    );
    expect((await readRoster(fixture, roster)).contractAddress).toBeNull();
    expect(await as(roster.creator).get<Refusal>(`${roster.path}/deposit`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    await fixture.mine();
    const { body } = await as(roster.creator).get<VaultStateResponse>(`${roster.path}/state`);
    expect(body).toMatchObject({ state: 'active', stateNft: { tokenCategory: offered.stateNft?.tokenCategory } });
    const begun = await readRoster(fixture, roster);
    expect(begun).toMatchObject({
      status: 'active',
      depositTxHash: txid,
      currentBalanceBase: offered.depositSatoshis,
      roster: { category: offered.stateNft?.tokenCategory, guardian: roster.guardian.address },
      events: [{ event: 'deposited', txHash: txid }],
    });
    expect(typeof begun.contractAddress).toBe('string');
    const height = begun.roster?.stateHeight ?? 0;
    expect(begun.roster?.callableHeight).toBe(height + QUIET);
  });

  it('offers the same coin again, so that one record begins one roster', async () => {
    const roster = await createRoster(fixture);
    const ask = () => succeeded(as(roster.creator).get<VaultDeposit>(`${roster.path}/deposit`));
    const [first, again] = [await ask(), await ask()];
    expect(again.stateNft).toEqual(first.stateNft);
  });

  it('waits for a coin that no other roster waits for, and that is its creator’s', async () => {
    const roster = await createRoster(fixture);
    const { creator, signers, guardian } = roster;
    const offer = async (path: string, wallet: Wallet, query = ''): Promise<VaultDeposit> => {
      const { body } = await as(wallet).get<VaultDeposit | FundingPreparation>(`${path}/deposit${query}`);
      if (body.success) return body;
      await wallet.signTransaction(body.preparationTransaction);
      return offer(path, wallet, query);
    };
    const first = await offer(roster.path, creator);
    // The creator begins another one before the first is deposited. All coins of index 0 are taken: one more is prepared.
    const terms = { roster: { guardian: guardian.address, quietBlocks: QUIET, reviewBlocks: REVIEW } };
    const second = await succeeded(as(creator).post<VaultResponse>('/api/vaults', vaultOf(signers, terms)));
    const path = `/api/vaults/${second.id}`;
    const other = await offer(path, creator);
    expect(other.stateNft?.tokenCategory).toMatch(/^[0-9a-f]{64}$/);
    expect(other.stateNft?.tokenCategory).not.toBe(first.stateNft?.tokenCategory);

    // A stranger who names the creator's address, too, gets no coin of it reserved.
    const thief = fixture.wallet(3n * COIN);
    const theirs = await succeeded(as(thief).post<VaultResponse>('/api/vaults', vaultOf(signers, terms)));
    const query = `?addresses=${thief.address},${creator.address}`;
    const stolen = await offer(`/api/vaults/${theirs.id}`, thief, query);
    const { signedTransactionHash: txid } = await creator.signTransaction(other.wcTransaction);
    expect(stolen.stateNft?.tokenCategory).not.toBe(other.stateNft?.tokenCategory);
    // Nor can they report the deposit as that of their own record, which has the same members.
    expect(
      await as(thief).post<Refusal>(`/api/vaults/${theirs.id}/update-balance`, { txid, amount: other.amountToDeposit }),
    ).toMatchObject(refusal(422, 'TX_MISMATCH'));
    await fixture.mine();
    await succeeded(reportDeposit(fixture, { path, creator }, txid, other.amountToDeposit));
    expect((await readRoster(fixture, { path, creator })).status).toBe('active');
  });

  it('is refused with delays and guardians that no roster has', async () => {
    const wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const create = (roster: object) => as(fixture.wallet()).post<Refusal>('/api/vaults', vaultOf(wallets, { roster }));
    expect(await create({ quietBlocks: 5 })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await create({ reviewBlocks: 65_536 })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    const vault = await createActiveVault(fixture);
    expect(await create({ guardian: vault.created.contractAddress })).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
  });

  it('does not take a deposit of other members, and no other roster in place of the one that was offered', async () => {
    const [roster, other] = [await createRoster(fixture), await createRoster(fixture)];
    const { txid, offered } = await payFirstDeposit(fixture, other);
    await fixture.mine();
    expect(await reportDeposit<Refusal>(fixture, roster, txid, offered.amountToDeposit)).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
    const plain = await payOutputs(fixture, roster.creator, [{ to: roster.creator.address, satoshis: 5_000n }]);
    expect(await reportDeposit<Refusal>(fixture, roster, plain, offered.amountToDeposit)).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
  });

  it('pays, opens and cancels by two signers as a vault does, and never closes', async () => {
    const roster = await createActiveRoster(fixture);
    const payee = fixture.wallet();
    const paid = await agree(
      fixture,
      roster,
      await proposeMove(fixture, roster, { recipient: payee.address, amount: 0.1 }),
    );
    const payment = await grantPayment(fixture, roster);
    await openGrant(fixture, roster, payment);
    await fixture.mine();
    await agree(fixture, roster, await proposeMove(fixture, roster, { kind: 'cancel', paymentIds: [payment.id] }));
    const { events, roster: facts } = await readRoster(fixture, roster);
    expect(events.map(({ event }) => event)).toEqual(['deposited', 'spent', 'spent', 'spent']);
    expect(events[1]).toMatchObject({ txHash: paid, amountBase: '10000000' });
    expect(facts?.generation).toBe(0);
    const close = await as(roster.signers[0]).post<Refusal>(`${roster.path}/proposals`, {
      kind: 'close',
      recipient: payee.address,
    });
    expect(close).toMatchObject(refusal(409, 'WRONG_STATE'));
  });
});

/** Proposes that a new wallet takes the seat of the third signer. */
const exchangeOf = (roster: RosterScenario, joins: Wallet, changes: object = {}): object => ({
  kind: 'exchange',
  exchange: { leaves: roster.signers[2].address, joins: joins.address, joinsPubkey: joins.publicKeyHex },
  ...changes,
});

describe('the chain', () => {
  it('lists a public roster, and not a private one', async () => {
    const { node } = fixture.devnet;
    const rosters = [await createActiveRoster(fixture, { isPublic: true }), await createActiveRoster(fixture)];
    expect(rosters.map(({ depositTxHash }) => paysBeacon(node, depositTxHash))).toEqual([true, false]);
  });
});

describe('an exchange', () => {
  it('gives a seat to another key at the same address, by the two who stay', async () => {
    const roster = await createActiveRoster(fixture, { isPublic: true });
    const joins = fixture.wallet(100_000n);
    const [anna, ben, cleo] = roster.signers;
    const proposal = await proposeMove(fixture, roster, exchangeOf(roster, joins));
    expect(proposal).toMatchObject({
      kind: 'exchange',
      exchange: {
        leaves: cleo.address,
        joins: joins.address,
        signers: addressesOf([anna, ben, joins]),
        guardian: roster.guardian.address,
        quietBlocks: QUIET,
      },
      payouts: [],
    });
    expect(await as(cleo).post<Refusal>(`/api/proposals/${proposal.id}/approve`)).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
    for (const signer of [ben, anna]) await succeeded(sign(fixture.client, proposal.id, signer));
    const { txHex } = await succeeded(as(anna).post<ExecuteResponse>(`/api/proposals/${proposal.id}/execute`));
    const txHash = fixture.devnet.node.submit(txHex);
    await succeeded(as(anna).post(`/api/proposals/${proposal.id}/confirm-execute`, { txHash }));
    const after = await readRoster(fixture, roster);
    expect(after).toMatchObject({
      contractAddress: roster.created.contractAddress,
      signers: addressesOf([anna, ben, joins]),
      signerPubkeys: [anna, ben, joins].map(({ publicKeyHex }) => publicKeyHex),
      roster: { generation: 1 },
    });
    expect(after.events.at(-1)).toMatchObject({ event: 'exchanged', txHash });
    const next = await proposeMove(fixture, roster, { recipient: fixture.wallet().address, amount: 0.1 });
    expect(await as(cleo).post<Refusal>(`/api/proposals/${next.id}/approve`)).toMatchObject(refusal(403, 'FORBIDDEN'));
    await agree(fixture, { ...roster, signers: [joins, anna, ben] }, next);
    // The one who left is among the parties, and the one who joined.
    for (const party of [cleo, joins])
      await eventually(async () => {
        expect(await eventsOf(roster, party)).toContainEqual(expect.objectContaining({ kind: 'exchanged', txHash }));
      });
  });

  it('renews purses for the new signers in the same transaction, with their money', async () => {
    const roster = await createActiveRoster(fixture);
    const purse = await openPurse(fixture, roster);
    const joins = fixture.wallet();
    const proposal = await proposeMove(fixture, roster, exchangeOf(roster, joins, { purseIds: [purse.id] }));
    const txHash = await agree(
      fixture,
      { ...roster, signers: [roster.signers[0], roster.signers[2], roster.signers[1]] },
      proposal,
    );
    await fixture.mine();
    expect(await pursesOf(fixture, roster)).toMatchObject([
      {
        status: 'ACTIVE',
        openedTxHash: txHash,
        signers: addressesOf([roster.signers[0], roster.signers[1], joins]),
        spender: purse.spender.address,
        payees: [purse.payee.address],
        balanceBase: '20000000',
        limitBase: '5000000',
      },
      { id: purse.id, status: 'CLOSED' },
    ]);
  });

  it('changes the guardian and the delays by any two, and is built again after a spend', async () => {
    const roster = await createActiveRoster(fixture);
    const guardian = fixture.wallet();
    const exchange = await proposeMove(fixture, roster, {
      kind: 'exchange',
      exchange: { guardian: guardian.address, quietBlocks: 30 },
    });
    await agree(fixture, roster, await proposeMove(fixture, roster, { recipient: guardian.address, amount: 0.1 }));
    expect((await as(roster.creator).get<ProposalResponse>(`/api/proposals/${exchange.id}`)).body.status).toBe('STALE');
    const approved = await succeeded(
      as(roster.signers[2]).post<ApproveResponse>(`/api/proposals/${exchange.id}/approve`),
    );
    expect(approved).toMatchObject({
      rebuilt: true,
      proposal: { exchange: { guardian: guardian.address, quietBlocks: 30, reviewBlocks: REVIEW, leaves: null } },
    });
    await agree(fixture, roster, exchange);
    const { roster: facts } = await readRoster(fixture, roster);
    expect(facts).toMatchObject({ guardian: guardian.address, quietBlocks: 30, reviewBlocks: REVIEW, generation: 1 });
    // The new guardian sees it, too.
    const { all } = await succeeded(as(guardian).get<ListVaultsResponse>('/api/vaults'));
    expect(all.find(({ id }) => id === roster.id)).toMatchObject({ role: 'viewer', roster: { isGuardian: true } });
  });

  it('is refused of a vault, of strangers’ seats, and where it changes nothing', async () => {
    const [roster, vault] = [await createActiveRoster(fixture), await createActiveVault(fixture)];
    const joins = fixture.wallet();
    const propose = (path: string, signer: Wallet, body: object) => as(signer).post<Refusal>(`${path}/proposals`, body);
    const body = exchangeOf(roster, joins);
    expect(await propose(vault.path, vault.signers[0], body)).toMatchObject(refusal(409, 'WRONG_STATE'));
    const ask = (exchange: object | undefined, changes: object = {}) =>
      propose(roster.path, roster.signers[0], { kind: 'exchange', exchange, ...changes });
    const seat = { joins: joins.address, joinsPubkey: joins.publicKeyHex };
    expect(await ask({ ...seat, leaves: joins.address })).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await ask({ quietBlocks: QUIET })).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await ask({ ...seat, leaves: roster.signers[2].address, joins: roster.signers[0].address })).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
    for (const [exchange, changes] of [
      [undefined, {}],
      [{}, {}],
      [seat, {}],
      [{ leaves: roster.signers[2].address }, {}],
      [{ guardian: joins.address, noGuardian: true }, {}],
      [{ quietBlocks: 30 }, { amount: 1 }],
    ] as const)
      expect(await ask(exchange, changes)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(
      await propose(roster.path, roster.signers[0], { ...allowanceOf({ spender: joins, payee: joins }), exchange: {} }),
    ).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });
});

describe('a recovery', () => {
  it('is called by the guardian after silence, with an event to every signer, the creator and the guardian', async () => {
    const roster = await createActiveRoster(fixture, { isPublic: true });
    const { guardian, path, signers } = roster;
    const early = await as(guardian).post<Refusal>(`${path}/recovery/call`);
    expect(early).toMatchObject(refusal(409, 'WRONG_STATE'));
    const before = await succeeded(as(guardian).get<RecoveryResponse>(`${path}/recovery`));
    expect(early.body.details).toMatchObject({ availableAtHeight: before.roster.callableHeight });
    for (const stranger of [signers[0], roster.creator])
      expect(await as(stranger).post<Refusal>(`${path}/recovery/call`)).toMatchObject(refusal(403, 'FORBIDDEN'));
    const txHash = await callRecovery(fixture, roster);
    const running = await succeeded(as(guardian).get<RecoveryResponse>(`${path}/recovery`));
    expect(running.roster).toMatchObject({ phase: 'recovering', callableHeight: null, isGuardian: true });
    expect(running.roster.finishableHeight).toBe((running.roster.stateHeight ?? 0) + REVIEW);
    for (const party of [...signers, roster.creator, guardian])
      await eventually(async () => {
        const called = (await eventsOf(roster, party)).filter(({ kind }) => kind === 'recovery_called');
        expect(called).toMatchObject([{ txHash, figures: { reviewBlocks: REVIEW } }]);
      });
    expect(await as(guardian).post<Refusal>(`${path}/recovery/call`)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it.each([0, 1, 2] as const)('is stopped by signer %i alone, and by no one else', async (place) => {
    const roster = await createActiveRoster(fixture);
    const veto = (wallet: Wallet) => as(wallet).post<Refusal>(`${roster.path}/recovery/veto`);
    expect(await veto(roster.signers[place])).toMatchObject(refusal(409, 'WRONG_STATE'));
    await callRecovery(fixture, roster);
    for (const stranger of [roster.guardian, roster.creator])
      expect(await veto(stranger)).toMatchObject(refusal(403, 'FORBIDDEN'));
    const txHash = await stepByParty(fixture, roster, 'veto', roster.signers[place]);
    expect(await succeeded(confirmStep(fixture, roster, txHash, roster.signers[place]))).toMatchObject({
      status: 'active',
      vault: { roster: { phase: 'active', finishableHeight: null } },
    });
    expect((await readRoster(fixture, roster)).events.map(({ event }) => event)).toEqual([
      'deposited',
      'recovery_called',
      'recovery_vetoed',
    ]);
  });

  it('is ended by any spend of two signers', async () => {
    const roster = await createActiveRoster(fixture);
    await callRecovery(fixture, roster);
    await agree(
      fixture,
      roster,
      await proposeMove(fixture, roster, { recipient: roster.guardian.address, amount: 0.1 }),
    );
    expect((await readRoster(fixture, roster)).roster).toMatchObject({ phase: 'active', generation: 0 });
  });

  it('is ended by the guardian and two new signers after the review, who spend from then on', async () => {
    const roster = await createActiveRoster(fixture);
    const { guardian, path } = roster;
    const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
    const request = {
      signers: addressesOf(heirs),
      signerPubkeys: heirs.map(({ publicKeyHex }) => publicKeyHex),
    };
    expect(await as(guardian).post<Refusal>(`${path}/recovery/finish`, request)).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
    await callRecovery(fixture, roster);
    expect(await as(roster.signers[0]).post<Refusal>(`${path}/recovery/finish`, request)).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
    const proposal = await succeeded(as(guardian).post<ProposalResponse>(`${path}/recovery/finish`, request));
    expect(proposal).toMatchObject({
      kind: 'recovery',
      approvalThreshold: 3,
      payouts: [],
      exchange: { signers: addressesOf(heirs), guardian: guardian.address, leaves: null },
    });
    expect((await succeeded(as(guardian).get<RecoveryResponse>(`${path}/recovery`))).proposal).toMatchObject({
      id: proposal.id,
    });
    expect(await as(roster.signers[0]).post<Refusal>(`/api/proposals/${proposal.id}/approve`)).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
    expect(await as(roster.signers[0]).post<Refusal>(`/api/proposals/${proposal.id}/reject`)).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
    // It waits for its guardian and the new signers, and for no signer: they stop the recovery itself.
    const waitsFor = async (wallet: Wallet) => {
      const { proposals } = await succeeded(as(wallet).get<WaitingProposalsResponse>('/api/proposals'));
      return proposals.some(({ id }) => id === proposal.id);
    };
    const waiting = async () => {
      const each = await Promise.all([guardian, ...heirs, roster.signers[0], fixture.wallet()].map(waitsFor));
      return each.join();
    };
    expect(await waiting()).toBe('true,true,true,true,false,false');
    const signed = await fixture.replica(SIGNED);
    await eventually(async () => {
      expect(await provenEventsOf(signed, proposal.id, heirs[1])).toEqual(['proposed']);
    });
    expect(await provenEventsOf(signed, proposal.id, fixture.wallet())).toEqual([]);
    for (const party of [heirs[2], guardian]) await succeeded(sign(fixture.client, proposal.id, party));
    expect(await waiting()).toBe('false,true,true,false,false,false');
    const executeAs = <Body>() => as(heirs[0]).post<Body>(`/api/proposals/${proposal.id}/execute`);
    expect(await executeAs<Refusal>()).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await succeeded(sign(fixture.client, proposal.id, heirs[0]))).toMatchObject({ status: 'APPROVED' });
    expect(await executeAs<Refusal>()).toMatchObject(refusal(409, 'WRONG_STATE'));
    await fixture.mine(REVIEW);
    const txHash = fixture.devnet.node.submit((await succeeded(executeAs<ExecuteResponse>())).txHex);
    await succeeded(as(heirs[0]).post(`/api/proposals/${proposal.id}/confirm-execute`, { txHash }));
    await fixture.mine();
    const after = await readRoster(fixture, roster);
    expect(after).toMatchObject({
      signers: addressesOf(heirs),
      contractAddress: roster.created.contractAddress,
      roster: { phase: 'active', generation: 1 },
    });
    expect(after.events.at(-1)).toMatchObject({ event: 'recovered', txHash });
    const next = { ...roster, signers: heirs };
    await agree(fixture, next, await proposeMove(fixture, next, { recipient: guardian.address, amount: 0.1 }));
  });

  it('is stopped by an exchange although its guardian proposed as many ends as may be open', async () => {
    const roster = await createActiveRoster(fixture);
    const { guardian, path } = roster;
    const [anna, ben, cleo] = roster.signers;
    await callRecovery(fixture, roster);
    const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const request = {
      signers: addressesOf(heirs),
      signerPubkeys: heirs.map(({ publicKeyHex }) => publicKeyHex),
    };
    const finish = <Body>() => as(guardian).post<Body>(`${path}/recovery/finish`, request);
    for (let open = 0; open < 100; open += 1) await succeeded(finish());
    expect(await finish<Refusal>()).toMatchObject(refusal(409, 'WRONG_STATE'));
    // Each signer may have ten of their own in any case. What is refused then leaves nothing.
    for (let own = 0; own < 10; own += 1)
      await proposeMove(fixture, { ...roster, signers: [anna, cleo, ben] }, { recipient: cleo.address, amount: 0.1 });
    const body = { kind: 'exchange', exchange: { guardian: fixture.wallet().address } };
    expect(await as(cleo).post<Refusal>(`${path}/proposals`, body)).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await partiesOf(roster)).toBe(7);
    const exchange = await proposeMove(fixture, roster, exchangeOf(roster, fixture.wallet()));
    await agree(fixture, { ...roster, signers: [anna, cleo, ben] }, exchange);
    expect((await readRoster(fixture, roster)).roster).toMatchObject({ phase: 'active', generation: 1 });
    expect(await partiesOf(roster)).toBe(8);
  });

  it('is not part of a vault', async () => {
    const vault = await createActiveVault(fixture);
    expect(await as(vault.creator).get<Refusal>(`${vault.path}/recovery`)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });
});

describe('who may read a private roster', () => {
  /** Answers of every way to read a roster for one wallet: the status of each, and whether it is listed and found. */
  const readsOf = async ({ id, path }: RosterScenario, wallet: Wallet): Promise<readonly (number | boolean)[]> => {
    const statuses: number[] = [];
    for (const end of ['', '/state', '/proposals', '/purses', '/recovery'])
      statuses.push((await as(wallet).get(`${path}${end}`)).status);
    const { all } = await succeeded(as(wallet).get<ListVaultsResponse>('/api/vaults'));
    return [...statuses, all.some((vault) => vault.id === id)];
  };
  const READS = [200, 200, 200, 200, 200, true];
  const READS_NOTHING = [403, 403, 403, 403, 403, false];

  it('follows from its signers on the chain, before and after an exchange and its reorganisation', async () => {
    const roster = await createActiveRoster(fixture);
    const [anna, ben, cleo] = roster.signers;
    const joins = fixture.wallet();
    expect(await readsOf(roster, cleo)).toEqual(READS);
    expect(await readsOf(roster, joins)).toEqual(READS_NOTHING);
    const proposal = await proposeMove(fixture, roster, exchangeOf(roster, joins));
    expect(await readsOf(roster, joins)).toEqual(READS_NOTHING);
    const txHash = await agree(fixture, { ...roster, signers: [anna, cleo, ben] }, proposal);
    expect(await readsOf(roster, joins)).toEqual(READS);
    expect(await readsOf(roster, cleo)).toEqual(READS_NOTHING);

    fixture.devnet.node.drop(txHash);
    await as(roster.creator).get<VaultStateResponse>(`${roster.path}/state`);
    expect(await readsOf(roster, cleo)).toEqual(READS);
    expect(await readsOf(roster, joins)).toEqual(READS_NOTHING);
  });

  it('takes also the creator’s part from a signer who leaves, whose key may be stolen, and a reorganisation gives it back', async () => {
    const roster = await createActiveRoster(fixture, {}, true);
    const [anna, ben, thief] = roster.signers;
    const joins = fixture.wallet(COIN);
    const viewer = fixture.wallet();
    const addViewer = (by: Wallet, { address }: Wallet) =>
      as(by).post(`${roster.path}/signers`, { signerAddress: address });
    expect(await readsOf(roster, thief)).toEqual(READS);
    const proposal = await proposeMove(fixture, roster, exchangeOf(roster, joins));
    const txHash = await agree(fixture, { ...roster, signers: [anna, thief, ben] }, proposal);
    expect(await readsOf(roster, thief)).toEqual(READS_NOTHING);
    for (const refused of [
      await addViewer(thief, viewer),
      await as(thief).get(`${roster.path}/deposit`),
      await as(thief).post(`${roster.path}/proposals`, { recipient: thief.address, amount: 0.1 }),
    ])
      expect(refused).toMatchObject(refusal(403, 'FORBIDDEN'));
    // Its signers take the creator's part.
    const seen = await succeeded(as(joins).get<GetVaultResponse>(roster.path));
    expect(seen).toMatchObject({ creator: thief.address, role: 'signer', roster: { hasCreatorLeft: true } });
    await succeeded(addViewer(joins, viewer));
    await succeeded(as(joins).get<VaultDeposit>(`${roster.path}/deposit?amount=0.1`));

    fixture.devnet.node.drop(txHash);
    await as(anna).get<VaultStateResponse>(`${roster.path}/state`);
    expect(await readsOf(roster, thief)).toEqual(READS);
    const back = await readRoster(fixture, roster);
    expect(back).toMatchObject({ role: 'creator', isSigner: true, roster: { hasCreatorLeft: false } });
    const created = (await eventsOf(roster, thief)).filter(({ kind }) => kind === 'created');
    expect(created.length).toBeLessThanOrEqual(1);
  });

  it('takes along the viewers whom a stolen key added, also from the events, and keeps those whom another signer added', async () => {
    const roster = await createActiveRoster(fixture, {}, true);
    const [anna, ben, thief] = roster.signers;
    const [joins, heir] = [fixture.wallet(), fixture.wallet()];
    const [mole, auditor, other] = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const signed = await fixture.replica(SIGNED);
    const addViewer = (by: Wallet, { address }: Wallet) =>
      succeeded(as(by).post<VaultResponse>(`${roster.path}/signers`, { signerAddress: address }));
    for (const viewer of [mole, auditor]) {
      await addViewer(thief, viewer);
      expect(await readsOf(roster, viewer)).toEqual(READS);
    }
    const first = await proposeMove(fixture, roster, exchangeOf(roster, joins));
    const txHash = await agree(fixture, { ...roster, signers: [anna, thief, ben] }, first);
    for (const viewer of [mole, auditor]) expect(await readsOf(roster, viewer)).toEqual(READS_NOTHING);
    expect(await provenEventsOf(signed, roster.id, mole)).toEqual([]);

    // The signers let the auditor in again, each of them, and another viewer.
    await addViewer(joins, other);
    await addViewer(joins, auditor);
    expect((await addViewer(ben, auditor)).viewers).toEqual([other.address, auditor.address]);
    const next = { ...roster, creator: anna, signers: [anna, ben, joins] } as const;
    const second = await proposeMove(fixture, next, exchangeOf(next, heir));
    const again = await agree(fixture, { ...next, signers: [anna, joins, ben] }, second);
    expect(await readsOf(roster, other)).toEqual(READS_NOTHING);
    expect(await readsOf(roster, auditor)).toEqual(READS);

    fixture.devnet.node.drop(again);
    await as(anna).get<VaultStateResponse>(`${roster.path}/state`);
    expect(await readsOf(roster, other)).toEqual(READS);
    expect(await readsOf(roster, mole)).toEqual(READS_NOTHING);
    fixture.devnet.node.drop(txHash);
    await as(anna).get<VaultStateResponse>(`${roster.path}/state`);
    expect((await readRoster(fixture, roster)).viewers).toEqual(addressesOf([mole, auditor]));
    expect(await readsOf(roster, other)).toEqual(READS_NOTHING);
  });

  it('leaves a former signer the event that took their seat, and none that came after it', async () => {
    const roster = await createActiveRoster(fixture);
    const [anna, ben, cleo] = roster.signers;
    const joins = fixture.wallet();
    const signed = await fixture.replica(SIGNED);
    const eventsFor = (wallet: Wallet) => provenEventsOf(signed, `${roster.id}&product=vault`, wallet);
    const exchange = await proposeMove(fixture, roster, exchangeOf(roster, joins));
    await agree(fixture, { ...roster, signers: [anna, cleo, ben] }, exchange);
    const next = { ...roster, signers: [anna, ben, joins] } as const;
    await agree(fixture, next, await proposeMove(fixture, next, { recipient: joins.address, amount: 0.1 }));
    await eventually(async () => {
      expect(await eventsFor(joins)).toEqual(expect.arrayContaining(['created', 'funded', 'exchanged', 'paid']));
    });
    expect(await eventsFor(cleo)).toEqual(['exchanged']);
    expect(await eventsFor(fixture.wallet())).toEqual([]);
  });

  it('follows from its guardian: a former one reads it no more', async () => {
    const roster = await createActiveRoster(fixture);
    const [next, seen] = [fixture.wallet(), fixture.wallet()];
    expect(await readsOf(roster, roster.guardian)).toEqual(READS);
    expect(await readRoster(fixture, roster)).toMatchObject({ viewers: [] });
    const body = { signerAddress: seen.address };
    await succeeded(as(roster.creator).post(`${roster.path}/signers`, body));
    const replaced = { kind: 'exchange', exchange: { guardian: next.address } };
    await agree(fixture, roster, await proposeMove(fixture, roster, replaced));
    expect(await readsOf(roster, next)).toEqual(READS);
    expect(await readsOf(roster, roster.guardian)).toEqual(READS_NOTHING);
    const removed = { kind: 'exchange', exchange: { noGuardian: true } };
    await agree(fixture, roster, await proposeMove(fixture, roster, removed));
    expect(await readsOf(roster, next)).toEqual(READS_NOTHING);
    // Whom the creator let see it still does.
    expect(await readsOf(roster, seen)).toEqual(READS);
  });

  it('are also the new signers of an open recovery, who see what they sign for', async () => {
    const roster = await createActiveRoster(fixture);
    const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
    await callRecovery(fixture, roster);
    const proposal = await succeeded(
      as(roster.guardian).post<ProposalResponse>(`${roster.path}/recovery/finish`, {
        signers: addressesOf(heirs),
        signerPubkeys: heirs.map(({ publicKeyHex }) => publicKeyHex),
      }),
    );
    for (const heir of heirs) {
      expect(await as(heir).get(`/api/proposals/${proposal.id}`)).toMatchObject({ status: 200 });
      expect(await as(heir).get(roster.path)).toMatchObject({
        status: 200,
        body: { name: roster.created.name, role: 'viewer', isSigner: false },
      });
      expect(await readsOf(roster, heir)).toEqual([200, 403, 403, 403, 403, false]);
    }
    expect(await readsOf(roster, fixture.wallet())).toEqual(READS_NOTHING);
    await succeeded(as(roster.guardian).post(`/api/proposals/${proposal.id}/reject`));
    const { status } = (await as(roster.guardian).get<ProposalResponse>(`/api/proposals/${proposal.id}`)).body;
    expect([status, await readsOf(roster, heirs[0])]).toEqual(['REJECTED', READS_NOTHING]);
  });
});

describe('a reorganisation', () => {
  it('brings back the signers that an exchange replaced', async () => {
    const roster = await createActiveRoster(fixture);
    const joins = fixture.wallet();
    const exchange = await proposeMove(fixture, roster, exchangeOf(roster, joins));
    const txHash = await agree(
      fixture,
      { ...roster, signers: [roster.signers[0], roster.signers[2], roster.signers[1]] },
      exchange,
    );
    expect((await readRoster(fixture, roster)).signers).toContain(joins.address);
    fixture.devnet.node.drop(txHash);
    await as(roster.creator).get<VaultStateResponse>(`${roster.path}/state`);
    expect(await readRoster(fixture, roster)).toMatchObject({
      signers: addressesOf(roster.signers),
      signerPubkeys: roster.signers.map(({ publicKeyHex }) => publicKeyHex),
      roster: { generation: 0 },
    });
  });
});
