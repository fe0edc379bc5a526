const BYTE_ORDER_MARK = '\uFEFF';
/** Longest line kept; the rest of a longer one is dropped. */
const LONGEST = 65_536;

/** Splits a file's bytes into lines as they arrive. @throws TypeError where the bytes are not UTF-8 */
export class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #rest = '';
  #isFirst = true;

  constructor(private readonly onLine: (line: string) => void) {}

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Emits the last line where it has no line break. */
  finish(): void {
    this.#take(this.#decoder.decode());
    if (this.#rest !== '') this.onLine(this.#rest);
    this.#rest = '';
  }

  #take(decoded: string): void {
    const text = this.#isFirst && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
    if (decoded !== '') this.#isFirst = false;
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, LONGEST);
    for (const line of lines) this.onLine(line);
  }
}
