import { vestedAmount } from '@weir/vesting';
import type { HonestSpend, Places } from '../../support/attack.js';
import { coinNamed, FUNDED, purse } from '../../support/coins.js';
import { outsider, recipient, sender } from '../../support/parties.js';
import type { Party } from '../../support/parties.js';
import type { ChainPoint, Coin, Draft } from '../../support/transaction.js';
import { clockCoin } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { DAY, START } from '../../vesting/terms.js';
import type { Terms } from '../../vesting/terms.js';
import { stateCoin } from './coins.js';
import { draftSweep } from '../../vesting/drafting.js';
import { draftCancel, draftPayment, draftRefund } from './drafts.js';
import { createStream, linear, stepped } from './stream.js';

const MIDDLE = START + 400n * DAY + 12_345n;
const EARLIER = START + 300n * DAY + 777n;
const END = linear.end;
/** An hour after the times the tests pay at: locktimes up to it are minable. */
const tipAt = (time: bigint): ChainPoint => ({ height: 850_000, mtp: Number(time) + 3_600 });
const CANCELLED_AT: ChainPoint = { height: 849_900, mtp: Number(EARLIER) };

/** Satoshis by which the tests' states lag behind what had vested: only the order of locktimes keeps those in. */
const BEHIND = 5_000_000n;

/** A deployment that has already paid at `EARLIER`: no counter is zero. */
const running = (terms: Terms, reserve: bigint, { cancelled = false, behind = BEHIND } = {}) => {
  const stream = createStream(terms);
  const state = stateCoin(stream, { cancelled, released: vestedAmount(terms, EARLIER) - behind, latest: EARLIER }, reserve);
  return cancelled ? { stream, state, clock: clockCoin(stream, 681n, CANCELLED_AT) } : { stream, state };
};

interface Recipe {
  readonly name: string;
  readonly time: bigint;
  readonly signer?: Party;
  readonly alsoKeyless?: boolean;
  readonly build: (locktime: number) => Draft;
  readonly places: Places;
  readonly slack: (draft: Draft) => bigint;
  readonly slackOutput?: number;
}

const timedSpend = ({ name, time, signer, alsoKeyless = false, build, places, slack, slackOutput = 0 }: Recipe): HonestSpend => {
  const draft = build(Number(time));
  return {
    name: `vesting-bch: ${name}`,
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

const spent = (draft: Draft): bigint =>
  draft.inputs.reduce((sum, { coin }) => sum + coin.output.valueSatoshis, 0n) -
  draft.outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
/** What remains of the bound of 1,350 satoshis after the fee actually taken. */
const restOfBound = (draft: Draft): bigint => 1_350n - spent(draft);
const nothing = (): bigint => 0n;

const CONTINUES: Places = { state: 0, payouts: [1] };
const helper = purse(outsider, 100_000n);
const own = purse(recipient, 100_000n);

const payments = (terms: Terms): HonestSpend[] => {
  const named = (name: string) => `${name} (${terms.label})`;
  const claimer = { signer: recipient };
  const rich = running(terms, 15_000n);
  const poor = running(terms, 0n);
  const notice = running(terms, 15_000n, { cancelled: true });
  const drained = running(terms, 0n, { cancelled: true });
  return [
    timedSpend({
      name: named('claim from the reserve'),
      time: MIDDLE,
      ...claimer,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...rich, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('claim with own money'),
      time: MIDDLE,
      ...claimer,
      alsoKeyless: true,
      places: CONTINUES,
      slack: nothing,
      build: (locktime) => draftPayment({ ...poor, ...claimer, purse: own, locktime }),
    }),
    timedSpend({
      name: named('push'),
      time: MIDDLE,
      places: CONTINUES,
      slack: nothing,
      build: (locktime) => draftPayment({ ...rich, purse: helper, locktime }),
    }),
    timedSpend({
      name: named('close by the recipient'),
      time: END,
      ...claimer,
      places: { payouts: [0, 1], mostOutputs: 3 },
      slack: restOfBound,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...rich, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('close by a push'),
      time: END,
      places: { payouts: [0, 1], mostOutputs: 3 },
      slack: nothing,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...rich, purse: helper, locktime }),
    }),
    timedSpend({
      name: named('push under notice from the reserve'),
      time: MIDDLE,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...notice, locktime }),
    }),
    timedSpend({
      name: named("push under notice from the sender's share"),
      time: MIDDLE,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...drained, locktime }),
    }),
    timedSpend({
      name: named('claim under notice'),
      time: MIDDLE,
      ...claimer,
      alsoKeyless: true,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...notice, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('close under notice by a push'),
      time: END,
      places: { payouts: [0, 1], clockSpent: 1, mostOutputs: 3 },
      slack: restOfBound,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...notice, locktime }),
    }),
    timedSpend({
      name: named('close under notice by the recipient'),
      time: END,
      ...claimer,
      alsoKeyless: true,
      places: { payouts: [0, 1], clockSpent: 1, mostOutputs: 3 },
      slack: restOfBound,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...notice, ...claimer, locktime }),
    }),
  ];
};

