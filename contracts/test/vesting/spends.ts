import type { HonestSpend, Places } from '../support/attack.js';
import { coinNamed, FUNDED, purse } from '../support/coins.js';
import { sender, type Party } from '../support/parties.js';
import type { ChainPoint, Coin, Draft } from '../support/transaction.js';
import { draftSweep, type Sweepable } from './drafting.js';
import type { Stream } from './stream.js';
import { DAY, START } from './terms.js';

export const MIDDLE = START + 400n * DAY + 12_345n;
/** The latest locktime of the states that the honest spends start from. */
export const EARLIER = START + 300n * DAY + 777n;
/** An hour after the times the tests pay at: locktimes up to it are minable. */
export const tipAt = (time: bigint): ChainPoint => ({ height: 850_000, mtp: Number(time) + 3_600 });
export const CANCELLED_AT: ChainPoint = { height: 849_900, mtp: Number(EARLIER) };
/** Base units by which the tests' states lag behind what had vested: only the order of locktimes keeps those in. */
export const BEHIND = 5_000_000n;

/** How an honest path is built and what attacks must know of it. */
export interface Recipe {
  readonly name: string;
  readonly time: bigint;
  readonly signer?: Party;
  readonly alsoKeyless?: boolean;
  readonly build: (locktime: number) => Draft;
  readonly places: Places;
  readonly slack: (draft: Draft) => bigint;
  readonly slackOutput?: number;
}

export const timedSpend = ({
  name,
  time,
  signer,
  alsoKeyless = false,
  build,
  places,
  slack,
  slackOutput = 0,
}: Recipe): HonestSpend => {
  const draft = build(Number(time));
  return {
    name,
    draft,
    tip: tipAt(time),
    places,
    signer,
    alsoKeyless,
    timed: true,
    latest: Number(EARLIER),
    stateless: false,
    slack: slack(draft),
    slackOutput,
    at: build,
  };
};

/** The keyless refund of a cancel at `CANCELLED_AT`. */
export const refundSpend = (
  name: string,
  { terms }: Stream,
  draft: Draft,
  places: Places,
  slack: bigint,
): HonestSpend => ({
  name,
  draft,
  tip: tipAt(MIDDLE),
  places,
  relativeLock: terms.notice,
  signer: undefined,
  alsoKeyless: false,
  timed: false,
  latest: Number(EARLIER),
  stateless: false,
  slack,
  slackOutput: 0,
});

/** Satoshis that leave as fee. */
export const feeOf = (draft: Draft): bigint =>
  draft.inputs.reduce((sum, { coin }) => sum + coin.output.valueSatoshis, 0n) -
  draft.outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

const category = (label: string) => coinNamed(label, { lockingBytecode: new Uint8Array(), valueSatoshis: 0n }).txid;

/** Coins at a stream's address that are no state. */
const strays = ({ lockingBytecode }: Sweepable): Record<'plain' | 'fungible' | 'immutable' | 'baton', Coin> => ({
  plain: coinNamed('a plain send', { lockingBytecode, valueSatoshis: 5_000_000n }),
  fungible: coinNamed('tokens sent by mistake', {
    lockingBytecode,
    valueSatoshis: 1_000n,
    token: { category: category('token'), amount: 77n },
  }),
  immutable: coinNamed('an NFT sent by mistake', {
    lockingBytecode,
    valueSatoshis: 1_000n,
    token: { category: category('art'), amount: 0n, nft: { capability: 'none', commitment: Uint8Array.of(1, 0, 9) } },
  }),
  baton: coinNamed("a token's minting NFT sent by mistake", {
    lockingBytecode,
    valueSatoshis: 1_000n,
    token: { category: category('issue'), amount: 9n, nft: { capability: 'minting', commitment: Uint8Array.of(7) } },
  }),
});

const sweepOf = (stream: Sweepable, name: string, coins: readonly Coin[]): HonestSpend => ({
  name: `sweep of ${name}`,
  draft: draftSweep({ stream, coins, purse: purse(sender, 100_000n) }),
  tip: { ...FUNDED, height: FUNDED.height + 1 },
  places: { payouts: [] },
  signer: sender,
  alsoKeyless: false,
  timed: false,
  latest: 0,
  stateless: true,
  slack: 0n,
  slackOutput: 0,
});

/** The sender sweeps what was sent to a stream's address by mistake. */
export const sweepSpends = (stream: Sweepable): HonestSpend[] => {
  const { plain, fungible, immutable, baton } = strays(stream);
  return [
    sweepOf(stream, 'a plain coin', [plain]),
    sweepOf(stream, 'fungible tokens', [fungible]),
    sweepOf(stream, 'an immutable NFT', [immutable]),
    sweepOf(stream, 'a minting NFT of another token', [baton]),
    sweepOf(stream, 'four strays at once', [plain, fungible, immutable, baton]),
  ];
};
