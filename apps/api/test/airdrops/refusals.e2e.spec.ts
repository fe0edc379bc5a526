import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeCashAddress } from '@bitauth/libauth';
import { killServices } from '@weir/simulation';
import { createAirdrop } from '../support/airdrop-scenario.js';
import { startApiProcess } from '../support/api-process.js';
import type { Refusal } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { openRaw, requestOf } from '../support/raw-connection.js';

/** As many as show a lost answer, if some four of ten are lost; WEIR_FAULT_RUNS asks for more. */
const UPLOADS = 5 * Number(process.env['WEIR_FAULT_RUNS'] ?? 2);
const BAD_LINE = 7;
const LIST_BYTES = 6_000_000;

let fixture: Fixture;
let url: string;
let path: string;
let creator: string;
beforeAll(async () => {
  fixture = await startFixture();
  const api = await startApiProcess(fixture);
  const airdrop = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, totalAmount: 100 });
  path = `${airdrop.path}/generate-merkle`;
  url = api.url;
  creator = airdrop.creator.address;
});
afterAll(async () => {
  killServices();
  await fixture.stop();
});

const addressOf = (row: number): string =>
  encodeCashAddress({ prefix: 'bchtest', type: 'p2pkh', payload: Buffer.alloc(20).fill(Buffer.from([row >> 8, row])) })
    .address;
const address = addressOf(0);
const row = `${address},0.0001\n`;
const good = Array.from({ length: BAD_LINE - 1 }, (_, index) => `${addressOf(index + 1)},0.0001\n`).join('');
const csv = `${good}nonsense,1\n${row.repeat(LIST_BYTES / row.length)}`;
const json = JSON.stringify({
  recipients: [{ address: 1 }, ...Array.from({ length: LIST_BYTES / 100 }, () => ({ address, amount: '0.0001' }))],
});
const form = (): FormData => {
  const data = new FormData();
  data.append('file', new Blob([csv]), 'list.csv');
  return data;
};

const send = async (body: string | FormData, type?: string) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-user-address': creator, ...(type !== undefined && { 'content-type': type }) },
    body,
  });
  return { status: answer.status, ...((await answer.json()) as Refusal & { readonly line?: number }) };
};

describe('a refusal while a list arrives', () => {
  it('is read by every client, every time', async () => {
    for (let upload = 0; upload < UPLOADS; upload += 1)
      expect(await send(csv, 'text/csv')).toMatchObject({ status: 400, code: 'INVALID_WHITELIST', line: BAD_LINE });
  });

  it.each([
    ['a form', form, undefined, 'INVALID_WHITELIST'],
    ['JSON', () => json, 'application/json', 'PAYLOAD_TOO_LARGE'],
    ['a body of another type', () => csv, 'text/plain', 'UNSUPPORTED_MEDIA_TYPE'],
  ])('is read of %s too', async (_, body, type, code) => {
    for (let upload = 0; upload < UPLOADS / 2; upload += 1) expect(await send(body(), type)).toMatchObject({ code });
  });

  it('is read where nobody may send one', async () => {
    const nowhere = path.replace(/[0-9a-f]{12}\//, '000000000000/');
    for (const [place, code, connection] of [
      [nowhere, 'NOT_FOUND', 'keep-alive'],
      [nowhere, 'NOT_FOUND', 'close'],
      ['/api/streams/create', 'PAYLOAD_TOO_LARGE', 'keep-alive'],
    ] as const) {
      // Where connections were closed at once, some four of ten answers were lost.
      for (let upload = 0; upload < UPLOADS; upload += 1) {
        const answer = await fetch(`${url}${place}`, {
          method: 'POST',
          headers: { 'x-user-address': creator, 'content-type': 'application/json', connection },
          body: json,
        });
        expect(await answer.json()).toMatchObject({ code });
      }
    }
  });
});

describe('a form', () => {
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const field = '--x\r\ncontent-disposition: form-data; name="creator"\r\n';
  it.each([
    ['without a boundary', 'multipart/form-data', `${part}${row}\r\n--x--\r\n`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `${part}${row}\r\n--x--\r\n`],
    ['cut short in its file', 'multipart/form-data; boundary=x', `${part}${row}`],
    ['cut short in a head', 'multipart/form-data; boundary=x', '--x\r\ncontent-disp'],
    ['without parts', 'multipart/form-data; boundary=x', '--x--\r\n'],
    ['without anything', 'multipart/form-data; boundary=x', ''],
    ['of another boundary', 'multipart/form-data; boundary=y', `${part}${row}\r\n--x--\r\n`],
    [
      'with JSON that is none',
      'multipart/form-data; boundary=x',
      `${field}content-type: application/json\r\n\r\n{\r\n${part}`,
    ],
    ['of another kind', 'multipart/mixed; boundary=x', `${part}${row}\r\n--x--\r\n`],
  ])('%s is refused with 400 or 415', async (_, type, body) => {
    const { socket, ended } = await openRaw(url);
    const headers = [`content-type: ${type}`, `content-length: ${body.length}`, `x-user-address: ${creator}`];
    socket.write(requestOf('POST', path, [...headers, 'connection: close'], body));
    expect(await ended).toMatch(/^HTTP\/1\.1 (400|415) [\s\S]*"success":false/);
  });
});

describe('a form that is cut short anywhere', () => {
  it('is not an internal error', async () => {
    const whole = `--x\r\ncontent-disposition: form-data; name="creator"\r\n\r\n${creator}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${row}\r\n--x--\r\n`;
    const lengths = Array.from({ length: whole.length - 5 }, (_, length) => length).filter(
      (length) => length % 3 === 0,
    );
    const answers = await Promise.all(
      lengths.map(async (length) => {
        const answer = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'x-user-address': creator, 'content-type': 'multipart/form-data; boundary=x' },
          body: whole.slice(0, length),
        });
        return [length, answer.status];
      }),
    );
    expect(answers).toEqual(lengths.map((length) => [length, 400]));
  });
});

describe('a directory for temporary files that takes nothing', () => {
  it('is answered 503, with when to try again', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'weir-gone-'));
    const api = await startApiProcess(fixture, { TMPDIR: directory });
    await rm(directory, { recursive: true });
    const answer = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'x-user-address': creator, 'content-type': 'text/csv' },
      body: Array.from({ length: 1_000 }, (_, index) => `${addressOf(index)},0.0001\n`).join(''),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await answer.json()).toMatchObject({ code: 'OVERLOADED', retryable: true });
  });
});
