import { firstPaydayFrom, type Paydays, paydayTime } from '@weir/calendar';
import {
  buildCurrencyFunding,
  buildCurrencyMove,
  buildCurrencySweep,
  buildCurrencyTopUp,
  buildTillTaking,
  createCurrencyContract,
  type CurrencyCoin,
  type CurrencyDraft,
  type CurrencyMoveKind,
  type CurrencyRhythm,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  findCurrencyFunding,
  lockingBytecodeOf,
  proposeCurrencyFunding,
  proposeCurrencyMove,
  proposeTillFilling,
  proposeTillTaking,
} from '@weir/covenants';
import type { AskedEffect, CurrencyMove } from '../../src/index.js';
import { DAY, hashOf, lockOf, NOW, requestOf, TIP, transactionOf, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { createVault } from './vault.js';

const ORACLE = Uint8Array.from({ length: 33 }, (_, at) => (at === 0 ? 2 : 0xab));

const MOVES: Readonly<Record<CurrencyMoveKind, CurrencyMove>> = { cancel: 'CANCEL', pause: 'PAUSE', resume: 'RESUME' };

/** The last day of each month, 09:00 an hour east of Greenwich. */
const PAYDAYS: Paydays = { months: 1n, day: 31n, time: 32_400n, utcOffset: 3_600n };

/**
 * Payments in a currency: opened alone and together, topped up by a stranger, cancelled, paused and resumed.
 *
 * @param longest periods of one
 */
const flowsOf = (name: string, rhythm: CurrencyRhythm, longest: number): readonly Flow[] => {
  const [sender, stranger] = [walletOf(0x11), walletOf(0x70)];
  const terms = {
    sender: lockOf(sender),
    nonce: new Uint8Array(16).fill(7),
    oracle: ORACLE,
    currency: 'USD',
    decimals: 2,
    ...rhythm,
    grace: DEFAULT_GRACE,
    noticeBlocks: 288,
    pausable: true,
    lowest: 11_250n,
    highest: 180_000n,
    least: 6_666_666n,
    ...DEFAULT_CURRENCY_FEES,
  };
  const contract = createCurrencyContract(terms, NETWORK);
  const draftOf = (name: number, periods: number): CurrencyDraft => ({
    recipient: lockingBytecodeOf(hashOf(name)),
    amount: 150_000n + BigInt(name),
    periods,
    firstDue: rhythm.paydays === undefined ? NOW + DAY : paydayTime(PAYDAYS, firstPaydayFrom(PAYDAYS, NOW) ?? 0n),
    satoshis: 900_000_000n + DEFAULT_CURRENCY_FEES.reserve,
  });
  const endless = draftOf(0x21, longest);
  const openingOf = (drafts: readonly CurrencyDraft[], opener = addressAt(terms.sender)): AskedEffect => ({
    kind: 'OPENS_CURRENCY_PAYMENTS',
    sender: opener,
    oracle: `02${'ab'.repeat(32)}`,
    currency: 'USD',
    decimals: 2,
    interval: rhythm.interval,
    paydays: rhythm.paydays && { secondDay: 0n, ...PAYDAYS },
    lowest: terms.lowest,
    highest: terms.highest,
    noticeBlocks: terms.noticeBlocks,
    isPausable: terms.pausable,
    leastTopUp: terms.least,
    payments: drafts.map(({ recipient, ...draft }) => ({ recipient: addressAt(recipient), ...draft })),
  });
  const fund = (drafts: readonly CurrencyDraft[]) => buildCurrencyFunding(contract, drafts, sender, TIP).transaction;
  const funding = fund([endless]);
  const found = findCurrencyFunding(NETWORK, 'fa'.repeat(32), transactionOf(requestOf(funding)));
  const coin = found.ok ? found.plan.payments[0]?.coin : undefined;
  if (coin === undefined) throw new Error('A payment was funded');
  const fundings = [requestOf(funding).transaction];
  const moved = (move: CurrencyMove, added = 0n): AskedEffect => ({
    kind: 'MOVES_CURRENCY_PAYMENT',
    move,
    category: coin.category,
    index: coin.state.index,
    sender: addressAt(terms.sender),
    added,
  });
  const paused: CurrencyCoin = { ...coin, state: { ...coin.state, open: 0 } };
  const states: readonly (readonly [CurrencyMoveKind, CurrencyCoin])[] = [
    ['cancel', coin],
    ['pause', coin],
    ['resume', paused],
  ];
  const { category, state } = coin;
  const named = { category, index: state.index, sender: addressAt(terms.sender) } as const;
  const lost = [1, 2].map((vout) => ({ txid: 'ee'.repeat(32), vout, satoshis: 5_000_000n }));
  const tokens = { txid: 'ef'.repeat(32), vout: 0, satoshis: 1_000n, token: { category: 'cc'.repeat(32), amount: 9n } };
  const { contract: vault, holdings, spends, proposed } = createVault();
  const ofVault = createCurrencyContract({ ...terms, sender: vault.lockingBytecode }, NETWORK);
  const small = { ...endless, satoshis: 900_000_000n };
  const opening = proposeCurrencyFunding(vault, holdings, ofVault, [small], TIP);
  const opened = proposed(`${name} of a vault: funding`, opening, [spends, openingOf([small], vault.address)]);
  const vaultFundings = [opened.request.transaction];
  const inVault = findCurrencyFunding(NETWORK, 'fb'.repeat(32), transactionOf(opened.request));
  const [openedInVault] = inVault.ok ? inVault.plan.payments : [];
  if (!inVault.ok || openedInVault === undefined) throw new Error('A vault opened a payment');
  const pausedOfVault = { ...openedInVault.coin, state: { ...openedInVault.coin.state, open: 0 as const } };
  const owner = { category: inVault.plan.category, index: 1 };
  const namedOfVault = { ...owner, sender: vault.address };
  const many = [endless, draftOf(0x22, 5), draftOf(0x21, 1)];
  return [
    flowOf(`${name}: funding`, funding, sender, [openingOf([endless])]),
    flowOf(`${name}: funding of a list`, fund(many), sender, [openingOf(many)]),
    flowOf(
      `${name}: top-up by a stranger`,
      buildCurrencyTopUp(contract, coin, 70_000_000n, stranger),
      stranger,
      [moved('TOP_UP', 70_000_000n)],
      fundings,
    ),
    flowOf(
      `${name}: taking from the till`,
      buildTillTaking(contract, named, [...lost, tokens], sender),
      sender,
      [{ kind: 'TAKES_TILL', ...named, coins: 3, satoshis: 10_001_000n }],
      fundings,
    ),
    flowOf(
      `${name}: sweep`,
      buildCurrencySweep(contract, lost, sender),
      sender,
      [{ kind: 'SWEEPS_PLAN', plan: addressAt(contract.lockingBytecode), sender: addressAt(terms.sender) }],
      fundings,
    ),
    opened,
    proposed(
      `${name} of a vault: top-up`,
      proposeTillFilling(vault, holdings, ofVault, owner, 70_000_000n),
      [spends, { kind: 'FILLS_TILL', ...namedOfVault, satoshis: 70_000_000n }],
      vaultFundings,
    ),
    proposed(
      `${name} of a vault: taking from the till`,
      proposeTillTaking(vault, holdings, ofVault, owner, lost),
      [spends, { kind: 'TAKES_TILL', ...namedOfVault, coins: 2, satoshis: 10_000_000n }],
      vaultFundings,
    ),
    proposed(
      `${name} of a vault: resume`,
      proposeCurrencyMove(vault, holdings, [{ contract: ofVault, coin: pausedOfVault }], 'resume', NOW),
      [spends, { kind: 'MOVES_CURRENCY_PAYMENT', move: 'RESUME', ...namedOfVault, added: 0n }],
      vaultFundings,
    ),
    ...states.map(([kind, moving]) =>
      flowOf(
        `${name}: ${kind}`,
        buildCurrencyMove([{ contract, coin: moving }], kind, sender, NOW),
        sender,
        [moved(MOVES[kind])],
        fundings,
      ),
    ),
  ];
};

/** Payments in a currency, every 30 days and by the calendar: what is the same of both. */
export const currencyFlows = (): readonly Flow[] => [
  ...flowsOf('currency payment', { interval: 30n * DAY }, 32_767),
  ...flowsOf('currency payment by the calendar', { paydays: PAYDAYS }, 800),
];
