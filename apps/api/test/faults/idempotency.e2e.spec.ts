import { sql } from 'kysely';
import { createDatabase } from '@weir/infra';
import { killServices } from '@weir/simulation';
import { eventually } from '@weir/testing';
import { startApiProcess } from '../support/api-process.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { creationOf } from '../support/stream-scenario.js';

const CREATIONS = 60;
/** Answered before the process dies. */
const KILL_AFTER = 20;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  killServices();
  await fixture.stop();
});

interface Made {
  readonly stream?: { readonly id: string };
}

describe('creations with keys', () => {
  it('are made exactly once though the process is killed in the middle and they go on at another one', async () => {
    const [dying, living] = [await startApiProcess(fixture), await startApiProcess(fixture)];
    const caller = fixture.wallet();
    const bodies = Array.from({ length: CREATIONS }, (_, i) =>
      JSON.stringify(creationOf(fixture, fixture.wallet(), { description: `number ${i}` })),
    );
    const create = async (url: string, i: number): Promise<string | undefined> => {
      const headers = {
        'content-type': 'application/json',
        'x-user-address': caller.address,
        'idempotency-key': `creation-${i}`,
      };
      const sent = fetch(`${url}/api/streams/create`, { method: 'POST', headers, body: bodies[i] ?? '' });
      // Where the process dies there is no answer, or half of one.
      const answer = await sent
        .then(async (got) => ({ status: got.status, made: (await got.json()) as Made }))
        .catch(() => undefined);
      if (answer === undefined) return undefined;
      const { status, made } = answer;
      if (made.stream === undefined && status !== 409) throw new Error(`The answer is ${status}`);
      return made.stream?.id;
    };
    let answered = 0;
    const first = await Promise.all(
      bodies.map(async (_, i) => {
        const id = await create(dying.url, i);
        if (id !== undefined) answered += 1;
        if (answered === KILL_AFTER) void dying.kill();
        return id;
      }),
    );
    expect(first.filter((id) => id === undefined).length).toBeGreaterThan(0);
    const finished = await Promise.all(
      bodies.map((_, i) =>
        eventually(async () => {
          const id = await create(living.url, i);
          if (id === undefined) throw new Error('The key of a dead process is still held');
          return id;
        }),
      ),
    );
    first.forEach((id, i) => expect(finished[i]).toBe(id ?? finished[i]));
    const database = createDatabase({ url: fixture.config.databaseUrl });
    const { rows } = await sql<{ id: string }>`SELECT id FROM streams`.execute(database);
    await database.destroy();
    expect(rows.map(({ id }) => id).sort()).toEqual([...new Set(finished)].sort());
    expect(rows).toHaveLength(CREATIONS);
  });
});
