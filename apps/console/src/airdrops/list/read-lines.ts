const BYTE_ORDER_MARK = '\uFEFF';
/** A line beyond this is no line: what comes of it is dropped rather than kept. */
const LONGEST = 65_536;

/**
 * Cuts a file's bytes into lines, as they come.
 *
 * @throws TypeError where the bytes are no UTF-8
 */
export class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #rest = '';
  #isFirst = true;

  constructor(private readonly onLine: (line: string) => void) {}

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Reads what has no end of its own. */
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
