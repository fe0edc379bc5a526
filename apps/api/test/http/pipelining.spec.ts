import { setTimeout as sleep } from 'node:timers/promises';
import { killServices, type ServiceProcess } from '@weir/simulation';
import { startApiProcess } from '../support/api-process.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { peakMiB, residentMiB } from '../support/process-memory.js';
import { openRaw, requestOf, statusesIn, type RawConnection } from '../support/raw-connection.js';

const TIMEOUT = 4_000;
const DEAF = 20;
const AHEAD = 490;
/** Milliseconds in which a client has read what was sent to it before it was cut off. */
const READING = 20_000;
/** What the answers of one of these connections took when all were made at once, MiB. */
const ONCE_TAKEN_BY_ONE = 400;

let fixture: Fixture;
let api: ServiceProcess;
beforeAll(async () => {
  fixture = await startFixture();
  api = await startApiProcess(fixture, { REQUEST_TIMEOUT: `${TIMEOUT}`, LOG_LEVEL: 'info' });
});
afterAll(async () => {
  killServices();
  await fixture.stop();
});

const isClosedIn = ({ ended }: RawConnection, milliseconds: number): Promise<boolean> =>
  Promise.race([ended.then(() => true), sleep(milliseconds, false, { ref: false })]);

describe('requests sent ahead by clients that read nothing', () => {
  it('leave memory as it is, others served, and are cut off', async () => {
    await fetch(`${api.url}/docs/json`).then((answer) => answer.text());
    const before = residentMiB(api.pid);
    const { result, peak } = await peakMiB(api.pid, async () => {
      const deaf = await Promise.all(Array.from({ length: DEAF }, () => openRaw(api.url)));
      for (const { socket } of deaf) {
        socket.pause();
        socket.write(requestOf('GET', '/docs/json').repeat(AHEAD));
      }
      const slowest = { ms: 0 };
      for (const end = Date.now() + 2 * TIMEOUT; Date.now() < end;) {
        const began = performance.now();
        expect((await fetch(`${api.url}/health`)).status).toBe(200);
        slowest.ms = Math.max(slowest.ms, performance.now() - began);
        await sleep(50);
      }
      for (const { socket } of deaf) socket.resume();
      // Reading what is on its way takes a loaded machine its time; whether they were cut off before, the answers count.
      const closed = await Promise.all(deaf.map((connection) => isClosedIn(connection, READING)));
      const answers = await Promise.all(deaf.map(({ ended }) => ended));
      return { closed, slowest, answered: answers.map((words) => statusesIn(words).length) };
    });
    expect(result.closed).toEqual(Array.from({ length: DEAF }, () => true));
    // What fits between both ends of a connection is all that was ever made.
    expect(Math.max(...result.answered)).toBeLessThan(40);
    expect(result.slowest.ms).toBeLessThan(5_000);
    expect(peak - before).toBeLessThan(ONCE_TAKEN_BY_ONE / 2);
  });

  it('of more than the most are cut off at once', async () => {
    const greedy = await openRaw(api.url);
    greedy.socket.write(requestOf('GET', '/docs/json').repeat(990));
    expect(await isClosedIn(greedy, READING)).toBe(true);
    expect(statusesIn(await greedy.ended).length).toBeLessThan(990);
  });
});
