import { parseArgs } from 'node:util';
import type { Weir } from '@weir/client';
import { UsageError } from '../../usage-error.js';
import type { Command, Surroundings } from '../command.types.js';
import { explained, findServices } from '../local-stack.js';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const MAX_BLOCKS = 1_000;
const TEN_YEARS = 315_360_000;
const MAX_DEPTH = 20;

const secondsOf = (text: string | undefined): number => {
  const [, count, unit = 's'] = /^(\d{1,9})([smhdw])?$/.exec(text ?? '') ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= TEN_YEARS) return seconds;
  throw new UsageError(
    `"${text ?? ''}" is not a time. Write a number of seconds, or 90m, 12h, 30d, 4w; at most ten years`,
  );
};

const countOf = (text: string | undefined, what: string, most: number): number => {
  const count = /^\d{1,9}$/.test(text ?? '1') ? Number(text ?? '1') : 0;
  if (count >= 1 && count <= most) return count;
  throw new UsageError(`"${text ?? ''}" is not a number of ${what}: 1 to ${most}`);
};

const moment = (unixSeconds: number): string =>
  new Date(unixSeconds * 1_000).toISOString().replace('.000Z', ' UTC').replace('T', ' ');

const act = ({ dev }: Weir, [verb, argument, ...rest]: readonly string[], signal: AbortSignal) => {
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
  if (verb !== undefined && argument === undefined && verb === 'pass') throw new UsageError('Say how much time passes');
  switch (verb) {
    case undefined:
      return dev.chain({ signal });
    case 'pass':
      return dev.passTime(secondsOf(argument), { signal });
    case 'mine':
      return dev.mine(countOf(argument, 'blocks', MAX_BLOCKS), { signal });
    case 'reorganise':
      return dev.reorganise(countOf(argument, 'blocks', MAX_DEPTH), { signal });
    default:
      throw new UsageError(`"${verb}" is not one of pass, mine, reorganise`);
  }
};

const run = async (args: readonly string[], surroundings: Surroundings): Promise<number> => {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
  const { weir } = findServices(surroundings);
  try {
    const { height, hash, time, medianTimePast, mempool } = await act(weir, positionals, surroundings.signal);
    surroundings.print(`height       ${height}  ${hash}`);
    surroundings.print(`clock        ${moment(time)}  (${time})`);
    surroundings.print(`median time  ${moment(medianTimePast)}  (${medianTimePast}), which contracts go by`);
    surroundings.print(`mempool      ${mempool.length} transactions`);
    return 0;
  } catch (error) {
    throw error instanceof UsageError ? error : explained(error);
  }
};

/** `weir clock`. */
export const clock: Command = {
  usage: `npm run weir -- clock                    shows the chain's height and time
npm run weir -- clock pass 30d           lets time pass (s, m, h, d, w), median time past included
npm run weir -- clock mine [N]           mines blocks
npm run weir -- clock reorganise [N]     replaces the last blocks by another branch`,
  run,
};
