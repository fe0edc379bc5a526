import { killServices, type ServiceProcess } from '@weir/simulation';
import { startApiProcess } from '../support/api-process.js';
import { untilCutOff } from '../support/cut-off.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { peakMiB, residentMiB } from '../support/process-memory.js';
import { openRaw, requestOf, statusesIn } from '../support/raw-connection.js';

const TIMEOUT = 4_000;
const DEAF = 20;
const AHEAD = 490;
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
      let served = 0;
      await untilCutOff(api.url, deaf, async () => {
        expect((await fetch(`${api.url}/health`)).status).toBe(200);
        served += 1;
      });
      for (const { socket } of deaf) socket.resume();
      const answers = await Promise.all(deaf.map(({ ended }) => ended));
      return { served, answered: answers.map((words) => statusesIn(words).length) };
    });
    expect(result.served).toBeGreaterThan(0);
    // What fits between both ends of a connection is all that was ever made.
    expect(Math.max(...result.answered)).toBeLessThan(40);
    expect(peak - before).toBeLessThan(ONCE_TAKEN_BY_ONE / 2);
  });

  it('of more than the most are cut off at once', async () => {
    const greedy = await openRaw(api.url);
    greedy.socket.write(requestOf('GET', '/docs/json').repeat(990));
    expect(statusesIn(await greedy.ended).length).toBeLessThan(990);
  });
});
