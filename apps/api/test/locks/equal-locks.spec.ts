import type { CreateLockResponse, FundingReady, PlanListedResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { payLock } from '../support/lock-scenario.js';

const HOUR = 3_600;
const fixture = useFixture();

/** Records that are about to be funded by one wallet, as its drafts that it made twice are. */
interface Drafts {
  readonly sender: Wallet;
  readonly terms: { readonly startTime: number; readonly endTime: number };
  readonly recipients: readonly string[];
}

const draftsFor = (recipients: number): Drafts => ({
  sender: fixture.wallet(2_000_000_000n),
  terms: { startTime: fixture.time(), endTime: fixture.time() + 100 * HOUR },
  recipients: Array.from({ length: recipients }, () => fixture.wallet().address),
});

/** Creates a record. @returns its path */
const createLock = async ({ sender, terms, recipients: [recipient] }: Drafts): Promise<string> => {
  const body = { recipient, totalAmount: 1, ...terms };
  const { lock } = await succeeded(fixture.client.as(sender.address).post<CreateLockResponse>('/api/locks', body));
  return `/api/streams/${lock.id}`;
};

const createList = async ({ sender, terms, recipients }: Drafts): Promise<string> => {
  const { startTime: start, endTime: end } = terms;
  const streams = recipients.map((recipient) => ({ recipient, amount: 1 }));
  const { plan } = await succeeded(
    fixture.client
      .as(sender.address)
      .post<PlanListedResponse>('/api/plans', { product: 'lock', start, end, step: 1, streams }),
  );
  return `/api/plans/${plan.id}`;
};

const KINDS = [
  { name: 'two locks', rows: 1, first: createLock, second: createLock },
  { name: 'two lists', rows: 3, first: createList, second: createList },
  { name: 'a lock and a list of it', rows: 1, first: createLock, second: createList },
  { name: 'a list of one lock and that lock', rows: 1, first: createList, second: createLock },
];

describe.each(KINDS)('equal locks of one sender: $name', ({ rows, first: createFirst, second: createSecond }) => {
  const confirm = (path: string, txHash: string) => fixture.client.post<Refusal>(`${path}/confirm-funding`, { txHash });
  const fundingOf = <Answer>(path: string, { sender }: Drafts) =>
    fixture.client.as(sender.address).get<Answer>(`${path}/funding-info`);
  const pay = async (path: string, drafts: Drafts): Promise<string> => {
    const { wcTransaction } = await succeeded(fundingOf<FundingReady>(path, drafts));
    return (await drafts.sender.signTransaction(wcTransaction)).signedTransactionHash;
  };

  it('are funded by what was handed out for each, even if the confirmation of the other comes first', async () => {
    const drafts = draftsFor(rows);
    const [first, second] = [await createFirst(drafts), await createSecond(drafts)];
    const txHash = await pay(first, drafts);
    // Nobody confirmed it yet: it might be that of either, and neither is paid twice.
    expect(await fundingOf(second, drafts)).toMatchObject(refusal(409, 'WRONG_STATE'));
    const stolen = await confirm(second, txHash);
    expect(stolen).toMatchObject(refusal(422, 'TX_MISMATCH'));
    expect(stolen.body.details?.['record']).toBe(first.split('/').at(-1));
    await succeeded(confirm(first, txHash));
    expect(await confirm(second, txHash)).toMatchObject(refusal(409, 'HASH_ALREADY_USED'));
    const own = await pay(second, drafts);
    await succeeded(confirm(second, own));
    await succeeded(confirm(first, txHash));
  });

  it('are not offered a second funding where both were handed one coin and the other took the funding', async () => {
    const drafts = draftsFor(rows);
    const [first, second] = [await createFirst(drafts), await createSecond(drafts)];
    await succeeded(fundingOf(second, drafts));
    const txHash = await pay(first, drafts);
    // The wallet has one coin, so both fundings spend it, and are one transaction: either may have it.
    await succeeded(confirm(second, txHash));
    const again = await fundingOf<Refusal>(first, drafts);
    expect(again).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(again.body.details).toMatchObject({ recordedTxHash: txHash });
    expect(await confirm(first, txHash)).toMatchObject(refusal(409, 'HASH_ALREADY_USED'));
    // What was meant twice is created again.
    const third = await createFirst(drafts);
    await succeeded(confirm(third, await pay(third, drafts)));
  });
});

describe('locks of other terms, or by another sender', () => {
  it('are funded even if their coin was handed out for something else', async () => {
    const drafts = draftsFor(1);
    const other = { ...drafts, terms: { ...drafts.terms, endTime: drafts.terms.endTime + 1 } };
    const [first, second] = [await createLock(drafts), await createLock(other)];
    const infoOf = async (path: string) => succeeded(fixture.client.get<FundingReady>(`${path}/funding-info`));
    expect((await infoOf(first)).inputs).toEqual((await infoOf(second)).inputs);
    const txHash = await payLock(fixture, { path: second, sender: drafts.sender });
    await succeeded(fixture.client.post(`${second}/confirm-funding`, { txHash }));
    const next = await payLock(fixture, { path: first, sender: drafts.sender });
    await succeeded(fixture.client.post(`${first}/confirm-funding`, { txHash: next }));
  });
});
