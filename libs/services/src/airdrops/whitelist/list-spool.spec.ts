import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk } from '@weir/postgres';
import { ListSpool, SpoolFullError } from './list-spool.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-spool-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function* piecesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await sleep(0);
    yield Buffer.from(text);
  }
}
const textOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => (await buffer(pieces)).toString();

describe('ListSpool', () => {
  it('gives a list back as it came, more than once at a time, and leaves nothing behind', async () => {
    const spool = new ListSpool(undefined, directory);
    const long = 'x,1\n'.repeat(500_000);
    const texts = await Promise.all([
      spool.run(piecesOf('a,1\n', 'b,', '2\n'), textOf),
      spool.run(piecesOf(long, long), textOf),
      spool.run(piecesOf(), textOf),
    ]);
    expect(texts).toEqual(['a,1\nb,2\n', long + long, '']);
    expect(await readdir(directory)).toEqual([]);
  });

  it('works on nothing before all of it is there', async () => {
    const spool = new ListSpool(undefined, directory);
    let arrived = false;
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a,1\n');
      await sleep(20);
      arrived = true;
      yield Buffer.from('b,2\n');
    }
    expect(await spool.run(slow(), () => Promise.resolve(arrived))).toBe(true);
  });

  it('keeps no more of a line without end, or of too many bytes, than shows it', async () => {
    const spool = new ListSpool(undefined, directory);
    let asked = 0;
    async function* endless(piece: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        await sleep(0);
        asked += 1;
        yield piece;
      }
    }
    expect((await spool.run(endless(Buffer.alloc(800, 'x')), textOf)).length).toBe(1_600);
    asked = 0;
    const lines = Buffer.from(`${'x'.repeat(999)}\n`.repeat(30_000));
    await expect(spool.run(endless(lines), () => Promise.resolve())).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(asked).toBe(4);
  });

  it('refuses when the space for all lists is used up, and has it again when they are done', async () => {
    const spool = new ListSpool(10, directory);
    await expect(spool.run(piecesOf('12345\n'), () => spool.run(piecesOf('12345\n'), textOf))).rejects.toThrow(
      SpoolFullError,
    );
    expect(await spool.run(piecesOf('123456789\n'), textOf)).toBe('123456789\n');
  });

  it('passes on what goes wrong', async () => {
    const spool = new ListSpool(10, directory);
    await expect(spool.run(piecesOf('1\n'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await spool.run(piecesOf('123456789\n'), textOf)).toBe('123456789\n');
  });
});

const disk = await mountSmallDisk(1);
const onSmallDisk = typeof disk === 'string' ? describe.skip : describe;

onSmallDisk('a disk', () => {
  afterAll(async () => {
    if (typeof disk !== 'string') await disk.unmount();
  });

  it('that is full takes no list, and says so', async () => {
    const spool = new ListSpool(undefined, typeof disk === 'string' ? '' : disk.path);
    const long = Array.from({ length: 20 }, () => 'x,1\n'.repeat(20_000));
    const refusal = await spool.run(piecesOf(...long), textOf).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SpoolFullError);
    expect(refusal).toMatchObject({ cause: { code: 'ENOSPC' } });
    expect(await spool.run(piecesOf('a,1\n'), textOf)).toBe('a,1\n');
  });

  it('that is gone takes none either', async () => {
    const spool = new ListSpool(undefined, join(directory, 'nowhere'));
    await expect(spool.run(piecesOf('a,1\n'), textOf)).rejects.toThrow(SpoolFullError);
  });
});
