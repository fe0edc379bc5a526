import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListError, PACKED_ROW_LENGTH } from '@weir/merkle';

/** Bytes of all lists that one process receives at a time. */
const SPACE = 2 * 2 ** 30;
/** Rows read back at once: 1 MiB. */
const READ_ROWS = 32_768;

/** Thrown where lists cannot be stored now: too many arrive at once, or the disk is full. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** Turns a refusal of the disk (full, read only, gone), which is not a fault of the list, into one error. @throws SpoolFullError */
const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new SpoolFullError('The directory for temporary files is full or not writable', { cause: error });
  }
};

/** Opens a file without a name: it goes when the process ends, however that happens. */
const openNameless = (directory: string): Promise<FileHandle> =>
  onDisk(async () => {
    const path = join(directory, `weir-list-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  });

/** Writes a whole piece: a disk that is nearly full may take a part of it without an error. */
const writeWhole = async (file: FileHandle, piece: Uint8Array): Promise<void> => {
  for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
};

/** Reads whole rows, though the disk may give less at a time than it is asked for. */
async function* readBack(file: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < length;) {
    const rows = new Uint8Array(Math.min(READ_ROWS * PACKED_ROW_LENGTH, length - position));
    for (let at = 0; at < rows.length;) {
      const { bytesRead } = await file.read(rows, at, rows.length - at, position + at);
      if (bytesRead === 0) throw new Error('List on disk is shorter than the bytes written');
      at += bytesRead;
    }
    position += rows.length;
    yield rows;
  }
}

async function* thenThrow<T>(all: AsyncIterable<T>, refusal: ListError | undefined): AsyncGenerator<T> {
  yield* all;
  if (refusal !== undefined) throw refusal;
}

/**
 * Keeps the packed rows of lists on disk while they arrive, so that a slow client holds a file and a connection but no memory or
 * thread that building takes.
 */
export class ListSpool {
  #used = 0;

  constructor(
    private readonly space = SPACE,
    private readonly directory = tmpdir(),
  ) {}

  /**
   * Works on the rows of a list once all have arrived. Where a row is refused, the work gets the rows before it, which may have a
   * fault of their own, and then the refusal.
   *
   * @throws SpoolFullError; the errors of the rows and the work
   */
  async run<T>(packed: AsyncIterable<Uint8Array>, work: (packed: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
    const file = await openNameless(this.directory);
    let kept = 0;
    let refusal: ListError | undefined;
    try {
      try {
        for await (const rows of packed) {
          if (this.#used + rows.length > this.space) throw new SpoolFullError('Too many lists are being received');
          this.#used += rows.length;
          kept += rows.length;
          await onDisk(() => writeWhole(file, rows));
        }
      } catch (error) {
        if (!(error instanceof ListError)) throw error;
        refusal = error;
      }
      return await work(thenThrow(readBack(file, kept), refusal));
    } finally {
      this.#used -= kept;
      await file.close();
    }
  }
}
