import type { Attack, HonestSpend, Places } from '../support/attack-suite.js';
import { named32 } from '../support/bytes.js';
import { coinNamed, FUNDED, purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import type { Party } from '../support/parties.js';
import {
  type ChainPoint,
  type Coin,
  coinOf,
  type Draft,
  type DraftInput,
  seal,
  type Sealed,
  SEQUENCE_PLAIN,
  withFee,
} from '../support/transaction.js';
import { type Campaign, creator, END } from './campaign.js';
import { closeArguments } from './drafting.js';
import type { Lane } from './state.js';

/** A lane followed from state to state: every step is a signed transaction that the network accepts. */
export class LaneScenario {
  #lane: Lane | undefined;

  constructor(
    lane: Lane,
    readonly tip: ChainPoint,
  ) {
    this.#lane = lane;
  }

  get closed(): boolean {
    return this.#lane === undefined;
  }

  /** @throws Error once the lane is closed. */
  get lane(): Lane {
    if (this.#lane === undefined) throw new Error('The lane is closed');
    return this.#lane;
  }

  /** Satoshis of state and companion. */
  get value(): bigint {
    return (this.#lane?.state.output.valueSatoshis ?? 0n) + (this.#lane?.companion?.output.valueSatoshis ?? 0n);
  }

  get tokens(): bigint {
    return this.#lane?.companion?.output.token?.amount ?? 0n;
  }

  /**
   * Sends a transition.
   *
   * @param judged whether the network is asked; where not, what it says of others like this one is assumed
   * @throws Error when the network refuses it
   */
  send(draft: Draft, judged = true): Sealed {
    const sealed = judged ? accept(draft, this.tip) : seal(draft);
    const continued = sealed.transaction.outputs[0]?.token?.nft !== undefined;
    const companion = this.lane.companion === undefined || !continued ? {} : { companion: coinOf(sealed, 1) };
    this.#lane = continued ? { state: coinOf(sealed, 0), ...companion } : undefined;
    return sealed;
  }
}

/** Times up to a day after the end are minable. */
export const TIP = { height: 850_000, mtp: Number(END) + 86_400 };

interface Recipe {
  readonly name: string;
  readonly draft: Draft;
  readonly signer?: Party | undefined;
  readonly alsoKeyless?: boolean;
}

const spendOf = (
  { name, draft, signer, alsoKeyless = false }: Recipe,
  { places, slack = 0n, ...more }: Pick<HonestSpend, 'places'> & Partial<HonestSpend>,
): HonestSpend => ({
  name,
  draft,
  tip: TIP,
  places,
  signer,
  alsoKeyless,
  timed: false,
  stateless: false,
  slack,
  slackOutput: 0,
  ...more,
});

/** A claim of a lane; the fee it may still take where the lane pays for it. */
export const claimSpend = ({ fee, payout, terms: { asset, sponsored } }: Campaign, recipe: Recipe): HonestSpend => {
  const cost = BigInt(seal(recipe.draft).size) + (asset === 'BCH' ? 0n : payout);
  const places: Places =
    asset === 'BCH' ? { state: 0, payouts: [1] } : { state: 0, companion: 1, tokensLeft: 1, payouts: [2] };
  return spendOf(recipe, { places, slack: sponsored ? fee - cost : 0n });
};

/** The end of a lane. */
export const endingSpend = (campaign: Campaign, recipe: Recipe, mostOutputs = 1): HonestSpend => {
  const companion = campaign.terms.asset === 'BCH' ? {} : { companion: 1 };
  const slack = campaign.closeFee - BigInt(seal(recipe.draft).size);
  return spendOf(recipe, { places: { ...companion, payouts: [0], mostOutputs }, slack });
};

/**
 * The creator gathers coins at the address that are not states; tokens go along, one output each. A key signs for each of
 * them; a script's coin is first.
 */
export const draftSweep = (campaign: Campaign, coins: readonly Coin[], by: Party = creator): Draft => {
  const money = purse(by, 100_000n);
  const isOfKey = campaign.terms.owner === undefined;
  const args = isOfKey ? closeArguments(campaign, 'transaction', by).slice(0, 2) : [];
  const inputs = coins.map((coin): DraftInput => ({
    coin,
    sequence: SEQUENCE_PLAIN,
    unlocking: campaign.call('sweep', args),
  }));
  const outputs = coins.map(({ output }) => ({ ...output, lockingBytecode: by.lockingBytecode }));
  return withFee((fee) => {
    const change = { ...money.coin.output, valueSatoshis: money.coin.output.valueSatoshis - fee };
    return {
      version: 2,
      locktime: 0,
      inputs: isOfKey ? [...inputs, money] : [money, ...inputs],
      outputs: isOfKey ? [...outputs, change] : [change, ...outputs],
    };
  });
};

/** Coins at a campaign's address that are not states. */
export const strays = ({ lockingBytecode }: Campaign): readonly (readonly [string, Coin])[] => {
  const token = (capability: 'none' | 'minting', length: number, label: string) => ({
    category: named32(label),
    amount: 3n,
    nft: { capability, commitment: new Uint8Array(length).fill(1) },
  });
  return [
    ['a plain coin', coinNamed('a plain send', { lockingBytecode, valueSatoshis: 5_000_000n })],
    [
      'fungible tokens',
      coinNamed('lost tokens', {
        lockingBytecode,
        valueSatoshis: 1_000n,
        token: { category: named32('lost'), amount: 77n },
      }),
    ],
    [
      'an immutable NFT as long as a state',
      coinNamed('lost art', { lockingBytecode, valueSatoshis: 1_000n, token: token('none', 40, 'art') }),
    ],
    [
      'a minting NFT of another token',
      coinNamed('lost baton', { lockingBytecode, valueSatoshis: 1_000n, token: token('minting', 4, 'issue') }),
    ],
  ];
};

export const sweepSpends = (campaign: Campaign): HonestSpend[] => {
  const all = strays(campaign);
  const signer = campaign.terms.owner === undefined ? { signer: creator } : {};
  return [
    ...all.map(([name, coin]) => [name, [coin]] as const),
    ['four strays at once', all.map(([, coin]) => coin)] as const,
  ].map(([name, coins]) =>
    spendOf(
      { name: `sweep of ${name}`, draft: draftSweep(campaign, coins), ...signer },
      {
        places: campaign.terms.owner === undefined ? { payouts: [] } : { payouts: [], spent: 1 },
        tip: { ...FUNDED, height: FUNDED.height + 1 },
        stateless: true,
      },
    ),
  );
};

/** The rows of a table that there is something to try on. */
export const applicable = (attacks: readonly Attack[], spends: readonly HonestSpend[]): Attack[] =>
  attacks.filter((attack) => spends.some((spend) => attack.appliesTo(spend)));

/** Claims as the tables of amounts see them: somebody is paid an exact amount. */
export const asPayments = (spends: readonly HonestSpend[]): HonestSpend[] =>
  spends.map((spend) => ({ ...spend, timed: spend.places.state !== undefined }));
