import { sql } from 'kysely';
import { createDatabase } from '@weir/infra';
import { followEvents } from '../support/event-client.js';
import { useFixture } from '../support/fixture.js';
import { openRaw, requestOf, untilCutOff } from '../support/raw-connection.js';
import { createStream } from '../support/stream-scenario.js';

const EVENTS = 12_000;
const SLOW = 20;

const fixture = useFixture();
let origin: string;
beforeAll(async () => {
  origin = await fixture.listen();
});

describe('clients that follow events and read nothing', () => {
  it('are cut off, cost little memory, and hold up nobody', async () => {
    await createStream(fixture);
    const quick = await followEvents(`${origin}/api/events?kind=expired`);
    const slow = await Promise.all(Array.from({ length: SLOW }, () => openRaw(origin)));
    const heads = slow.map(({ socket }) => new Promise((resolve) => socket.once('data', resolve)));
    for (const { socket } of slow) socket.write(requestOf('GET', '/api/events', ['accept: text/event-stream']));
    await Promise.all(heads);
    for (const { socket } of slow) socket.pause();
    const before = process.memoryUsage.rss();
    const database = createDatabase({ url: fixture.config.databaseUrl, statementTimeoutMs: 0 });
    // Some 12 MB for each of them: far more than the sockets take.
    await sql`
      INSERT INTO outbox (kind, product, record_id, parties, figures)
      SELECT 'expired', 'stream', gen_random_uuid(), '[{"role":"sender","address":"bchtest:nobody","hash":"00"}]', jsonb_build_object('status', repeat('x', 600))
      FROM generate_series(1, ${EVENTS})`.execute(database);
    await quick.until(EVENTS);
    const grown = process.memoryUsage.rss() - before;
    await untilCutOff(origin, slow);
    // A client that reads on after the cut gets what the sockets held, and then the end.
    for (const { socket } of slow) socket.resume();
    const answers = await Promise.all(slow.map(({ ended }) => ended));
    const whole = (JSON.stringify(quick.events[0]).length + 40) * EVENTS;
    for (const answer of answers) expect(answer.length).toBeLessThan(whole);
    expect(grown).toBeLessThan(200 * 2 ** 20);
    expect(quick.isOver).toBe(false);
    quick.close();
    await database.destroy();
  });
});
