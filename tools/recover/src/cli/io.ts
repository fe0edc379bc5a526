/** The outside world of a command. */
export interface Io {
  /** Standard output: what was asked for. */
  print(text: string): void;
  /** Standard error: progress and refusals. */
  complain(text: string): void;
  /** @throws RecoverError USAGE where the file cannot be read */
  readFile(path: string): Promise<Uint8Array>;
  /** @throws RecoverError USAGE where it cannot be written */
  writeFile(path: string, text: string): Promise<void>;
}
