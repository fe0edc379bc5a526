import {
  buildPlanFunding,
  createPlanContracts,
  lockingBytecodeOf,
  partyHash,
  type PlannedStream,
  type PlanPart,
  type PlanTerms,
} from '@weir/covenants';
import { createChainReader } from '@weir/infra';
import { createPlansService, createVaultsService, type PlanRowInput, type ProposalView } from '../src/index.js';
import { planPartOfRows } from '../src/plans/stored-plan.js';
import { createVaultJob } from '../src/vaults/watch/vault-watcher.js';
import { DAY, useBed, SILENT } from './support/testbed.js';
import { toSign } from './support/to-sign.js';
import { startVaultBed } from './support/vault-bed.js';

const COIN = 100_000_000n;

const bed = useBed(startVaultBed);

const propose = (vaultId: string, planId: string, kind: 'plan' | 'cancel' = 'plan'): Promise<ProposalView> =>
  bed.vaults.propose(vaultId, { kind, planId }, bed.signers[0].address);
const read = (planId: string) => bed.plans.get(planId, { addresses: [bed.signers[1].address], isAuthenticated: true });
const streamsOf = async (planId: string) =>
  (await bed.plans.streams(planId, {}, { addresses: [bed.signers[1].address], isAuthenticated: true })).streams;

/** Rows of 0.001 BCH to as many people. */
const rows = (count: number, changes: (i: number) => Partial<PlanRowInput> = () => ({})): PlanRowInput[] =>
  Array.from({ length: count }, (_, i) => ({ recipient: bed.wallet().address, amount: 0.001, ...changes(i) }));

/** A list that takes two transactions: one announces fifteen kinds of schedules. */
const inTwoParts = () => rows(16, (i) => ({ step: DAY + i }));

/** What of a plan is to be opened next. */
const nextPartOf = async (planId: string): Promise<PlanPart> => {
  const found = await bed.vaultContext.plans.nextPart(planId);
  if (found?.next === undefined) throw new Error('All of it is open');
  return planPartOfRows(found.plan, found.next.recipients, 'devnet');
};

/** Funds streams by somebody's own money, in whose name they like. @returns the hash */
const fundAsStranger = async ({ terms, streams }: Pick<PlanPart, 'terms' | 'streams'>): Promise<string> => {
  const stranger = bed.wallet(COIN);
  const coins = await bed.context.chain.unspent(lockingBytecodeOf(stranger.publicKeyHash));
  const { transaction } = buildPlanFunding(
    { terms, contracts: createPlanContracts(terms, 'devnet'), streams },
    { hash: stranger.publicKeyHash, coins },
    await bed.context.chain.tip(),
  );
  return (await stranger.signTransaction(transaction.wcTransaction)).signedTransactionHash;
};

