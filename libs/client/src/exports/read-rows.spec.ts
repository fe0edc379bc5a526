import { readRows } from './read-rows.js';

const DOCUMENT = JSON.stringify({
  success: true,
  address: 'bchtest:{q"',
  lines: [{ memo: 'plain' }, { memo: 'a "quote", a \\ and }{ é€😀', token: { symbol: 'A' } }, { memo: '\\' }],
  count: 3,
});
const bytes = new TextEncoder().encode(DOCUMENT);

/** The document in pieces of so many bytes; `end` leaves out what is behind. */
const pieces = (size: number, end = bytes.length): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= end) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(at, Math.min(end, at + size)));
      at += size;
    },
  });
};
const read = async (body: ReadableStream<Uint8Array>): Promise<unknown[]> => {
  const rows: unknown[] = [];
  for await (const row of readRows(body)) rows.push(JSON.parse(row));
  return rows;
};

describe('a document that is read as it comes', () => {
  it('returns its rows, in pieces of any size', async () => {
    const { lines } = JSON.parse(DOCUMENT) as { readonly lines: readonly object[] };
    for (let size = 1; size <= bytes.length; size += 1) expect(await read(pieces(size))).toEqual(lines);
  });

  it('fails where it is broken off, however late', async () => {
    for (let end = 0; end < bytes.length; end += 1) await expect(read(pieces(16, end))).rejects.toThrow('incomplete');
  });

  it('stops when its reader stops', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes.slice(0, 80)),
      cancel: () => void (cancelled = true),
    });
    for await (const row of readRows(body)) {
      expect(JSON.parse(row)).toEqual({ memo: 'plain' });
      break;
    }
    expect(cancelled).toBe(true);
  });
});
