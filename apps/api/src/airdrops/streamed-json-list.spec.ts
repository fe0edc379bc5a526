import { csvOfJson } from './streamed-json-list.js';
import type { ListHead } from './streamed-json-list.js';

/** Reads a body in pieces of so many bytes. */
const read = async (body: string, size = 7): Promise<{ readonly csv: string; readonly head: ListHead }> => {
  const head: ListHead = { creator: undefined };
  const bytes = Buffer.from(body);
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  };
  const parts: Uint8Array[] = [];
  for await (const part of csvOfJson(pieces(), head)) parts.push(part);
  return { csv: Buffer.concat(parts).toString(), head };
};

describe('a list in JSON', () => {
  it.each([1, 7, 4_096])('becomes lines of CSV, in pieces of %i bytes', async (size) => {
    const recipients = [{ address: 'bchtest:qé', amount: 1 }, { address: 'b', amount: 0.1 * 3, note: 'x' }, { address: 'c', amount: '2.5' }, { address: 'd', amount: 1e-7 }];
    expect(await read(JSON.stringify({ creator: 'me', recipients, other: { ignored: [1] } }), size)).toEqual({
      csv: '"bchtest:qé","1"\n"b","0.30000000"\n"c","2.5"\n"d","0.00000010"\n',
      head: { creator: 'me' },
    });
  });

  it('may be CSV as text', async () => {
    expect(await read(JSON.stringify({ creator: null, csv: 'a,1\r\nb,2' }))).toEqual({ csv: 'a,1\r\nb,2', head: { creator: undefined } });
  });

  it('keeps what is no CSV within one field', async () => {
    expect((await read(JSON.stringify({ recipients: [{ address: 'a,"\nb', amount: ' 1 ' }] }))).csv).toBe('"a,""\nb","1"\n');
  });

  it.each([
    ['{"recipients":[{"address":1,"amount":1}]}', 'recipients[0] has no address'],
    ['{"recipients":[{"address":"a","amount":1},{"address":"b"}]}', 'recipients[1] has no amount'],
    ['{"recipients":[[1]]}', 'recipients[0] has no address'],
    ['{"recipients":{}}', 'Send either csv or recipients'],
    ['{}', 'Send either csv or recipients'],
    ['[1]', 'Send either csv or recipients'],
    ['{"csv":5}', 'csv is to be text'],
    ['{"csv":"a,1","recipients":[{"address":"a","amount":1}]}', 'Send either csv or recipients'],
    ['{"creator":5,"csv":""}', 'creator must be an address'],
    ['{"csv":"a,1","creator":"me"}', 'Name the creator before the list'],
    ['{"recipients":[{"address":"a","amount":1}', 'ends in its middle'],
    ['{"csv":"a', 'ends in its middle'],
    ['', 'ends in its middle'],
    ['{"csv":"a"}{"csv":"b"}', 'no JSON'],
    ['nonsense', 'no JSON'],
    ['{"x":{"y":{"z":{}}}}', 'A list is an object'],
    ['['.repeat(100_000), 'A list is an object'],
  ])('is refused where it is none (%#)', async (body, message) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(message) as string });
  });

  it('has an end', async () => {
    const head: ListHead = { creator: undefined };
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"recipients":[');
      for (;;) yield await Promise.resolve(Buffer.alloc(1_000, ' '));
    };
    await expect(csvOfJson(endless(), head, 20_000).next()).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});
