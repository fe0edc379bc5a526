import { TOKEN_OUTPUT_SATOSHIS } from '@weir/covenants';
import type { Effect, LockVesting, OpenedLock, OpenedStream, StreamMove } from './effects.types.js';
import type { Reading } from './reading/read-draft.js';

/** How a token is shown. */
export interface TokenName {
  readonly symbol: string;
  /** Digits behind the point. */
  readonly decimals: number;
}

/** One line of a summary. */
export interface SummaryRow {
  readonly label: string;
  readonly value: string;
}

/** What a transaction would do, for its user to read before they sign. */
export interface Summary {
  /** One sentence for each thing that it does. */
  readonly sentences: readonly string[];
  /** The same in full: whole addresses, exact amounts, and what the signer loses in all. */
  readonly rows: readonly SummaryRow[];
}

/** What stands for the names in braces of a text. */
type Values = Readonly<Record<string, string | number>>;

/** A text by whether its number is one. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

/**
 * The language of a summary. Texts stand here in English, with names in braces for their values, and are the keys by which a language
 * has them: what a transaction does is decided once, in whatever language it is said.
 */
export interface SummaryWords {
  readonly text: (text: string, values?: Values) => string;
  /** Returns the form for a number, which stands for `{count}`. */
  readonly plural: (count: number, forms: Plural, values?: Values) => string;
  /** Writes a decimal number with a point as the language does. */
  readonly number: (plain: string) => string;
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Summaries in English. */
export const ENGLISH: SummaryWords = {
  text: (text, values = {}) => fill(text, values),
  plural: (count, { one, other }, values) => fill(count === 1 ? one : other, { ...values, count }),
  number: (plain) => plain,
};

const BCH: TokenName = { symbol: 'BCH', decimals: 8 };
const DAY = 86_400n;
const HOUR = 3_600n;
const MINUTE = 60n;

const decimal = (units: bigint, decimals: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const fraction = rest.replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Formats a moment by the day and minute of UTC, which a device without settings shows as any other does. */
const moment = (seconds: bigint): string =>
  `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Formats a duration in full, by the units that it has: "30 days 10 hours". */
const duration = (seconds: bigint, words: SummaryWords): string => {
  const [days, hours] = [Number(seconds / DAY), Number((seconds % DAY) / HOUR)];
  const [minutes, rest] = [Number((seconds % HOUR) / MINUTE), Number(seconds % MINUTE)];
  return [
    ...(days > 0 ? [words.plural(days, { one: '{count} day', other: '{count} days' })] : []),
    ...(hours > 0 ? [words.plural(hours, { one: '{count} hour', other: '{count} hours' })] : []),
    ...(minutes > 0 ? [words.plural(minutes, { one: '{count} minute', other: '{count} minutes' })] : []),
    ...(rest > 0 ? [words.plural(rest, { one: '{count} second', other: '{count} seconds' })] : []),
  ].join(' ');
};

/** Says how often a part comes. Equal parts of a year are no whole days: what they are called stands before what they are. */
const stepText = (seconds: bigint, words: SummaryWords): string => {
  const values = { interval: duration(seconds, words) };
  if (seconds % DAY !== 0n && seconds >= 28n * DAY && seconds <= 31n * DAY)
    return words.text('every month ({interval})', values);
  if (seconds % DAY !== 0n && seconds >= 89n * DAY && seconds <= 92n * DAY)
    return words.text('every quarter ({interval})', values);
  return words.text('every {interval}', values);
};

/** How the amounts and texts of one summary are said. */
interface Voice {
  readonly words: SummaryWords;
  /** Formats amounts of any asset. */
  readonly format: (amount: bigint, asset: string | undefined) => string;
}

/**
 * Whether a name may stand for a token. Names come from strangers: none looks like BCH or its units, hides characters, or has
 * more decimals than registries allow.
 */
const isSafeName = ({ symbol, decimals }: TokenName): boolean =>
  /^[A-Z0-9$][A-Z0-9$._-]{0,25}$/i.test(symbol) &&
  !/^(?:[tr]?BCH|XBC|sat.*)$/i.test(symbol) &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 18;

/** Returns the names by which tokens can be told apart: of two tokens of one name neither has it. */
const distinctNames = (tokens: ReadonlyMap<string, TokenName>): ReadonlyMap<string, TokenName> => {
  const safe = [...tokens].filter(([, name]) => isSafeName(name));
  const isOnly = ({ symbol }: TokenName): boolean =>
    safe.filter(([, other]) => other.symbol.toLowerCase() === symbol.toLowerCase()).length === 1;
  return new Map(safe.filter(([, name]) => isOnly(name)));
};

const voiceOf = (words: SummaryWords, names: ReadonlyMap<string, TokenName>): Voice => ({
  words,
  format(amount, asset) {
    const { symbol, decimals } = asset === undefined ? BCH : (names.get(asset) ?? { symbol: asset, decimals: 0 });
    return `${words.number(decimal(amount, decimals))} ${symbol}`;
  },
});

/** Returns the categories of the tokens that a transaction is about. */
export const tokensIn = ({ effects, ownTokenLoss }: Reading): readonly string[] => [
  ...new Set([
    ...effects.flatMap((effect) => ('asset' in effect && effect.asset !== undefined ? [effect.asset] : [])),
    ...ownTokenLoss.keys(),
  ]),
];

/** Says which token a name stands for, and how many base units one is: names are not unique, nor proved. */
const tokenRows = (
  reading: Reading,
  names: ReadonlyMap<string, TokenName>,
  { text, number }: SummaryWords,
): readonly SummaryRow[] =>
  tokensIn(reading).flatMap((category) => {
    const name = names.get(category);
    if (name === undefined) return [];
    const { symbol, decimals } = name;
    const units = number((10n ** BigInt(decimals)).toString());
    return [
      { label: text('Category of {symbol}', { symbol }), value: category },
      { label: text('Base units of 1 {symbol}', { symbol }), value: units },
    ];
  });

const moveText = (move: StreamMove, values: Values, words: SummaryWords): string => {
  switch (move) {
    case 'PAY':
      return words.text('Pays what is due of stream {index} of {category}.', values);
    case 'CANCEL':
      return words.text('Cancels stream {index} of {category}.', values);
    case 'PAUSE':
      return words.text('Pauses stream {index} of {category}.', values);
    case 'SETTLE':
      return words.text('Ends the notice of the pause of stream {index} of {category}.', values);
    case 'RESUME':
      return words.text('Resumes stream {index} of {category}.', values);
    case 'REFUND':
      return words.text('Returns the rest of stream {index} of {category}.', values);
  }
};

const rightsText = (
  { isCancelable, isPausable, noticeBlocks }: Pick<OpenedStream, 'isCancelable' | 'isPausable' | 'noticeBlocks'>,
  words: SummaryWords,
): string => {
  if (isCancelable && isPausable)
    return words.plural(noticeBlocks, {
      one: 'the sender may cancel or pause with a notice of {count} block',
      other: 'the sender may cancel or pause with a notice of {count} blocks',
    });
  if (isCancelable)
    return words.plural(noticeBlocks, {
      one: 'the sender may cancel with a notice of {count} block',
      other: 'the sender may cancel with a notice of {count} blocks',
    });
  if (isPausable)
    return words.plural(noticeBlocks, {
      one: 'the sender may pause with a notice of {count} block',
      other: 'the sender may pause with a notice of {count} blocks',
    });
  return words.text('the sender can never take it back');
};

const scheduleTexts = (
  schedule: OpenedStream['schedule'],
  asset: string | undefined,
  { words, format }: Voice,
): readonly string[] => {
  if (schedule.kind === 'RECURRING')
    return [
      `${format(schedule.amountPerPeriod, asset)} x ${schedule.periods}`,
      words.text('first on {first}, then every {interval}', {
        first: moment(schedule.firstDue),
        interval: duration(schedule.interval, words),
      }),
    ];
  const { start, end, cliff, step } = schedule;
  return [
    words.text('from {start} to {end}', { start: moment(start), end: moment(end) }),
    ...(cliff > start ? [words.text('nothing before {cliff}', { cliff: moment(cliff) })] : []),
    ...(step > 1n ? [stepText(step, words)] : []),
  ];
};

const streamRow = (stream: OpenedStream, asset: string | undefined, voice: Voice): SummaryRow => {
  const { words, format } = voice;
  const { index, recipient, total, reserve, schedule } = stream;
  const given = words.text('{amount} to {recipient}', { amount: format(total, asset), recipient });
  return {
    label: words.text('Stream {index}', { index }),
    value: [
      [given, ...scheduleTexts(schedule, asset, voice)].join(', '),
      words.text('{amount} for fees', { amount: format(reserve, undefined) }),
      rightsText(stream, words),
    ].join('; '),
  };
};

/** A pure time lock has one step of one second, which ends it. */
const isOneStep = ({ start, end, step }: LockVesting): boolean => end - start === step;

const lockTexts = (schedule: LockVesting, voice: Voice): readonly string[] =>
  isOneStep(schedule)
    ? [voice.words.text('all of it on {end}', { end: moment(schedule.end) })]
    : scheduleTexts(schedule, undefined, voice);

/** Says what a single lock does, before it cannot be undone. */
const oneLockText = ({ recipient, schedule }: OpenedLock, amount: string, { text }: SummaryWords): string => {
  const { start, cliff, step, end } = schedule;
  const values = { amount, recipient, end: moment(end) };
  if (isOneStep(schedule))
    return text('Locks {amount} for {recipient} until {end}; nobody can take it back, not you either.', values);
  const first = step > 1n ? start + step : start;
  return text(
    'Locks {amount} for {recipient}, paid out from {first} to {end}; nobody can take it back, not you either.',
    { ...values, first: moment(cliff > first ? cliff : first) },
  );
};

const lockRow = (
  { recipient, total, reserve, schedule }: OpenedLock,
  index: number,
  asset: string | undefined,
  voice: Voice,
): SummaryRow => {
  const { words, format } = voice;
  const given = words.text('{amount} to {recipient}', { amount: format(total, asset), recipient });
  return {
    label: words.text('Lock {index}', { index: index + 1 }),
    value: [
      [given, ...lockTexts(schedule, voice)].join(', '),
      ...(reserve > 0n ? [words.text('{amount} for fees', { amount: format(reserve, undefined) })] : []),
      words.text('nobody can take it back'),
    ].join('; '),
  };
};

/** Says when the locks of an airdrop vest; nothing where its claims pay at once. */
const vestingRows = (vesting: LockVesting | undefined, voice: Voice): readonly SummaryRow[] => {
  if (vesting === undefined) return [];
  const { words } = voice;
  return [
    {
      label: words.text('Vests'),
      value: [...lockTexts(vesting, voice), words.text('the sender can never take it back')].join(', '),
    },
  ];
};

/** Says what one effect does: a sentence, and its rows. */
const tell = (effect: Effect, voice: Voice): { readonly sentence: string; readonly rows: readonly SummaryRow[] } => {
  const { words, format } = voice;
  const { text } = words;
  switch (effect.kind) {
    case 'OPENS_STREAMS': {
      const { streams, asset, sender } = effect;
      const total = streams.reduce((sum, stream) => sum + stream.total, 0n);
      const [only, ...others] = streams;
      const amount = format(total, asset);
      return {
        sentence:
          only !== undefined && others.length === 0
            ? text('Locks {amount} for {recipient}.', { amount, recipient: only.recipient })
            : words.plural(
                streams.length,
                { one: 'Locks {amount} for {count} recipient.', other: 'Locks {amount} for {count} recipients.' },
                { amount },
              ),
        rows: [{ label: text('Sender'), value: sender }, ...streams.map((stream) => streamRow(stream, asset, voice))],
      };
    }
    case 'MOVES_STREAM': {
      const { move, index, category, asset, paidToRecipient, returnedToSender, left, sender } = effect;
      return {
        sentence: moveText(move, { index, category: category.slice(0, 8) }, words),
        rows: [
          { label: text('Stream {index} of', { index }), value: category },
          { label: text('Sender'), value: sender },
          { label: text('Paid to the recipient'), value: format(paidToRecipient, asset) },
          { label: text('Returned to the sender'), value: format(returnedToSender, asset) },
          { label: text('Left in the contract'), value: format(left, asset) },
        ],
      };
    }
    case 'OPENS_LOCKS': {
      const { locks, asset, sender } = effect;
      const amount = format(
        locks.reduce((sum, { total }) => sum + total, 0n),
        asset,
      );
      const [only, ...others] = locks;
      const last = locks.reduce((latest, { schedule: { end } }) => (end > latest ? end : latest), 0n);
      return {
        sentence:
          only !== undefined && others.length === 0
            ? oneLockText(only, amount, words)
            : words.plural(
                locks.length,
                {
                  one: 'Locks {amount} in {count} lock, which ends on {end}; nobody can take it back, not you either.',
                  other:
                    'Locks {amount} in {count} locks, the last of which ends on {end}; nobody can take it back, not you either.',
                },
                { amount, end: moment(last) },
              ),
        rows: [
          { label: text('Sender'), value: sender },
          ...locks.map((lock, index) => lockRow(lock, index, asset, voice)),
        ],
      };
    }
    case 'PAYS_LOCK': {
      const { lock, recipient, asset, paidToRecipient, left } = effect;
      return {
        sentence: text('Pays what is due of a lock to {recipient}.', { recipient }),
        rows: [
          { label: text('Lock'), value: lock },
          { label: text('Paid to the recipient'), value: format(paidToRecipient, asset) },
          { label: text('Left in the contract'), value: format(left, asset) },
        ],
      };
    }
    case 'SWEEPS_PLAN':
      return {
        sentence: words.plural(effect.coins, {
          one: 'Returns {count} coin that was sent to a contract by mistake.',
          other: 'Returns {count} coins that were sent to a contract by mistake.',
        }),
        rows: [
          { label: text('Contract'), value: effect.plan },
          { label: text('To its sender'), value: effect.sender },
        ],
      };
    case 'OPENS_CAMPAIGN': {
      const { pool, asset, claims, creator, campaign, start, end, isCancelable, paysFees, list } = effect;
      return {
        sentence: words.plural(
          claims,
          {
            one: 'Opens an airdrop of {amount} in {count} claim.',
            other: 'Opens an airdrop of {amount} in {count} claims.',
          },
          { amount: format(pool, asset) },
        ),
        rows: [
          { label: text('Campaign'), value: campaign },
          { label: text('Creator'), value: creator },
          { label: text('Who may claim'), value: list === 'WHITELIST' ? text('the rows of a list') : text('anybody') },
          {
            label: text('Open for claims'),
            value:
              end === 0n
                ? text('from {start} without an end', { start: moment(start) })
                : text('from {start} to {end}', { start: moment(start), end: moment(end) }),
          },
          {
            label: text('Closing'),
            value: isCancelable ? text('the creator may close it at any time') : text('only after the end'),
          },
          { label: text('Fees of claims'), value: paysFees ? text('paid by the campaign') : text('paid by claimers') },
          ...vestingRows(effect.vesting, voice),
        ],
      };
    }
    case 'CLAIMS_AIRDROP':
      return {
        sentence: text('Claims {amount} of an airdrop for {recipient}.', {
          amount: format(effect.amount, effect.asset),
          recipient: effect.recipient,
        }),
        rows: [{ label: text('Campaign'), value: effect.campaign }, ...vestingRows(effect.vesting, voice)],
      };
    case 'CLOSES_LANE':
      return {
        sentence: text('Closes an airdrop; what nobody claimed returns to its creator.'),
        rows: [
          { label: text('Campaign'), value: effect.campaign },
          { label: text('Creator'), value: effect.creator },
          { label: text('Returned'), value: format(effect.satoshis, undefined) },
          ...(effect.tokens > 0n
            ? [
                {
                  label: text('Tokens returned'),
                  value: text('{count} base units', { count: effect.tokens.toString() }),
                },
              ]
            : []),
        ],
      };
    case 'CLOSES_CAMPAIGN':
      return {
        sentence: text('Closes an airdrop of the vault; what nobody claims returns to the vault.'),
        rows: [{ label: text('Category of the campaign'), value: effect.category }],
      };
    case 'SPENDS_VAULT':
      return {
        sentence: effect.closes ? text('Empties and closes a vault.') : text('Spends coins of a vault.'),
        rows: [
          { label: text('Vault'), value: effect.vault },
          { label: text('Leaves the vault'), value: format(effect.spent, undefined) },
        ],
      };
    case 'PAYS': {
      const { asset, amount, satoshis, nft, opensVault, to } = effect;
      const isBeside = asset !== undefined && satoshis > TOKEN_OUTPUT_SATOSHIS;
      return {
        sentence:
          nft === undefined || opensVault
            ? text('Pays {amount} to {recipient}.', { amount: format(amount, asset), recipient: to })
            : text('Pays {amount} and an NFT to {recipient}.', { amount: format(amount, asset), recipient: to }),
        rows: [
          ...(isBeside ? [{ label: text('With'), value: format(satoshis, undefined) }] : []),
          ...(nft === undefined ? [] : [{ label: text('With an NFT of'), value: nft.category }]),
        ],
      };
    }
  }
};

/**
 * Says in plain words what a transaction would do, from its own bytes alone.
 *
 * @param tokens names of tokens by category, whoever tells them: they only help to read, beside categories and base units.
 *   Others are shown by category and base units
 * @param words the language, English by default
 */
export const summarize = (
  reading: Reading,
  tokens: ReadonlyMap<string, TokenName> = new Map(),
  words: SummaryWords = ENGLISH,
): Summary => {
  const names = distinctNames(tokens);
  const voice = voiceOf(words, names);
  const { effects, fee, ownLoss, ownTokenLoss } = reading;
  const { format } = voice;
  const { text } = words;
  const told = effects.map((effect) => tell(effect, voice));
  const losses = [[undefined, ownLoss] as const, ...ownTokenLoss].filter(([, amount]) => amount !== 0n);
  return {
    sentences: told.length === 0 ? [text('Moves coins within your own wallet.')] : told.map(({ sentence }) => sentence),
    rows: [
      ...told.flatMap(({ rows }) => rows),
      ...tokenRows(reading, names, words),
      { label: text('Network fee'), value: format(fee, undefined) },
      ...losses.map(([asset, amount]) => ({
        label: amount > 0n ? text('Leaves your wallet') : text('Your wallet gets'),
        value: format(amount > 0n ? amount : -amount, asset),
      })),
    ],
  };
};
