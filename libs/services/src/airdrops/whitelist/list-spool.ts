import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_CSV_BYTES, MAX_LINE_LENGTH, WhitelistError } from '@weir/merkle';

/** Bytes of all lists that are on their way to one process. */
const SPACE = 2 * 2 ** 30;
/** Bytes read back at once. */
const READ_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

/** Lists cannot be kept now: too many are on their way at once, or the disk takes no more. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** Whatever the disk refuses (full, read only, gone) is no fault of the list. @throws SpoolFullError */
const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new SpoolFullError('The directory for temporary files takes no list', { cause: error });
  }
};

/** A file without a name: it ends with the process that opened it, however that ends. */
const openNameless = (directory: string): Promise<FileHandle> =>
  onDisk(async () => {
    const path = join(directory, `weir-list-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  });

/** A disk that is all but full takes a part, and says so without an error. */
const writeWhole = async (file: FileHandle, piece: Uint8Array): Promise<void> => {
  for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
};

async function* readBack(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    // A buffer of its own each time: it is handed on to a thread.
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Keeps lists on disk while they arrive, so that a slow client holds a file and a connection and nothing of what it takes to
 * read a list.
 */
export class ListSpool {
  #used = 0;

  constructor(
    private readonly space = SPACE,
    private readonly directory = tmpdir(),
  ) {}

  /**
   * Works on a list once it is there as a whole. Of one with a line without end no more is kept than shows it.
   *
   * @throws WhitelistError TOO_LARGE; SpoolFullError; whatever the pieces and the work throw
   */
  async run<T>(pieces: AsyncIterable<Uint8Array>, work: (pieces: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
    const file = await openNameless(this.directory);
    let kept = 0;
    try {
      for await (const piece of this.#untilHopeless(pieces)) {
        if (this.#used + piece.length > this.space) throw new SpoolFullError('Too many lists are on their way');
        this.#used += piece.length;
        kept += piece.length;
        await onDisk(() => writeWhole(file, piece));
      }
      return await work(readBack(file));
    } finally {
      this.#used -= kept;
      await file.close();
    }
  }

  async *#untilHopeless(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let [length, line] = [0, 0];
    for await (const piece of pieces) {
      yield piece;
      const newline = piece.lastIndexOf(NEWLINE);
      length += piece.length;
      line = newline === -1 ? line + piece.length : piece.length - 1 - newline;
      if (length > MAX_CSV_BYTES)
        throw new WhitelistError('TOO_LARGE', 0, `The list has more than ${MAX_CSV_BYTES} bytes`);
      if (line > MAX_LINE_LENGTH) return;
    }
  }
}
