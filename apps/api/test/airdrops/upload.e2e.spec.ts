import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { encodeCashAddress } from '@bitauth/libauth';
import { killServices, type ServiceProcess } from '@weir/simulation';
import { createAirdrop } from '../support/airdrop-scenario.js';
import { peakMiB, residentMiB, startApiProcess } from '../support/api-process.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { asForm, repeated, upload, type UploadAnswer } from '../support/upload.js';

const ROWS = 40_000;
/** Of a row, filled up with spaces: 10 MB in all. */
const ROW_BYTES = 250;
/** In which a list may come. */
const FORMS = 2;
const BOMB_BYTES = 100_000_000;
/** What a bomb may cost the process, MiB: a thread and its buffers. */
const BOMB_MIB = 150;
/** What a list of this size may cost: a thread, its rows, and the tree. */
const LIST_MIB = 300;

let fixture: Fixture;
let api: ServiceProcess;
let url: string;
let headers: Record<string, string>;
beforeAll(async () => {
  fixture = await startFixture();
  api = await startApiProcess(fixture, { LOG_LEVEL: 'info' });
  const { path, creator } = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, totalAmount: 100 });
  url = `${api.url}${path}/generate-merkle`;
  headers = { 'content-type': 'text/csv', 'x-user-address': creator.address };
});
afterAll(async () => {
  killServices();
  await fixture.stop();
});

const send = (pieces: () => Iterable<Buffer>, more: Readonly<Record<string, string>> = {}): Promise<UploadAnswer> =>
  upload(url, { ...headers, ...more }, pieces);

const addressOf = (row: number): string => {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, row);
  return encodeCashAddress({ prefix: 'bchtest', type: 'p2pkh', payload }).address;
};
const list = Buffer.from(
  Array.from({ length: ROWS }, (_, row) => `${`${addressOf(row)},0.0001`.padEnd(ROW_BYTES - 1)}\n`).join(''),
);
function* slices(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += 65_536) yield whole.subarray(at, at + 65_536);
}

/** Returns how often somebody else is answered while work is done. */
const servedMeanwhile = async (work: () => Promise<unknown>): Promise<number> => {
  let [served, isDone] = [0, false];
  const ask = async (): Promise<void> => {
    while (!isDone) {
      expect((await fetch(`${api.url}/api/airdrops?limit=1`)).status).toBe(200);
      served += 1;
      await sleep(20);
    }
  };
  await Promise.all([work().finally(() => (isDone = true)), ask()]);
  return served;
};

describe('a large list', () => {
  it('is read in bounded memory in every form, while others are served', async () => {
    const before = residentMiB(api.pid);
    const roots = new Set<string | undefined>();
    const { result, peak } = await peakMiB(api.pid, () =>
      servedMeanwhile(async () => {
        const forms = [
          [() => slices(list), 'text/csv'],
          [() => asForm(slices(list)), 'multipart/form-data; boundary=x'],
        ] as const;
        expect(forms).toHaveLength(FORMS);
        for (const [pieces, type] of forms) {
          const { status, body } = await send(pieces, { 'content-type': type });
          expect([status, body.totalRecipients]).toEqual([200, ROWS]);
          roots.add(body.merkleRoot);
        }
      }),
    );
    expect(roots.size).toBe(1);
    expect(peak - before).toBeLessThan(LIST_MIB);
    // Work that held others up would let them in between two lists alone.
    expect(result).toBeGreaterThan(3 * FORMS);
  });

  it('is refused by its line 700,001', async () => {
    const rows = list.subarray(0, 1_000 * ROW_BYTES);
    const { status, body } = await send(() => [
      rows,
      Buffer.alloc(699_000, '\n'),
      Buffer.from('nonsense,1\n'),
      Buffer.alloc(1_000, '\n'),
    ]);
    expect([status, body]).toMatchObject([400, { code: 'INVALID_WHITELIST', problem: 'BAD_ADDRESS', line: 700_001 }]);
  });

  it('is taken though others send theirs a byte at a time, which hold nothing up', async () => {
    const slow = Array.from({ length: 6 }, () => {
      const sent = request(url, { method: 'POST', headers });
      sent.on('error', () => undefined);
      sent.write(list.subarray(0, 20_000));
      return sent;
    });
    const trickle = setInterval(() => {
      for (const sent of slow) sent.write('\n');
    }, 50);
    await sleep(200);
    const { status } = await send(() => slices(list.subarray(0, 5_000 * ROW_BYTES)));
    clearInterval(trickle);
    for (const sent of slow) sent.destroy();
    expect(status).toBe(200);
  });
});

describe('a bomb', () => {
  const bombs: readonly [string, number, string | undefined, () => Iterable<Buffer>][] = [
    ['one line of 100 MB', 400, 'LINE_TOO_LONG', () => repeated(Buffer.alloc(65_536, 'x'), BOMB_BYTES)],
    [
      'one line of 100 MB after many good ones',
      400,
      'LINE_TOO_LONG',
      function* () {
        yield list.subarray(0, 1_000 * ROW_BYTES);
        yield* repeated(Buffer.alloc(65_536, 'x'), BOMB_BYTES);
      },
    ],
    ['a million columns', 400, 'LINE_TOO_LONG', () => repeated(Buffer.alloc(65_536, ','), 1_000_000)],
    [
      'many empty columns in each line',
      413,
      undefined,
      () => repeated(Buffer.from(`${','.repeat(900)}\n`.repeat(70)), BOMB_BYTES),
    ],
    ['NUL bytes', 400, 'NOT_TEXT', () => repeated(Buffer.alloc(65_536), BOMB_BYTES)],
    [
      'another encoding',
      413,
      undefined,
      () => repeated(Buffer.from(`\uFEFF${`${addressOf(1)},1\n`.repeat(500)}`, 'utf16le'), BOMB_BYTES),
    ],
    ['a compressed list', 400, 'NOT_TEXT', () => slices(gzipSync(list))],
    [
      'more than 100 MB',
      413,
      undefined,
      () => repeated(Buffer.from(`${' '.repeat(1_000)}\n`.repeat(65)), BOMB_BYTES + 1_000_000),
    ],
  ];

  it.each(bombs)('of %s is refused in bounded memory, while others are served', async (_, status, problem, pieces) => {
    const before = residentMiB(api.pid);
    const { peak } = await peakMiB(api.pid, () =>
      servedMeanwhile(async () => {
        const answer = await send(pieces);
        expect([answer.status, answer.body]).toMatchObject([
          status,
          problem === undefined ? { code: 'WHITELIST_TOO_LARGE' } : { code: 'INVALID_WHITELIST', problem },
        ]);
      }),
    );
    expect(peak - before).toBeLessThan(BOMB_MIB);
  });

  it('of JSON is refused in bounded memory, with the advice to send CSV', async () => {
    const before = residentMiB(api.pid);
    const pieces = function* (): Generator<Buffer> {
      yield Buffer.from('{"csv":"');
      yield* repeated(Buffer.alloc(65_536, 'x'), 120_000_000);
    };
    const { result, peak } = await peakMiB(api.pid, () => send(pieces, { 'content-type': 'application/json' }));
    expect([result.status, result.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(peak - before).toBeLessThan(BOMB_MIB);
  });
});
