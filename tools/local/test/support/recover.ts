import { run } from '@weir/recover';

/** What is known of contracts from any source: by funding, amounts in base units. */
export interface Known {
  readonly funding: string;
  readonly funded: string;
  readonly paid: string;
}
export const knownOf = (funding: string | null, funded: bigint | string, paid: bigint | string): Known => ({
  funding: funding?.split(':')[0] ?? '',
  funded: String(funded),
  paid: String(paid),
});
/** Sorted, so that all sources compare. */
export const sorted = (known: readonly Known[]): Known[] =>
  [...known].sort((a, b) => (a.funding + a.funded < b.funding + b.funded ? -1 : 1));

export interface Listed extends Known {
  readonly product: string;
  readonly states: readonly string[];
  readonly ended: boolean;
}

/**
 * `npm run recover` with nothing but a server.
 *
 * @param server its address
 */
export const createRecover = (server: string) => {
  /** Runs a command; its answer is as it prints it for programs. */
  const recover = async <Answer>(line: string): Promise<Answer> => {
    let [printed, complained] = ['', ''];
    const keepNothing = () => Promise.reject(new Error('Nothing is kept'));
    const code = await run(
      `${line} --json --network devnet --server ${server}`.split(' '),
      {},
      {
        print: (text) => void (printed += text),
        complain: (text) => void (complained += text),
        readFile: keepNothing,
        writeFile: keepNothing,
      },
    );
    if (code !== 0) throw new Error(`${line}: ${code} ${complained}`);
    return JSON.parse(printed) as Answer;
  };
  /** @param named an address, and options */
  const list = async (named: string): Promise<readonly Listed[]> =>
    (await recover<{ readonly contracts: readonly Listed[] }>(`list ${named}`)).contracts;
  const found = async (...named: readonly string[]): Promise<Known[]> =>
    sorted((await Promise.all(named.map(list))).flat().map((each) => knownOf(each.funding, each.funded, each.paid)));
  return { recover, list, found };
};
export type Recover = ReturnType<typeof createRecover>;