const cancels = (terms: Terms): HonestSpend[] => {
  const named = (name: string) => `${name} (${terms.label})`;
  const canceller = { signer: sender };
  const ownSender = purse(sender, 100_000n);
  return [
    timedSpend({
      name: named('cancel from the reserve'),
      time: MIDDLE,
      ...canceller,
      places: { state: 0, clockMade: 1, payouts: [2] },
      slack: restOfBound,
      build: (locktime) => draftCancel({ ...running(terms, 15_000n), ...canceller, locktime }),
    }),
    timedSpend({
      name: named('cancel with own money, nothing due'),
      time: EARLIER + 1n,
      ...canceller,
      places: { state: 0, clockMade: 1, payouts: [] },
      slack: nothing,
      build: (locktime) => draftCancel({ ...running(terms, 0n, { behind: 0n }), ...canceller, purse: ownSender, locktime }),
    }),
  ];
};

const refundOf = (stream: Stream, state: Coin, clock: Coin): HonestSpend => {
  const draft = draftRefund({ stream, state, clock });
  return {
    name: 'vesting-bch: refund',
    draft,
    tip: tipAt(MIDDLE),
    places: { payouts: [0], clockSpent: 1, mostOutputs: 2 },
    relativeLock: stream.terms.notice,
    signer: undefined,
    alsoKeyless: false,
    timed: false,
    latest: Number(EARLIER),
    stateless: false,
    slack: restOfBound(draft),
    slackOutput: 0,
  };
};

const category = (label: string) => coinNamed(label, { lockingBytecode: new Uint8Array(), valueSatoshis: 0n }).txid;

/** Coins at a stream's address that are no state. */
export const strays = ({ lockingBytecode }: Stream): Record<'plain' | 'fungible' | 'immutable' | 'baton', Coin> => ({
  plain: coinNamed('a plain send', { lockingBytecode, valueSatoshis: 5_000_000n }),
  fungible: coinNamed('tokens sent by mistake', { lockingBytecode, valueSatoshis: 1_000n, token: { category: category('token'), amount: 77n } }),
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

const sweepOf = (stream: Stream, name: string, coins: readonly Coin[]): HonestSpend => ({
  name: `vesting-bch: sweep of ${name}`,
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

/** Every honest path of the covenant in BCH mode. */
export const vestingBchSpends = (): HonestSpend[] => {
  const { stream, state } = running(linear, 3_000n, { cancelled: true });
  const { plain, fungible, immutable, baton } = strays(stream);
  return [
    ...[linear, stepped].flatMap((terms) => [...payments(terms), ...cancels(terms)]),
    refundOf(stream, state, clockCoin(stream, 681n, CANCELLED_AT)),
    sweepOf(stream, 'a plain coin', [plain]),
    sweepOf(stream, 'fungible tokens', [fungible]),
    sweepOf(stream, 'an immutable NFT', [immutable]),
    sweepOf(stream, 'a minting NFT of another token', [baton]),
    sweepOf(stream, 'four strays at once', [plain, fungible, immutable, baton]),
  ];
};
