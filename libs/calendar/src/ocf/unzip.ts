import { Unzip, UnzipInflate } from 'fflate';
import { Refusal, refuse } from './refusal.js';

/** A file of a package. */
export interface OcfFile {
  /** Path inside of the package. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The most bytes of a package, and of all files that it holds, where no fewer are asked for. */
export const MAX_PACKAGE_BYTES = 20_000_000;
const MAX_FILES = 200;
/** Compressed bytes that are read at a time: they become at most a thousand times as many before sizes are looked at again. */
const PIECE = 4_096;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** @param most bytes @throws Refusal always */
export const refuseLargePackage = (most: number): never =>
  refuse('The package holds more than {most} MB. Import it in parts.', { most: most / 1_000_000 });
const refuseDamaged = (): never => refuse('The package is a damaged ZIP archive.');

const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;

/** Returns how many entries the end of an archive names; an archive that was cut off has no end. @throws Refusal */
const namedEntries = (bytes: Uint8Array): number => {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1)
    if (isZip(bytes.subarray(at)) && bytes[at + 2] === 5 && bytes[at + 3] === 6)
      return (bytes[at + 10] ?? 0) + 256 * (bytes[at + 11] ?? 0);
  return refuseDamaged();
};

const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
};

/** The files of an archive, as they come out of it. */
class ArchiveFiles {
  readonly files: OcfFile[] = [];
  readonly #archive = new Unzip();
  #entries = 0;
  #open = 0;
  #size = 0;

  constructor(most: number) {
    this.#archive.register(UnzipInflate);
    this.#archive.onfile = (file) => {
      this.#entries += 1;
      if (this.#entries > MAX_FILES) refuse('The package holds more than {most} files.', { most: MAX_FILES });
      if (!file.name.endsWith('.json')) return;
      const pieces: Uint8Array[] = [];
      this.#open += 1;
      file.ondata = (error, data, isLast) => {
        // The decoder hands on what this function itself has thrown.
        if (error !== null) throw error;
        this.#size += data.length;
        if (this.#size > most) refuseLargePackage(most);
        pieces.push(data);
        if (!isLast) return;
        this.#open -= 1;
        this.files.push({ name: file.name, bytes: joined(pieces) });
      };
      file.start();
    };
  }

  push(piece: Uint8Array, isLast: boolean): void {
    try {
      this.#archive.push(piece, isLast);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      refuseDamaged();
    }
  }

  /** Whether as many entries were read as the archive names, and all files to their end. */
  isComplete(entries: number): boolean {
    return this.#open === 0 && this.#entries === entries;
  }
}

/**
 * Returns the JSON files of an archive. What it expands to is counted while it is read, so that sizes which it names do not matter.
 *
 * @param most bytes of the archive, and of all files that it holds
 * @throws Refusal for an archive that is too large or damaged, or holds no JSON file
 */
export const unzip = (bytes: Uint8Array, most: number): readonly OcfFile[] => {
  if (bytes.length > most) refuseLargePackage(most);
  const entries = namedEntries(bytes);
  const found = new ArchiveFiles(most);
  for (let offset = 0; offset < bytes.length; offset += PIECE)
    found.push(bytes.subarray(offset, offset + PIECE), offset + PIECE >= bytes.length);
  if (!found.isComplete(entries)) refuseDamaged();
  return found.files.length > 0 ? found.files : refuse('The package holds no JSON file.');
};
