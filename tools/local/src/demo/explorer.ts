import type { Fixture } from './fixture.js';
import { amountOf, bch } from './narrator.js';

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
