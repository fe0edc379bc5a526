import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RecipientInput } from '@weir/services';
import { openJsonList } from './json-list.js';

interface ReadList {
  readonly recipients: readonly RecipientInput[];
  readonly csv: string | undefined;
  readonly creator: string | undefined;
}

/** Reads a body in pieces of so many bytes. */
const read = async (body: string, size = 7): Promise<ReadList> => {
  const bytes = Buffer.from(body);
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  };
  const { list, creator } = await openJsonList(pieces());
  const recipients: RecipientInput[] = [];
  if (list.kind === 'csv') return { recipients, csv: (await buffer(Readable.from(list.pieces))).toString(), creator };
  for await (const batch of list.batches) recipients.push(...batch);
  return { recipients, csv: undefined, creator };
};

describe('a list in JSON', () => {
  it.each([1, 7, 4_096])('becomes recipients, in pieces of %i bytes', async (size) => {
    const recipients = [
      { address: 'bchtest:qé', amount: 1 },
      { address: ' b', amount: 0.1 * 3 },
      { address: 'c', amount: '2.5' },
      { address: 'd,"\n', amount: 1e-7 },
    ];
    expect(await read(JSON.stringify({ creator: 'me', recipients }), size)).toEqual({
      recipients,
      csv: undefined,
      creator: 'me',
    });
  });

  it('may be CSV as text', async () => {
    expect(await read(JSON.stringify({ creator: null, csv: 'a,1\r\nb,2' }))).toEqual({
      recipients: [],
      csv: 'a,1\r\nb,2',
      creator: undefined,
    });
    expect(await read('{"csv":""}')).toMatchObject({ csv: '' });
  });

  it.each([1, 2, 5, 64])('has the text of its CSV as JSON has it, in pieces of %i bytes', async (size) => {
    const texts = ['"quoted\\", tabs\t, é and 😀\b\f\r\n/', '\ud83d', '\ude00x', '\ud83d\ud83d\ude00\n', 'a\ud83dé'];
    for (const text of texts) {
      const csv = Buffer.from(text).toString();
      expect(await read(JSON.stringify({ csv: text }), size)).toMatchObject({ csv });
      const escaped = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
      expect(await read(`{ "csv" : \n"${escaped.map((unit) => `\\u${unit}`).join('')}" }\n`, size)).toMatchObject({
        csv,
      });
    }
    expect(await read('{"csv":"a\\/b","creator":null}', size)).toMatchObject({ csv: 'a/b' });
  });

  it.each(['"a\nb"', '"\\x"', '"\\u12"', '"\\u12g4"', '"a\\'])(
    'is refused where the text of its CSV is %s',
    async (text) => {
      await expect(read(`{"csv":${text}}`)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  it.each([
    ['a number', '{"recipients":[{"address":"a","amount":', '1'],
    ['an address', '{"recipients":[{"address":"', '\\n'],
    ['the name of a field', '{"recipients":[{"', '\\u0041'],
    ['the name of a field of the list', '{"', ':'],
    ['the creator', '{"creator":"', 'x'],
    ['a row of many fields', '{"recipients":[{', '"a":1,'],
    ['a row of many values', '{"recipients":[[', '1,'],
    ['what is between rows', '{"recipients":[{"address":"a","amount":1},', ' '],
  ])('is refused before %s takes memory without end', async (_, head, more) => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head);
      for (;;) yield await Promise.resolve(Buffer.from(more.repeat(5_000)));
    };
    const readAll = async (): Promise<void> => {
      const { list } = await openJsonList(endless(), 200_000);
      if (list.kind === 'recipients') for await (const batch of list.batches) expect(batch.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('hands out the text of its CSV as it arrives', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"creator":"me","csv":"');
      for (;;) yield await Promise.resolve(Buffer.from('a,1\\n'.repeat(1_000)));
    };
    const { list, creator } = await openJsonList(endless());
    if (list.kind !== 'csv') throw new Error('It has a CSV');
    let [length, pieces] = [0, 0];
    for await (const piece of list.pieces) {
      length += piece.length;
      pieces += 1;
      if (pieces === 50) break;
    }
    expect([creator, length]).toEqual(['me', 49 * 4_000]);
  });

  it.each([
    ['{"recipients":[{"address":1,"amount":1}]}', 'recipients[0] has no address'],
    ['{"recipients":[{"address":"a","amount":1},{"address":"b"}]}', 'recipients[1] has no amount'],
    ['{"recipients":[[1]]}', 'recipients[0] has no address'],
    ['{"recipients":{}}', 'Send either csv or recipients'],
    ['{}', 'Send either csv or recipients'],
    ['[1]', 'Send either csv or recipients'],
    ['{"csv":"a,1","csv":"b,2"}', 'that once'],
    ['{"recipients":[{"address":"a","amount":1}],"recipients":[{"address":"b","amount":1}]}', 'that once'],
    ['{"csv":5}', 'csv is to be text'],
    ['{"csv":"a,1","recipients":[{"address":"a","amount":1}]}', 'Send either csv or recipients'],
    ['{"creator":5,"csv":""}', 'creator must be an address'],
    ['{"csv":"a,1","creator":"me"}', 'Name the creator before the list'],
    ['{"recipients":[{"address":"a","amount":1}', 'ends in its middle'],
    ['{"csv":"a', 'ends in its middle'],
    ['', 'ends in its middle'],
    ['{"csv":"a"}{"csv":"b"}', 'no JSON'],
    ['nonsense', 'no JSON'],
    ['{"recipients":[{"address":{"z":{}}}]}', 'A list is an object'],
    ['['.repeat(100_000), 'A list is an object'],
  ])('is refused where it is none (%#)', async (body, message) => {
    await expect(read(body)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each([
    [
      { recipient: [], csv: 'a,1' },
      { field: 'recipient', didYouMean: 'recipients' },
    ],
    [{ creator: 'me', csv: 'a,1', network: [{ deep: 1 }] }, { field: 'network' }],
    [{ recipients: [{ address: 'a', amount: 1 }], campaign: 'x' }, { field: 'campaign' }],
    [
      {
        recipients: [
          { address: 'a', amount: 1 },
          { address: 'b', amount: 1, adress: 'c' },
        ],
      },
      { field: 'recipients.1.adress', didYouMean: 'address' },
    ],
    [JSON.parse('{"csv":"a,1","__proto__":{}}'), { field: '__proto__' }],
  ])('is refused where it has a field there is not (%#)', async (body: object, details) => {
    await expect(read(JSON.stringify(body))).rejects.toMatchObject({ code: 'INVALID_REQUEST', details });
  });

  it('has an end', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"recipients":[');
      for (;;) yield await Promise.resolve(Buffer.alloc(1_000, ' '));
    };
    await expect(openJsonList(endless(), 20_000)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});
