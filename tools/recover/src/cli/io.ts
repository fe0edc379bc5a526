/** What a command uses of the outside world. */
export interface Io {
  /** Writes to standard output: what was asked for. */
  print(text: string): void;
  /** Writes to standard error: progress and refusals. */
  complain(text: string): void;
  /**
   * Reads a file.
   * @throws RecoverError USAGE if it cannot be read
   */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Writes a file.
   * @throws RecoverError USAGE if it cannot be written
   */
  writeFile(path: string, text: string): Promise<void>;
}
