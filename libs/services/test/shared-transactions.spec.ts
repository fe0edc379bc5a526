import { type ChainReader, ChainUnavailableError, createPlansRepository } from '@weir/infra';
import { untilSo } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { type CreatePlanInput, createPlansService, type PlanMoveKind, type PlansService } from '../src/index.js';
import { createStreamJob, type StreamJob } from '../src/streams/watch/stream-job.js';
import { DAY, SILENT, startTestbed, useBed } from './support/testbed.js';
import { toSign } from './support/to-sign.js';
import { startUnelectedWatcher } from './support/unelected-watcher.js';

const COIN = 100_000_000n;
/** No test takes as long: what a watcher does after this pause, it does not do in a test. */
const NEVER_MS = 3_600_000;

const bed = useBed(startTestbed);
let plans: PlansService;
beforeAll(() => {
  plans = createPlansService({ ...bed.context, plans: createPlansRepository(bed.db) });
});

interface Opened {
  readonly planId: string;
  readonly sender: Wallet;
  readonly recipients: readonly Wallet[];
  readonly ids: readonly string[];
  readonly fundingTxHash: string;
}

const open = async (terms: Pick<CreatePlanInput, 'product' | 'end' | 'interval'>): Promise<Opened> => {
  const sender = bed.wallet(10n * COIN);
  const recipients = Array.from({ length: 6 }, () => bed.wallet());
  const { plan } = await plans.create(
    {
      ...terms,
      start: bed.node.tip.medianTimePast,
      streams: recipients.map(({ address: recipient }) => ({ recipient, amount: 0.1 })),
    },
    sender.address,
  );
  const info = await plans.fundingInfo(plan.id, sender.address);
  const { signedTransactionHash: fundingTxHash } = await sender.signTransaction(toSign(info));
  await plans.confirmFunding(plan.id, fundingTxHash);
  const { streams } = await plans.streams(plan.id, {}, { addresses: [sender.address], isAuthenticated: true });
  return { planId: plan.id, sender, recipients, ids: streams.map(({ id }) => id), fundingTxHash };
};

const openVesting = () => open({ product: 'vesting', end: bed.node.tip.medianTimePast + 10 * DAY });
const openLocks = () => open({ product: 'lock', end: bed.node.tip.medianTimePast + 10 * DAY });
const openPayments = () => open({ product: 'recurring', interval: 'DAILY' });

const move = async ({ planId, sender, ids }: Opened, kind: PlanMoveKind): Promise<string> => {
  const { wcTransaction } = await plans.move(planId, kind, { streamIds: ids }, sender.address);
  const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
  await plans.confirmMove(planId, kind, txHash);
  return txHash;
};

interface Moved {
  readonly ids: readonly string[];
  /** The transaction that moved all of them. */
  readonly txHash: string;
}

const funded = async (opening: () => Promise<Opened>): Promise<Moved> => {
  const { ids, fundingTxHash: txHash } = await opening();
  return { ids, txHash };
};

const moved = async (opening: () => Promise<Opened>, kind: PlanMoveKind): Promise<Moved> => {
  const opened = await opening();
  bed.passDays(2);
  return { ids: opened.ids, txHash: await move(opened, kind) };
};

const resumed = async (): Promise<Moved> => {
  const opened = await openPayments();
  bed.passDays(2);
  await move(opened, 'pause');
  bed.node.mine(10);
  const job = createJob(bed.context.chain);
  // Settles each pause, whose notice is over.
  for (const id of opened.ids) await job(id);
  bed.node.mine();
  return { ids: opened.ids, txHash: await move(opened, 'resume') };
};

/** A job that takes a transaction for gone at the third denial, however soon it comes. */
const createJob = (chain: ChainReader): StreamJob =>
  createStreamJob({
    context: { ...bed.context, chain },
    log: SILENT,
    patience: { checks: 3, spacingMs: 0 },
    onAction: () => undefined,
  });

