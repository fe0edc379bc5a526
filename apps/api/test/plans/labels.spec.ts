import type { ListLabelsResponse } from '@weir/api-contract';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { bearer, type GuardedScene, startGuardedScene } from '../support/guarded-scene.js';
import { createActivePlan, createPlan, type PlanScenario, streamsOf } from '../support/plan-scenario.js';

const SECRET = 'Zyxlabel';

let scene: GuardedScene;
let salaries: PlanScenario;
let draft: PlanScenario;
beforeAll(async () => {
  scene = await startGuardedScene();
  const { fixture } = scene;
  const payee = fixture.wallet();
  const rows = [1, 2, 3].map((n) => ({ recipient: payee.address, amount: 0.01, label: `${SECRET} ${n}` }));
  salaries = await createActivePlan(fixture, 0, {
    product: 'recurring',
    interval: 'DAILY',
    end: undefined,
    streams: rows,
  });
  draft = await createPlan(fixture, 0, { streams: [...rows, { recipient: payee.address, amount: 0.01 }] });
});
afterAll(() => scene.fixture.stop());

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
      `/api/exports/activity?address=${sender.address}`,
      `/api/exports/activity?address=${recipient}`,
      `/api/inbox?addresses=${sender.address}`,
      `/api/inbox?addresses=${recipient}`,
      `/api/portfolio?addresses=${sender.address}`,
      `/api/portfolio?addresses=${recipient}`,
      `/api/events?address=${sender.address}`,
    ];
    const stranger = fixture.wallet();
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
