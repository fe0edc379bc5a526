import type { Effect } from '../effects.types.js';
import type { LedgerLine } from '../reading/ledger.js';
import type { Reading } from '../reading/read-draft.js';
import { costsOf } from './costs.js';
import { describeCurrencyMoves } from './currency.js';
import { describeEffect, type Together } from './effects.js';
import { describeChanges, describeLockMoves, describeMoves } from './moves.js';
import type { Statement } from './statement.js';
import { distinctNames, type Voice, voiceOf } from './voice.js';
import {
  ENGLISH,
  type LatestPrice,
  type Summary,
  type SummaryLine,
  type SummaryRow,
  type SummaryWords,
  type TokenName,
} from './words.js';

/** Returns the categories of the tokens that a transaction is about. */
export const tokensIn = ({ effects, lines }: Pick<Reading, 'effects' | 'lines'>): readonly string[] => [
  ...new Set([
    ...effects.flatMap((effect) => ('asset' in effect && effect.asset !== undefined ? [effect.asset] : [])),
    ...effects
      .flatMap((effect) => (effect.kind === 'SPENDS_VAULT' ? effect.tokens : []))
      .map(({ category }) => category),
    ...lines.flatMap(({ category }) => (category === undefined ? [] : [category])),
  ]),
];

/** Says which token a name stands for, and how many base units one is: names are not unique, nor proved. */
const tokenRows = (
  reading: Reading,
  names: ReadonlyMap<string, TokenName>,
  { text, row, technical, words }: Voice,
): readonly SummaryRow[] =>
  tokensIn(reading).flatMap((category) => {
    const name = names.get(category);
    if (name === undefined) return [];
    const { symbol, decimals } = name;
    return [
      row(text('Category of {symbol}', { symbol }), category),
      technical(text('Base units of 1 {symbol}', { symbol }), words.number((10n ** BigInt(decimals)).toString())),
    ];
  });

/** Says what else its outputs hold, what contracts pay, and the fee. */
const costRows = (reading: Reading, { text, sum }: Voice): readonly SummaryRow[] => {
  const { notes, minimum, fromContracts } = costsOf(reading);
  return [
    ...(notes > 0n ? [sum(text('Notes to recipients'), notes)] : []),
    ...(minimum !== 0n ? [sum(text('Held in its outputs'), minimum)] : []),
    ...[...fromContracts].map(([asset, amount]) =>
      amount > 0n
        ? sum(text('Paid out by the contract'), amount, asset, -amount)
        : sum(text('Paid into the contract'), -amount, asset),
    ),
    sum(text('Network fee'), reading.fee),
  ];
};

/** Says what a vault and the signer's wallet lose in all. */
const totalRows = ({ vaultLines, lines }: Reading, { text, total }: Voice): readonly SummaryRow[] => {
  const rowsOf = (of: readonly LedgerLine[], loses: string, gets: string): readonly SummaryRow[] =>
    of.flatMap(({ category, nft, before, after }) => {
      const amount = before - after;
      if (nft !== undefined || amount === 0n) return [];
      return [amount > 0n ? total(loses, amount, category, amount) : total(gets, -amount, category, amount)];
    });
  return [
    ...rowsOf(vaultLines, text('Leaves the treasury'), text('The treasury gets')),
    ...rowsOf(lines, text('Leaves your wallet'), text('Your wallet gets')),
  ];
};

/** Says what the signer's coins hold before and after, asset by asset. */
const ledgerLines = ({ lines }: Reading, { text, symbol, units }: Voice): readonly SummaryLine[] =>
  lines.map(({ category, nft, before, after }) => {
    const difference = after - before;
    const inUnits = (amount: bigint): string => units(amount, nft === undefined ? category : '');
    const sign = difference > 0n ? '+' : difference < 0n ? '\u2212' : '';
    return {
      asset: nft === undefined ? symbol(category) : text('NFT of {category}', { category: category ?? '' }),
      before: inUnits(before),
      after: inUnits(after),
      difference: `${sign}${inUnits(difference < 0n ? -difference : difference)}`,
    };
  });

/** What is described together, at the place of the first effect of its kind. */
const TOGETHER = {
  MOVES_STREAM: describeMoves,
  CHANGES_RECIPIENT: describeChanges,
  MOVES_LOCK: describeLockMoves,
  MOVES_CURRENCY_PAYMENT: describeCurrencyMoves,
} as const satisfies Record<Together, unknown>;

const isTogether = (effect: Effect): effect is Extract<Effect, { readonly kind: Together }> =>
  Object.hasOwn(TOGETHER, effect.kind);

/** Describes effects in their order, those of a kind that are described together at the place of the first one. */
const describeAll = (effects: readonly Effect[], voice: Voice): readonly Statement[] => {
  const described = new Set<Effect['kind']>();
  return effects.flatMap((effect) => {
    const { kind } = effect;
    if (!isTogether(effect)) return [describeEffect(effect, voice, effects)];
    if (described.has(kind)) return [];
    described.add(kind);
    return TOGETHER[effect.kind](effects, voice);
  });
};

/**
 * Says in plain words what a transaction would do, from its own bytes alone.
 *
 * @param tokens names of tokens by category, from any source: they only help to read, beside categories and base units.
 *   Others are shown by category and base units
 * @param words the language, English by default
 * @param prices the latest that oracles signed, by their keys in hex, read by `readSignedPrice`: nothing depends on them
 */
export const summarize = (
  reading: Reading,
  tokens: ReadonlyMap<string, TokenName> = new Map(),
  words: SummaryWords = ENGLISH,
  prices: ReadonlyMap<string, LatestPrice> = new Map(),
): Summary => {
  const names = distinctNames(tokens);
  const voice = voiceOf(words, names, reading, prices);
  const statements = describeAll(reading.effects, voice);
  return {
    sentences:
      statements.length === 0
        ? [voice.text('Moves coins within your own wallet.')]
        : statements.map(({ sentence }) => sentence),
    rows: [
      ...statements.flatMap(({ rows }) => rows),
      ...tokenRows(reading, names, voice),
      ...statements.flatMap(({ sums }) => sums),
      ...costRows(reading, voice),
      ...totalRows(reading, voice),
    ],
    lines: ledgerLines(reading, voice),
  };
};
