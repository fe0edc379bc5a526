import { TOKEN_OUTPUT_SATOSHIS } from '@weir/covenants';
import type { Effect, OpenedStream, StreamMove } from './effects.types.js';
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

const BCH: TokenName = { symbol: 'BCH', decimals: 8 };
const SECONDS_PER_DAY = 86_400n;

const decimal = (units: bigint, decimals: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const fraction = rest.replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Formats a moment by the day and minute of UTC, which a device without settings shows as any other does. */
const moment = (seconds: bigint): string =>
  `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const duration = (seconds: bigint): string =>
  seconds % SECONDS_PER_DAY === 0n ? `${(seconds / SECONDS_PER_DAY).toString()} days` : `${seconds.toString()} seconds`;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const MOVES: Readonly<Record<StreamMove, string>> = {
  PAY: 'Pays what is due of',
  CANCEL: 'Cancels',
  PAUSE: 'Pauses',
  SETTLE: 'Ends the notice of the pause of',
  RESUME: 'Resumes',
  REFUND: 'Returns the rest of',
};

/** Formats amounts of any asset. */
type Format = (amount: bigint, asset: string | undefined) => string;

const formatBy =
  (tokens: ReadonlyMap<string, TokenName>): Format =>
  (amount, asset) => {
    const { symbol, decimals } = asset === undefined ? BCH : (tokens.get(asset) ?? { symbol: asset, decimals: 0 });
    return `${decimal(amount, decimals)} ${symbol}`;
  };

const streamRow = (
  { index, recipient, total, reserve, schedule, noticeBlocks, isCancelable, isPausable }: OpenedStream,
  asset: string | undefined,
  format: Format,
): SummaryRow => {
  const when =
    schedule.kind === 'VESTING'
      ? `from ${moment(schedule.start)} to ${moment(schedule.end)}${schedule.cliff > schedule.start ? `, nothing before ${moment(schedule.cliff)}` : ''}${schedule.step > 1n ? `, every ${duration(schedule.step)}` : ''}`
      : `${format(schedule.amountPerPeriod, asset)} x ${schedule.periods}, first on ${moment(schedule.firstDue)}, then every ${duration(schedule.interval)}`;
  const rights = [...(isCancelable ? ['cancel'] : []), ...(isPausable ? ['pause'] : [])].join(' or ');
  return {
    label: `Stream ${index}`,
    value: [
      `${format(total, asset)} to ${recipient}, ${when}`,
      `${format(reserve, undefined)} for fees`,
      rights === ''
        ? 'the sender can never take it back'
        : `the sender may ${rights} with a notice of ${plural(noticeBlocks, 'block')}`,
    ].join('; '),
  };
};

/** Says what one effect does: a sentence, and its rows. */
const tell = (effect: Effect, format: Format): { readonly sentence: string; readonly rows: readonly SummaryRow[] } => {
  switch (effect.kind) {
    case 'OPENS_STREAMS': {
      const { streams, asset, sender } = effect;
      const total = streams.reduce((sum, stream) => sum + stream.total, 0n);
      const [only, ...others] = streams;
      const whom = only !== undefined && others.length === 0 ? only.recipient : plural(streams.length, 'recipient');
      return {
        sentence: `Locks ${format(total, asset)} for ${whom}.`,
        rows: [{ label: 'Sender', value: sender }, ...streams.map((stream) => streamRow(stream, asset, format))],
      };
    }
    case 'MOVES_STREAM': {
      const { move, index, category, asset, paidToRecipient, returnedToSender, left, sender } = effect;
      return {
        sentence: `${MOVES[move]} stream ${index} of ${category.slice(0, 8)}.`,
        rows: [
          { label: `Stream ${index} of`, value: category },
          { label: 'Sender', value: sender },
          { label: 'Paid to the recipient', value: format(paidToRecipient, asset) },
          { label: 'Returned to the sender', value: format(returnedToSender, asset) },
          { label: 'Left in the contract', value: format(left, asset) },
        ],
      };
    }
    case 'SWEEPS_PLAN':
      return {
        sentence: `Returns ${plural(effect.coins, 'coin')} that ${effect.coins === 1 ? 'was' : 'were'} sent to a contract by mistake.`,
        rows: [
          { label: 'Contract', value: effect.plan },
          { label: 'To its sender', value: effect.sender },
        ],
      };
    case 'OPENS_CAMPAIGN': {
      const { pool, asset, claims, creator, campaign, start, end, isCancelable, paysFees, list } = effect;
      return {
        sentence: `Opens an airdrop of ${format(pool, asset)} in ${plural(claims, 'claim')}.`,
        rows: [
          { label: 'Campaign', value: campaign },
          { label: 'Creator', value: creator },
          { label: 'Who may claim', value: list === 'WHITELIST' ? 'the rows of a list' : 'anybody' },
          { label: 'Open', value: `from ${moment(start)} ${end === 0n ? 'without an end' : `to ${moment(end)}`}` },
          { label: 'Closing', value: isCancelable ? 'the creator may close it at any time' : 'only after the end' },
          { label: 'Fees of claims', value: paysFees ? 'paid by the campaign' : 'paid by claimers' },
        ],
      };
    }
    case 'CLAIMS_AIRDROP':
      return {
        sentence: `Claims ${format(effect.amount, effect.asset)} of an airdrop for ${effect.recipient}.`,
        rows: [{ label: 'Campaign', value: effect.campaign }],
      };
    case 'CLOSES_LANE':
      return {
        sentence: 'Closes an airdrop; what nobody claimed returns to its creator.',
        rows: [
          { label: 'Campaign', value: effect.campaign },
          { label: 'Creator', value: effect.creator },
          { label: 'Returned', value: format(effect.satoshis, undefined) },
          ...(effect.tokens > 0n
            ? [{ label: 'Tokens returned', value: `${effect.tokens.toString()} base units` }]
            : []),
        ],
      };
    case 'CLOSES_CAMPAIGN':
      return {
        sentence: 'Closes an airdrop of the vault; what nobody claims returns to the vault.',
        rows: [{ label: 'Category of the campaign', value: effect.category }],
      };
    case 'SPENDS_VAULT':
      return {
        sentence: effect.closes ? 'Empties and closes a vault.' : 'Spends coins of a vault.',
        rows: [
          { label: 'Vault', value: effect.vault },
          { label: 'Leaves the vault', value: format(effect.spent, undefined) },
        ],
      };
    case 'PAYS': {
      const { asset, amount, satoshis, nft, opensVault, to } = effect;
      const isBeside = asset !== undefined && satoshis > TOKEN_OUTPUT_SATOSHIS;
      return {
        sentence: `Pays ${format(amount, asset)}${nft === undefined || opensVault ? '' : ' and an NFT'} to ${to}.`,
        rows: [
          ...(isBeside ? [{ label: 'With', value: format(satoshis, undefined) }] : []),
          ...(nft === undefined ? [] : [{ label: 'With an NFT of', value: nft.category }]),
        ],
      };
    }
  }
};

/**
 * Says in plain words what a transaction would do, from its own bytes alone.
 *
 * @param tokens names of tokens by category; others are shown by category and base units
 */
export const summarize = (
  { effects, fee, ownLoss, ownTokenLoss }: Reading,
  tokens: ReadonlyMap<string, TokenName> = new Map(),
): Summary => {
  const format = formatBy(tokens);
  const told = effects.map((effect) => tell(effect, format));
  const losses = [[undefined, ownLoss] as const, ...ownTokenLoss].filter(([, amount]) => amount !== 0n);
  return {
    sentences: told.length === 0 ? ['Moves coins within your own wallet.'] : told.map(({ sentence }) => sentence),
    rows: [
      ...told.flatMap(({ rows }) => rows),
      { label: 'Network fee', value: format(fee, undefined) },
      ...losses.map(([asset, amount]) => ({
        label: amount > 0n ? 'Leaves your wallet' : 'Your wallet gets',
        value: format(amount > 0n ? amount : -amount, asset),
      })),
    ],
  };
};
