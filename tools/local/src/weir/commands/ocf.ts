import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { readTimeOfDay, readUtcOffset } from '@weir/calendar';
import { type ImportedGrant, reviewPackage, type ReviewedGrant, sentenceText, streamTerms } from '@weir/calendar/ocf';
import type { Weir } from '@weir/client';
import { UsageError } from '../../usage-error.js';
import type { Command, Surroundings } from '../command.types.js';
import { explained, findServices } from '../local-stack.js';

const CATEGORY = /^[0-9a-f]{64}$/u;

/** Nothing was refused; something was. */
const [READY, REFUSED] = [0, 1];

interface Asked {
  readonly files: readonly string[];
  readonly people: string | undefined;
  readonly tokenCategory: string;
  readonly decimals: number | undefined;
  readonly time: bigint;
  readonly utcOffset: bigint;
  readonly sender: string | undefined;
}

const decimalsIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{1,2}$/u.test(text)) return Number(text);
  throw new UsageError(`"${text}" is not a number of decimals`);
};

const read = (args: readonly string[]): Asked => {
  const { positionals: files, values } = parseArgs({
    args: [...args],
    options: {
      people: { type: 'string' },
      token: { type: 'string' },
      decimals: { type: 'string' },
      time: { type: 'string', default: '00:00' },
      offset: { type: 'string', default: '+00:00' },
      create: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (files.length === 0) throw new UsageError('Name the files of a package');
  const tokenCategory = (values.token ?? '').toLowerCase();
  if (!CATEGORY.test(tokenCategory)) throw new UsageError('--token: name the category of the shares, 64 hex digits');
  const [time, utcOffset] = [readTimeOfDay(values.time), readUtcOffset(values.offset)];
  if (time === undefined) throw new UsageError(`--time: "${values.time}" is not a time of day such as 09:00`);
  if (utcOffset === undefined)
    throw new UsageError(`--offset: "${values.offset}" is not a distance from UTC such as +01:00`);
  const { people, create: sender } = values;
  return { files, people, tokenCategory, decimals: decimalsIn(values.decimals), time, utcOffset, sender };
};

/** Writes base units as shares. */
const sharesText = (base: bigint, decimals: number): string => {
  const digits = base.toString().padStart(decimals + 1, '0');
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const fraction = part.replace(/0+$/u, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
};

const momentText = (at: bigint): string =>
  new Date(Number(at) * 1_000).toISOString().replace('.000Z', ' UTC').replace('T', ' ');

const KINDS = {
  CALENDAR: 'on a day of the month',
  STEP: 'in equal steps of days',
  TRANCHES: 'on dates of its own',
} as const;

/** Shows a grant: each date and amount of the file, and beside it when the stream pays, and how much. */
const show = (grant: ImportedGrant, decimals: number, print: (text: string) => void): void => {
  const who = grant.name === undefined ? grant.stakeholder : `${grant.name} (${grant.stakeholder})`;
  print(`\n${grant.label}  ${who}`);
  if (grant.status === 'refused') {
    print(`  refused: ${sentenceText(grant.problem)}`);
    return;
  }
  const { address, total, stream, dates, notes } = grant;
  print(`  ${sharesText(total, decimals)} shares to ${address}, ${KINDS[stream.kind]}`);
  for (const note of notes) print(`  note: ${sentenceText(note)}`);
  for (const { date, amount, paidAt, paid } of dates)
    print(
      `  ${date}  ${sharesText(amount, decimals).padStart(14)}   paid ${momentText(paidAt)}  ${sharesText(paid, decimals)}`,
    );
};

/** Stores a stream for each grant that is ready. Nothing is funded. */
const createAll = async (
  weir: Weir,
  grants: readonly ReviewedGrant[],
  { sender, tokenCategory }: Asked,
  print: (text: string) => void,
): Promise<void> => {
  print('');
  for (const grant of grants) {
    const terms = { ...streamTerms(grant), tokenType: 'FUNGIBLE_TOKEN', tokenCategory, sender } as const;
    const { id } = await weir.streams.create(terms);
    print(`created  ${grant.label}  ${id}`);
  }
  print(`Stored, and not funded: fund each of them with the sender's wallet.`);
};

const run = async (args: readonly string[], surroundings: Surroundings): Promise<number> => {
  const asked = read(args);
  const { print, complain } = surroundings;
  const files = await Promise.all(
    asked.files.map(async (path) => ({ name: basename(path), bytes: new Uint8Array(await readFile(path)) })),
  );
  const list = asked.people === undefined ? undefined : new Uint8Array(await readFile(asked.people));
  const { weir } = findServices(surroundings);
  try {
    const { addressPrefix: prefix } = await weir.info();
    const decimals = asked.decimals ?? (await weir.token(asked.tokenCategory)).token?.decimals ?? 0;
    const review = reviewPackage(files, { ...asked, decimals, least: 1n, list, prefix });
    if (!review.ok) {
      complain(sentenceText(review.problem));
      return REFUSED;
    }
    const { grants, problems, notes } = review.value;
    for (const sentence of [...notes, ...problems]) complain(sentenceText(sentence));
    for (const grant of grants) show(grant, decimals, print);
    const ready = grants.filter((grant) => grant.status === 'ready');
    print(`\n${ready.length} of ${grants.length} grants are ready.`);
    if (asked.sender !== undefined) await createAll(weir, ready, asked, print);
    return ready.length === grants.length && problems.length === 0 ? READY : REFUSED;
  } catch (error) {
    throw explained(error);
  }
};

/** `weir ocf`. */
export const ocf: Command = {
  usage: `npm run weir -- ocf FILE… --token CATEGORY [--people CSV] [--decimals N] [--time 09:00] [--offset +01:00] [--create SENDER]
Reviews the grants of a package of the Open Cap Table Format: a ZIP archive, or its JSON files. Each date and amount of the file is
shown beside the payment of the stream. A share is one whole token of CATEGORY.
--people  a CSV with an address column, and the id, name, number or e-mail address of each stakeholder
--create  stores a stream for each grant that is ready, from this address; they are not funded
Exit code: 0 all grants are ready; 1 something was refused; 2 nothing was read.`,
  run,
};
