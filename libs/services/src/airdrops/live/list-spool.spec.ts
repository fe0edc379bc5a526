import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { IN_BCH, ListError } from '@weir/merkle';
import { mountSmallDisk } from '@weir/testing/postgres';
import { ListSpool, SpoolFullError } from '../live/list-spool.js';

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

  it('starts the work when the list is complete', async () => {
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

  it('works on the rows before one that is refused, and then has the refusal', async () => {
    const spool = new ListSpool(undefined, directory);
    const refusal = new ListError([{ code: 'BAD_ADDRESS', line: 2, text: 'nobody' }], IN_BCH);
    async function* refused(): AsyncGenerator<Uint8Array> {
      yield* piecesOf('a,1\n');
      throw refusal;
    }
    const given: string[] = [];
    const work = async (rows: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const each of rows) given.push(Buffer.from(each).toString());
    };
    await expect(spool.run(refused(), work)).rejects.toBe(refusal);
    expect(given).toEqual(['a,1\n']);
    const duplicate = new ListError([{ code: 'DUPLICATE_ADDRESS', line: 1, firstLine: 1 }], IN_BCH);
    await expect(spool.run(refused(), () => Promise.reject(duplicate))).rejects.toBe(duplicate);
  });

  it('ends at once where rows stop coming for another reason', async () => {
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield* piecesOf('a,1\n');
      throw new Error('the connection broke');
    }
    let isAsked = false;
    const work = (): Promise<void> => Promise.resolve(void (isAsked = true));
    await expect(new ListSpool(undefined, directory).run(cut(), work)).rejects.toThrow('the connection broke');
    expect(isAsked).toBe(false);
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

  it('a full directory refuses the list with a reason', async () => {
    const spool = new ListSpool(undefined, typeof disk === 'string' ? '' : disk.path);
    const long = Array.from({ length: 20 }, () => 'x,1\n'.repeat(20_000));
    const refusal = await spool.run(piecesOf(...long), textOf).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SpoolFullError);
    expect(refusal).toMatchObject({ cause: { code: 'ENOSPC' } });
    expect(await spool.run(piecesOf('a,1\n'), textOf)).toBe('a,1\n');
  });

  it('a missing directory refuses the list', async () => {
    const spool = new ListSpool(undefined, join(directory, 'nowhere'));
    await expect(spool.run(piecesOf('a,1\n'), textOf)).rejects.toThrow(SpoolFullError);
  });
});