describe('a list that takes several transactions', () => {
  it('is opened by one proposal after the other, and no part of it twice', async () => {
    const vaultId = await bed.openVault();
    const planId = await bed.createPlan(vaultId, inTwoParts());
    expect((await read(planId)).fundings.map(({ streams }) => streams)).toEqual([15, 1]);
    const first = await propose(vaultId, planId);
    // One at a time, so that signers know which part they agree to.
    await expect(propose(vaultId, planId)).rejects.toMatchObject({ details: { proposalId: first.id } });
    const firstHash = await bed.execute(first.id);
    expect((await read(planId)).statuses).toEqual({ ACTIVE: 15, PENDING: 1 });
    const second = await propose(vaultId, planId);
    expect(second.amount).toBe(100_000n);
    const secondHash = await bed.execute(second.id);
    expect(await read(planId)).toMatchObject({
      statuses: { ACTIVE: 16 },
      fundings: [{ fundingTxHash: firstHash }, { fundingTxHash: secondHash }],
      proposal: undefined,
    });
    await expect(propose(vaultId, planId)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    for (const { id } of [first, second])
      await expect(bed.vaults.execute(id, bed.signers[0].address)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  });

  it('goes on where nobody reported a part: by the watcher, or by anybody who is shown its hash', async () => {
    const vaultId = await bed.openVault();
    const planId = await bed.createPlan(vaultId, inTwoParts());
    const first = await propose(vaultId, planId);
    const fundingTxHash = await bed.carryOut(first.id);
    await expect(propose(vaultId, planId)).rejects.toMatchObject({ code: 'WRONG_STATE', details: { fundingTxHash } });
    await createVaultJob(bed.vaultContext, SILENT)(vaultId);
    expect((await read(planId)).statuses).toEqual({ ACTIVE: 15, PENDING: 1 });
    bed.node.mine();
    await bed.execute((await propose(vaultId, planId)).id);
    expect((await read(planId)).statuses).toEqual({ ACTIVE: 16 });
  });

  it('keeps its list once a proposal names it, and not before', async () => {
    const vaultId = await bed.openVault();
    const planId = await bed.createPlan(vaultId, rows(2));
    const [, member] = bed.signers;
    await bed.plans.replaceRecipients(planId, { kind: 'rows', rows: rows(3) }, member.address);
    // What the vault cannot pay changes nothing.
    const expensive = await bed.createPlan(
      vaultId,
      rows(1, () => ({ amount: 5 })),
    );
    await expect(propose(vaultId, expensive)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    await bed.plans.replaceRecipients(expensive, { kind: 'rows', rows: rows(1) }, member.address);
    const { id } = await propose(vaultId, planId);
    const replaced = bed.plans.replaceRecipients(planId, { kind: 'rows', rows: rows(1) }, member.address);
    await expect(replaced).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await bed.execute(id);
    expect((await read(planId)).statuses).toEqual({ ACTIVE: 3 });
  });

  it('is replaced while a proposal is built, or proposed: one of both', async () => {
    const vaultId = await bed.openVault();
    for (let turn = 0; turn < 4; turn += 1) {
      const planId = await bed.createPlan(vaultId, rows(1));
      const [proposed, replaced] = await Promise.allSettled([
        propose(vaultId, planId),
        bed.plans.replaceRecipients(planId, { kind: 'rows', rows: rows(2) }, bed.signers[1].address),
      ]);
      expect(proposed.status).toBe('fulfilled');
      const { fundings } = await read(planId);
      if (proposed.status === 'fulfilled')
        expect(proposed.value.amount).toBe(BigInt(fundings[0]?.streams ?? 0) * 100_000n);
      expect(fundings[0]?.streams).toBe(replaced.status === 'fulfilled' ? 2 : 1);
      if (proposed.status === 'fulfilled') await bed.vaults.reject(proposed.value.id, bed.signers[0].address);
    }
  });
});

/** A stream to somebody else. */
const renamed = (stream: PlannedStream, recipient: Uint8Array): PlannedStream => ({
  ...stream,
  recipient,
  state: { ...stream.state, recipient: partyHash(recipient) },
});

describe('a funding that looks like a part of the plan', () => {
  /** A plan of two parts of which the first is open: its nonce is known to everybody. */
  const halfOpen = async (): Promise<{ vaultId: string; planId: string; part: PlanPart }> => {
    const vaultId = await bed.openVault();
    // The second part has four rows of one kind.
    const planId = await bed.createPlan(vaultId, [...inTwoParts(), ...rows(3, () => ({ step: DAY + 15 }))]);
    await bed.execute((await propose(vaultId, planId)).id);
    return { vaultId, planId, part: await nextPartOf(planId) };
  };

  const each =
    (change: (stream: PlannedStream, i: number) => PlannedStream) =>
    ({ terms, streams }: PlanPart) => ({ terms, streams: streams.map(change) });
  const withTerms = (change: (terms: PlanTerms) => PlanTerms) => (part: PlanPart) => {
    const terms = change(part.terms);
    const [group] = terms.groups;
    return { terms, streams: part.streams.map((stream) => ({ ...stream, group: group ?? stream.group })) };
  };
  const thief = () => lockingBytecodeOf(bed.wallet().publicKeyHash);

  const FORGERIES: readonly (readonly [string, RegExp, (part: PlanPart) => Pick<PlanPart, 'terms' | 'streams'>])[] = [
    [
      'the same rows to somebody else, but for the first',
      /another recipient|another schedule/,
      each((stream, i) => (i === 0 ? stream : renamed(stream, thief()))),
    ],
    [
      'one row with less',
      /holds/,
      each((stream, i) => (i === 2 ? { ...stream, principal: stream.principal - 1n } : stream)),
    ],
    [
      'one row with more',
      /holds/,
      each((stream, i) => (i === 2 ? { ...stream, principal: stream.principal + 1n } : stream)),
    ],
    [
      'a row that ends elsewhen',
      /another schedule/,
      each((stream, i) =>
        i === 3 && stream.state.kind === 'VESTING'
          ? { ...stream, state: { ...stream.state, end: stream.state.end + 1n } }
          : stream,
      ),
    ],
    [
      'a smaller reserve',
      /another schedule or reserve/,
      each((stream, i) => (i === 1 ? { ...stream, reserve: stream.reserve - 50n } : stream)),
    ],
    ['a row less', /not opened/, ({ terms, streams }) => ({ terms, streams: streams.slice(0, -1) })],
    [
      'a row more',
      /opens 5 streams/,
      ({ terms, streams }) => ({
        terms,
        streams: [
          ...streams,
          ...streams.slice(0, 1).map((stream) => ({ ...stream, state: { ...stream.state, index: 21 } })),
        ],
      }),
    ],
    [
      'a cliff',
      /other terms/,
      withTerms((terms) => ({
        ...terms,
        groups: terms.groups.map((group) => (group.kind === 'VESTING' ? { ...group, cliff: 60n } : group)),
      })),
    ],
    ['another sender', /another sender/, withTerms((terms) => ({ ...terms, sender: thief() }))],
    ['fewer fills', /other terms/, withTerms((terms) => ({ ...terms, cancelFills: 1n }))],
    ['a lower fee', /other terms/, withTerms((terms) => ({ ...terms, fee: terms.fee - 10n }))],
    ['a lower floor', /other terms/, withTerms((terms) => ({ ...terms, floor: terms.floor - 10n }))],
    ['another nonce', /another plan/, withTerms((terms) => ({ ...terms, nonce: terms.nonce.map((byte) => byte ^ 1) }))],
    [
      'rows that the plan does not have',
      /rows that the plan does not have/,
      each((stream) => ({ ...stream, state: { ...stream.state, index: stream.state.index + 100 } })),
    ],
    [
      'rows of the part before',
      /not opened|has other terms|other terms|rows|schedule|funded already/,
      each((stream, i) => ({ ...stream, state: { ...stream.state, index: i + 1 } })),
    ],
  ];

  it('is none, and holds nobody up: the vault opens its own', async () => {
    const { vaultId, planId, part } = await halfOpen();
    for (const [what, why, forge] of FORGERIES) {
      const txHash = await fundAsStranger(forge(part));
      await expect(bed.plans.confirmFunding(planId, txHash).then(() => what)).rejects.toMatchObject({
        code: 'TX_MISMATCH',
        message: expect.stringMatching(why) as unknown,
      });
      expect([what, (await read(planId)).statuses]).toEqual([what, { ACTIVE: 15, PENDING: 4 }]);
    }
    bed.node.mine();
    const txHash = await bed.execute((await propose(vaultId, planId)).id);
    expect(await read(planId)).toMatchObject({ statuses: { ACTIVE: 19 }, fundings: [{}, { fundingTxHash: txHash }] });
    // What others put at its address is not one of its rows.
    expect((await streamsOf(planId)).every(({ part: of, fundingTxHash }) => of === 1 || fundingTxHash === txHash)).toBe(
      true,
    );
  });

  it('and is it, by somebody else’s money: the vault does not pay again', async () => {
    const { vaultId, planId, part } = await halfOpen();
    const { id } = await propose(vaultId, planId);
    await bed.sign(id, bed.signers[0]);
    const fundingTxHash = await fundAsStranger(part);
    await bed.plans.confirmFunding(planId, fundingTxHash);
    expect((await read(planId)).statuses).toEqual({ ACTIVE: 19 });
    await expect(bed.sign(id, bed.signers[2])).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await bed.vaults.reject(id, bed.signers[0].address);
    bed.node.mine();
    // It is the vault's all the same: two of three cancel it.
    await bed.execute((await propose(vaultId, planId, 'cancel')).id);
    expect((await read(planId)).statuses).toEqual({ CANCELLED: 19 });
  });

  it('is paid once where it is funded by both, of which the record knows one', async () => {
    const { vaultId, planId, part } = await halfOpen();
    const { id } = await propose(vaultId, planId);
    const own = await bed.carryOut(id);
    const theirs = await fundAsStranger(part);
    await bed.plans.confirmFunding(planId, own);
    await expect(bed.plans.confirmFunding(planId, theirs)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await bed.vaults.confirmExecute(id, own, bed.signers[0].address);
    expect(await read(planId)).toMatchObject({ fundings: [{}, { fundingTxHash: own }] });
  });
});

describe('a cancel of a whole plan', () => {
  it('is not held up by who pays themselves in every round', async () => {
    const vaultId = await bed.openVault();
    const planId = await bed.createPlan(
      vaultId,
      rows(3, () => ({ amount: 0.1 })),
    );
    await bed.execute((await propose(vaultId, planId)).id);
    bed.passDays(1);
    const streams = await streamsOf(planId);
    const hostile = streams[1]?.id ?? '';
    const { id, subjects } = await propose(vaultId, planId, 'cancel');
    expect(subjects).toHaveLength(3);
    for (let round = 1; round <= 2; round += 1) {
      await bed.sign(id, bed.signers[0]);
      bed.passDays(1);
      await bed.streams.push(hostile, true);
      bed.node.mine();
      expect(await bed.vaults.proposal(id, bed.signers[0].address)).toMatchObject({ round });
    }
    // The first time they are met with patience, the second time the others are cancelled without them.
    await bed.execute(id);
    const states = new Map((await streamsOf(planId)).map((stream) => [stream.id, stream.status]));
    expect(streams.map((stream) => states.get(stream.id))).toEqual(['CANCELLED', 'ACTIVE', 'CANCELLED']);
    await bed.execute((await propose(vaultId, planId, 'cancel')).id);
    expect((await read(planId)).statuses).toEqual({ CANCELLED: 3 });
  });

  it('passes by those who have earned all, however many come before', async () => {
    const vaultId = await bed.openVault();
    const start = bed.node.tip.medianTimePast;
    const planId = await bed.createPlan(vaultId, [...rows(92, () => ({ end: start + 60 })), ...rows(2)]);
    await bed.execute((await propose(vaultId, planId)).id);
    bed.passDays(1);
    const { subjects } = await propose(vaultId, planId, 'cancel');
    const rest = (await streamsOf(planId)).slice(92);
    expect(subjects.map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
  });
});

describe('salaries of which more are paused than one transaction moves', () => {
  it('are cancelled as far as they can be, however many pauses come before', async () => {
    const vaultId = await bed.openVault(3);
    const planId = await bed.createPlan(vaultId, rows(92), { product: 'recurring', interval: 'DAILY', end: undefined });
    await bed.execute((await propose(vaultId, planId)).id);
    const pause = await bed.vaults.propose(vaultId, { kind: 'pause', planId }, bed.signers[0].address);
    await bed.execute(pause.id);
    const paused = new Set(pause.subjects.map(({ id }) => id));
    const rest = (await streamsOf(planId)).map(({ id }) => id).filter((id) => !paused.has(id));
    expect(rest.length).toBeGreaterThan(0);
    const { subjects } = await propose(vaultId, planId, 'cancel');
    expect(subjects.map(({ id }) => id)).toEqual(rest);
  });
});

describe('salaries of which one pause cannot be settled at the fee rate that nodes ask', () => {
  const SALARIES = { product: 'recurring', interval: 'DAILY', end: undefined } as const;
  const mine = (blocks: number): void => {
    for (let mined = 0; mined < blocks; mined += 1) {
      bed.node.advanceTime(600);
      bed.node.mine();
    }
  };
  /** Works while nodes ask more than a contract may pay, asking them again. */
  const atHighRate = async <T>(work: (chain: ReturnType<typeof createChainReader>) => Promise<T>): Promise<T> => {
    bed.node.setRelayFee(5_000n);
    try {
      return await work(createChainReader(bed.pool));
    } finally {
      bed.node.setRelayFee(1_000n);
    }
  };

  it('are cancelled by the vault without that one', async () => {
    const vaultId = await bed.openVault();
    const planId = await bed.createPlan(vaultId, rows(3), SALARIES);
    await bed.execute((await propose(vaultId, planId)).id);
    const [first, ...others] = (await streamsOf(planId)).map(({ id }) => id);
    const pause = { kind: 'pause', paymentIds: [first ?? ''] } as const;
    await bed.execute((await bed.vaults.propose(vaultId, pause, bed.signers[0].address)).id);
    mine(7);
    const { subjects } = await atHighRate((chain) =>
      createVaultsService({ ...bed.vaultContext, chain }).propose(
        vaultId,
        { kind: 'cancel', planId },
        bed.signers[0].address,
      ),
    );
    expect(subjects.map(({ id }) => id)).toEqual(others);
  });

  it('are cancelled by their sender without that one', async () => {
    const sender = bed.wallet(COIN);
    const created = await bed.plans.create(
      { ...SALARIES, start: bed.node.tip.medianTimePast, streams: rows(3) },
      sender.address,
      undefined,
    );
    const { id } = created.plan;
    const info = await bed.plans.fundingInfo(id, sender.address);
    await bed.plans.confirmFunding(id, (await sender.signTransaction(toSign(info))).signedTransactionHash);
    const ids = (await bed.plans.streams(id, {}, undefined)).streams.map((stream) => stream.id);
    const pause = await bed.plans.move(id, 'pause', { streamIds: ids.slice(0, 1) }, sender.address);
    const { signedTransactionHash } = await sender.signTransaction(pause.wcTransaction);
    await bed.plans.confirmMove(id, 'pause', signedTransactionHash);
    mine(7);
    const { streams, leftOut } = await atHighRate((chain) =>
      createPlansService({ ...bed.vaultContext, chain }).move(id, 'cancel', { streamIds: ids }, sender.address),
    );
    expect(streams.map((stream) => stream.id)).toEqual(ids.slice(1));
    expect(leftOut).toMatchObject([{ id: ids[0], code: 'NOTICE_NOT_OVER' }]);
  });
});