/** The last event of a transaction at each record, and why. */
const lastEvents = (ids: readonly string[], txHash: string) =>
  Promise.all(
    ids.map(async (id) => {
      const history = await bed.context.streams.history(id);
      const last = history?.events.findLast((event) => event.txHash === txHash);
      return [last?.kind, last?.because?.reason];
    }),
  );

describe.each([
  ['fundings of vesting', () => funded(openVesting)],
  ['fundings of locks', () => funded(openLocks)],
  ['fundings of payments', () => funded(openPayments)],
  ['cancels', () => moved(openVesting, 'cancel')],
  ['pauses', () => moved(openPayments, 'pause')],
  ['resumes', resumed],
])('%s of six records in one transaction', (_, make) => {
  it('are rolled back and restored by one look at each, once one of them is judged', async () => {
    const { ids, txHash } = await make();
    const [first = '', second = '', ...others] = ids;
    const hex = bed.node.transaction(txHash)?.hex ?? '';
    let isDown = false;
    const { chain } = bed.context;
    const job = createJob({
      ...chain,
      transactions: (txids) =>
        isDown && txids.length > 0
          ? Promise.reject(new ChainUnavailableError('The servers are down'))
          : chain.transactions(txids),
    });
    bed.node.drop(txHash);
    expect([(await job(first)).isDone, (await job(first)).isDone]).toEqual([false, false]);
    const judged = await job(first);
    expect([judged.isDone, judged.alsoDue?.toSorted()]).toEqual([true, ids.slice(1).toSorted()]);
    for (const id of ids.slice(1)) expect(await job(id)).toMatchObject({ isDone: true });
    expect(await lastEvents(ids, txHash)).toEqual(ids.map(() => ['rolled_back', 'vanished']));

    bed.node.submit(hex);
    isDown = true;
    expect(await job(second)).toMatchObject({ isDone: false, alsoDue: [] });
    isDown = false;
    expect((await job(first)).alsoDue).toEqual([second]);
    for (const id of [second, ...others]) await job(id);
    expect(await lastEvents(ids, txHash)).toEqual(ids.map(() => ['restored', undefined]));
  });
});

/** Signs, and does not send, a claim of the first stream by its recipient. @returns it as hex */
const signClaim = async ({ ids: [id = ''], recipients }: Opened): Promise<string> => {
  const { stream } = await bed.streams.get(id);
  const recipient = recipients.find(({ address }) => address === stream.recipient);
  if (recipient === undefined) throw new Error(`No wallet has the address ${stream.recipient}`);
  const { wcTransaction } = await bed.streams.claim(id, {
    recipientAddress: recipient.address,
    caller: recipient.address,
  });
  return (await recipient.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction;
};

/** Signs, and does not send, the funding of another stream by the sender's only coin. @returns it as hex */
const signFunding = async ({ sender }: Opened): Promise<string> => {
  const startTime = bed.node.tip.medianTimePast;
  const { stream } = await bed.streams.create(
    {
      recipient: bed.wallet().address,
      totalAmount: 0.1,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + DAY,
    },
    sender.address,
  );
  const wcTransaction = toSign(await bed.streams.fundingInfo(stream.id));
  return (await sender.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction;
};

it.each([
  ['a claim of one of them', signClaim],
  ['another payment by the sender’s coin', signFunding],
])('a cancel of six streams that %s replaced is rolled back for all before any retry', async (_, signRival) => {
  const opened = await openVesting();
  bed.passDays(2);
  const { ids } = opened;
  const rival = await signRival(opened);
  const txHash = await move(opened, 'cancel');
  const watcher = startUnelectedWatcher(bed.context, SILENT, { intervalMs: NEVER_MS, retryMs: NEVER_MS });
  try {
    await untilSo('all are read', async () =>
      (await bed.context.streams.watch.findFollowed(ids)).every(({ reading }) => reading !== null),
    );
    bed.node.mine(1, { transactions: [rival] });
    await untilSo('all are rolled back', async () =>
      (await lastEvents(ids, txHash)).every(([kind, reason]) => kind === 'rolled_back' && reason === 'replaced'),
    );
  } finally {
    await watcher.stop();
  }
});
