import type {
  ActivityEntriesResponse,
  ActivityLine,
  CalendarLinkResponse,
  ListLabelsResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { bearer, type GuardedScene, startGuardedScene } from '../support/guarded-scene.js';
import { createActivePlan, createPlan, type PlanScenario, streamsOf } from '../support/plan-scenario.js';

const SECRET = 'Zyxlabel';
const HOUR = 3_600;
const DAY = 24 * HOUR;

let scene: GuardedScene;
let salaries: PlanScenario;
let draft: PlanScenario;
let payee: Wallet;
beforeAll(async () => {
  scene = await startGuardedScene();
  const { fixture } = scene;
  payee = fixture.wallet();
  const rows = [1, 2, 3].map((n) => ({ recipient: payee.address, amount: 0.01, label: `${SECRET} ${n}` }));
  salaries = await createActivePlan(fixture, 0, {
    product: 'recurring',
    interval: 'DAILY',
    end: undefined,
    streams: rows,
  });
  draft = await createPlan(fixture, 0, { streams: [...rows, { recipient: payee.address, amount: 0.01 }] });
  await fixture.advance(2 * DAY + HOUR);
  const [first] = await streamsOf(fixture, salaries);
  await succeeded(fixture.client.post(`/api/payments/${first?.id ?? ''}/push`, { broadcast: true }));
});
afterAll(() => scene.fixture.stop());

interface Export {
  readonly lines: readonly ActivityLine[];
}

/** The file of a calendar that a wallet makes. */
const calendarOf = async (wallet: Wallet): Promise<string> => {
  const { path } = await succeeded(scene.signed.bearing(bearer(wallet)).post<CalendarLinkResponse>('/api/calendar'));
  return (await scene.signed.raw('GET', path)).body;
};

const labelsOf = (sender: PlanScenario['sender'], query = '') =>
  succeeded(scene.fixture.client.as(sender.address).get<ListLabelsResponse>(`/api/plans/labels${query}`));

describe('GET /api/plans/labels', () => {
  it('lists the labels of funded and unfunded plans to their sender, by stream', async () => {
    const streams = await streamsOf(scene.fixture, salaries);
    const { labels, nextCursor } = await labelsOf(salaries.sender);
    expect([labels, nextCursor]).toEqual([
      streams.map(({ id, recipient, label }) => ({ plan_id: salaries.id, stream_id: id, recipient, label })),
      null,
    ]);
    expect((await labelsOf(draft.sender)).labels.map(({ label }) => label)).toEqual(
      [1, 2, 3].map((n) => `${SECRET} ${n}`),
    );
  });

  it('lists them page by page, each once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ListLabelsResponse = await labelsOf(
        salaries.sender,
        `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.labels.map(({ label }) => label));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([1, 2, 3].map((n) => `${SECRET} ${n}`));
  });

  it('refuses a cursor that it never gave, and a vault of others', async () => {
    const asSender = scene.fixture.client.as(salaries.sender.address);
    for (const cursor of ['x', 'bm90aGluZw.1', '..', 'W10.1'])
      expect(await asSender.get<Refusal>(`/api/plans/labels?cursor=${cursor}`)).toMatchObject(
        refusal(400, 'INVALID_CURSOR'),
      );
    expect((await asSender.get(`/api/plans/labels?vaultId=${scene.vault.id}`)).status).toBe(403);
  });
});

describe('the labels of a plan', () => {
  it('are in the ledger, its files and the calendar of their sender, with the paydays', async () => {
    const { sender } = salaries;
    const reader = scene.signed.bearing(bearer(sender));
    const path = `/api/exports/activity?address=${sender.address}`;
    const [paid] = await streamsOf(scene.fixture, salaries);
    const due = (paid?.next_payment_date ?? 0) - DAY;
    const { lines } = await succeeded(reader.get<Export>(`${path}&format=json`));
    const brief = lines.flatMap(({ kind, recipientName, payday, paydayTime, periods }) =>
      kind === 'reserve' ? [] : [[kind, recipientName, payday, paydayTime, periods]],
    );
    expect(brief.toSorted()).toEqual([
      ...[1, 2, 3].map((n) => ['funding', `${SECRET} ${n}`, null, null, null]),
      ['push', `${SECRET} 1`, due, new Date(due * 1_000).toISOString().replace('.000', ''), 3],
    ]);
    const [head, ...rows] = (await reader.raw('GET', `${path}&format=csv`)).body.trim().split('\r\n');
    expect(head).toMatch(
      /,recipient_name,payday,periods,payday_time,currency,currency_amount,price,price_time,price_number,period_amount_base$/u,
    );
    // The payment and the funding may be of one second, in either order.
    expect(rows.filter((row) => row.includes(`,${SECRET} 1,${due},3,`))).toHaveLength(1);
    const { entries } = await succeeded(reader.get<ActivityEntriesResponse>(`/api/activity?address=${sender.address}`));
    const named = entries.map(({ kind, recipientName, payday, periods }) => [kind, recipientName, payday, periods]);
    expect(named.toSorted()).toEqual([
      ['funding', null, null, null],
      ['push', `${SECRET} 1`, due, 3],
    ]);
    for (const n of [1, 2, 3]) expect(await calendarOf(sender)).toContain(`SUMMARY:You pay 0.01 BCH · ${SECRET} ${n}`);
    // To the recipient the same line has its payday, and no name.
    const own = await succeeded(
      scene.signed.bearing(bearer(payee)).get<Export>(`/api/exports/activity?format=json&address=${payee.address}`),
    );
    expect(own.lines.map(({ recipientName, payday, periods }) => [recipientName, payday, periods])).toEqual([
      [null, due, 3],
    ]);
  });

  it('are in no answer to a stranger, a recipient or somebody who proves nothing', async () => {
    const { fixture, signed } = scene;
    const { sender } = salaries;
    const [stream] = await streamsOf(fixture, salaries);
    const recipient = stream?.recipient ?? '';
    const id = stream?.id ?? '';
    const paths = [
      '/api/plans/labels',
      `/api/plans/${salaries.id}`,
      `/api/plans/${salaries.id}/streams`,
      `/api/plans/${draft.id}`,
      `/api/plans/${draft.id}/streams`,
      `/api/payments/${id}`,
      `/api/payments?sender=${sender.address}`,
      `/api/payments?recipient=${recipient}`,
      `/api/streams?address=${sender.address}`,
      `/api/search?q=${SECRET}`,
      `/api/search?q=${sender.address}`,
      `/api/explorer/activity?q=${SECRET}`,
      `/api/explorer/activity?address=${sender.address}`,
      `/api/explorer/activity?limit=100`,
      `/api/activity?address=${sender.address}`,
      `/api/activity?address=${recipient}`,
      ...[sender.address, recipient].flatMap((address) =>
        ['json', 'csv'].map((format) => `/api/exports/activity?format=${format}&address=${address}`),
      ),
      `/api/inbox?addresses=${sender.address}`,
      `/api/inbox?addresses=${recipient}`,
      `/api/portfolio?addresses=${sender.address}`,
      `/api/portfolio?addresses=${recipient}`,
      `/api/events?address=${sender.address}`,
    ];
    const stranger = fixture.wallet();
    for (const other of [stranger, payee]) expect(await calendarOf(other)).not.toContain(`${SECRET} `);
    const readers = [
      signed,
      // A header proves nothing where callers are proven.
      signed.as(sender.address),
      signed.bearing(bearer(stranger)),
      signed.bearing(bearer(stranger)).as(sender.address),
      fixture.client,
      fixture.client.as(stranger.address),
      fixture.client.as(recipient),
    ];
    for (const reader of readers)
      for (const path of paths) {
        const { body } = await reader.get<unknown>(path);
        // Each label goes on behind the word, which a search repeats.
        expect([path, JSON.stringify(body).includes(`${SECRET} `)]).toEqual([path, false]);
      }
  });
});
