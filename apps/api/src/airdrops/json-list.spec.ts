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
