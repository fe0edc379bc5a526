import { run } from '@weir/recover';
import type { Fixture } from './fixture.js';

/** Runs `npm run recover` with an address and an Electrum server, without API, indexer or database. */
export const foundAgain = async ({ say }: Fixture, address: string, electrumUrl: string): Promise<void> => {
  let printed = '';
  const refuse = (): Promise<never> => Promise.reject(new Error('The demo gives recovery no files'));
  const io = {
    print: (text: string) => void (printed += text),
    complain: () => undefined,
    readFile: refuse,
    writeFile: refuse,
  };
  const exitCode = await run(['list', address, '--network', 'devnet', '--server', electrumUrl], {}, io);
  if (exitCode !== 0) throw new Error(`Recovery ended with ${exitCode}`);
  say.step("Without any of it: npm run recover, with nothing but the recipient's address");
  say.fact('found again', printed.split('\n')[0] ?? '');
};
