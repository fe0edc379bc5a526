import type { StreamHandle } from '@weir/client';
import { DAY, streamTerms } from '@weir/lives';
import { run } from '@weir/recover';
import type { Wallet } from '@weir/wallet';
import { amountOf, bch, chainTime, type Fixture, openWallet, showHash, until } from './fixture.js';

/** Shows everything the demo did in the explorer, with its statistics. */
export const everything = async ({ weir, say }: Fixture): Promise<void> => {
  say.chapter('The explorer: all of it in one list, newest first');
  const { streams, stats } = await weir.explorer.page();
  for (const row of streams)
    say.fact(
      row.stream_id,
      `${row.activity_type.padEnd(8)} ${row.status.padEnd(9)} ${String(row.progress_percentage).padStart(6)} %   ${amountOf(row.total_amount_base, row)}`,
    );
  if (streams.length !== stats.totalCount)
    throw new Error(`The explorer shows ${streams.length} of ${stats.totalCount} records`);
  say.step('The proposals of the private vault are not among it');
  if (streams.some((row) => row.activity_type === 'TREASURY'))
    throw new Error('The explorer shows proposals of a private vault');
  say.step('Its figures');
  say.fact('records', `${stats.totalCount}, of them ${stats.activeCount} active and ${stats.completedCount} completed`);
  say.fact('volume', bch(stats.totalVolumeBase));
  for (const { tokenCategory, amountBase } of stats.volumeByToken)
    say.fact(`token ${tokenCategory.slice(0, 8)}…`, `${amountBase.toLocaleString('en')} units`);
};

/** Funds a stream without confirming it: the user closes the page once the wallet has broadcast the transaction. */
const sendUnconfirmed = async (fixture: Fixture, sender: Wallet, stream: StreamHandle): Promise<void> => {
  const page = new AbortController();
  const closing = new Error('The page is closed');
  const show = showHash(fixture);
  await stream
    .fund(sender, {
      signal: page.signal,
      onProgress(progress) {
        show(progress);
        if (progress.step === 'confirming') page.abort(closing);
      },
    })
    .catch((error: unknown) => {
      if (error !== closing) throw error;
    });
};

/** Runs `npm run recover` with an address and an Electrum server, without API, indexer or database. */
const foundAgain = async ({ say }: Fixture, address: string, electrumUrl: string): Promise<void> => {
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

/** Funds a stream without a confirmation to the API, then shows what the indexer makes of everything. */
export const seenOnChain = async (fixture: Fixture, electrumUrl: string): Promise<void> => {
  const { weir, control, say } = fixture;
  say.chapter('A stream is funded without a confirmation to the API: the indexer finds it on the chain');
  const sender = await openWallet(fixture, 'Forgetful', 300_000_000n);
  const recipient = await openWallet(fixture, 'Recipient', 0n);
  const startTime = await chainTime(fixture);
  const terms = streamTerms(recipient.address, startTime, { totalAmount: 1.5, endTime: startTime + 30 * DAY });
  const { record: stream, ...handle } = await weir.streams.create(terms, sender);
  say.step('The sender signs the funding, the wallet broadcasts it, and the browser is closed');
  await sendUnconfirmed(fixture, sender, handle);
  await control.mine();
  const found = await until('the stream in the index', async () => {
    const { streams } = await weir.indexer.streams({ address: sender.address });
    return streams.find(({ contractAddress }) => contractAddress === stream.contract_address);
  });
  say.step('The indexer has found it by its announcement');
  say.fact('contract', found.contractAddress);
  say.fact('status', found.status);
  say.fact('apiStatus', found.apiStatus ?? 'null');
  if (found.apiStatus !== 'unconfirmed')
    throw new Error(`The API should not know of the funding, and has ${String(found.apiStatus)}`);

  const detail = await handle.get();
  say.step('The API, asked for its record, says what the indexer sees');
  say.fact('status', detail.stream.status);
  say.fact('on the chain', `since block ${String(detail.stream.onchain?.height)}`);
  if (detail.stream.onchain === null || detail.stream.onchain === undefined)
    throw new Error('The API should show what the indexer sees');

  const to = await chainTime(fixture);
  const { current } = await weir.indexer.tvl({ to });
  say.step('What all contracts hold');
  say.fact('TVL', `${bch(current.bch.amountBase)}, and ${current.byToken.length} tokens`);
  const { days } = await weir.indexer.volume({ from: Math.max(0, to - 90 * DAY), to: to + DAY });
  say.step('What moved, day by day');
  for (const { date, bch: moved, transactions } of days)
    say.fact(date, `${bch(moved.amountBase)} in ${transactions} transactions`);
  await foundAgain(fixture, recipient.address, electrumUrl);
};
