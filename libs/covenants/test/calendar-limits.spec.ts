import { paydayTime, type Paydays } from '@weir/calendar';
import {
  type CalendarCoin,
  type CalendarMoveItem,
  type CalendarProduct,
  type CalendarTerms,
  calendarResume,
  type CalendarState,
  calendarStop,
  createCalendarContracts,
  defaultCalendarFees,
} from '../src/calendar.js';
import {
  buildPlanMoves,
  createVaultContract,
  INITIAL_VAULT_STATE,
  lockingBytecodeOf,
  mostStopsOf,
  type Party,
  partyHash,
  partyOf,
  proposePlanMoves,
} from '../src/index.js';

const somebody = (name: number): Party =>
  partyOf({ kind: 'P2SH32', hash: new Uint8Array(32).fill(name) }) ?? new Uint8Array();
/** Two paydays a month have the longest code, and the time and distance the longest numbers. */
const PAYDAYS: Paydays = { months: 1n, day: 27n, secondDay: 31n, time: 86_399n, utcOffset: 50_400n };
const NEXT = 2_000n;

const groupOf = (product: CalendarProduct): CalendarTerms['groups'][number] => {
  if (product.startsWith('SALARY'))
    return { kind: 'SALARY', paydays: PAYDAYS, noticeBlocks: 65_000, pausable: true, cancelable: true };
  if (product.startsWith('TRANCHES')) return { kind: 'TRANCHES', noticeBlocks: 65_000 };
  const allocation = product.endsWith('BCH') ? 'CUMULATIVE_ROUND_DOWN' : 'BACK_LOADED';
  const { time, utcOffset } = PAYDAYS;
  return { kind: 'GRANT', months: 1n, cliff: 300n, local: { time, utcOffset }, allocation, noticeBlocks: 65_000 };
};

const stateOf = (product: CalendarProduct, recipient: Party): CalendarState => {
  const shared = { index: 32_767, recipient: partyHash(recipient) };
  if (product.startsWith('SALARY'))
    return {
      kind: 'SALARY',
      ...shared,
      status: 'ACTIVE',
      open: 'ALL',
      unpaid: 400,
      next: NEXT,
      amount: 4_000_000_000_000n,
    };
  if (product.startsWith('TRANCHES')) return { kind: 'TRANCHES', ...shared, list: new Uint8Array(32).fill(9) };
  return { kind: 'GRANT', ...shared, released: 1_000_000n, day: 31n, firstMonth: 400n, installments: 800n };
};

/** A stream of the longest terms, stopped or resumed while it pays. */
const itemsOf = (product: CalendarProduct, sender: Party): readonly CalendarMoveItem[] => {
  const terms: CalendarTerms = {
    product,
    sender,
    nonce: new Uint8Array(16).fill(1),
    ...defaultCalendarFees(product),
    delay: 65_535,
    groups: [groupOf(product)],
  };
  const [contract] = createCalendarContracts(terms, 'mainnet');
  if (contract === undefined) throw new Error('One group is one contract');
  const recipient = somebody(2);
  const state = stateOf(product, recipient);
  const coin: CalendarCoin = {
    outpoint: { txid: '11'.repeat(32), vout: 0 },
    category: 'ab'.repeat(32),
    units: 32_767n,
    state,
    principal: 2_000_000_000_000_000n,
    reserve: 1_000_000n,
    companion: product.endsWith('TOKEN') ? { category: 'cd'.repeat(32), satoshis: 1_000n } : undefined,
    ...(state.kind === 'TRANCHES' && { tranches: [] }),
  };
  if (state.kind === 'TRANCHES')
    return [
      {
        contract,
        coin,
        recipient,
        step: {
          kind: 'cancel',
          locktime: 4_000_000_000n,
          paid: 0n,
          left: coin.principal,
          state,
          argument: undefined,
        },
      },
    ];
  const time = state.kind === 'SALARY' ? paydayTime(PAYDAYS, NEXT + 200n) : 4_000_000_000n;
  const paused: CalendarCoin =
    state.kind === 'SALARY' ? { ...coin, state: { ...state, status: 'PAUSED', open: 'ONE' } } : coin;
  const steps = [calendarStop(contract, coin, 'cancel', time), calendarResume(contract, paused, time)];
  return steps.flatMap((step, i) =>
    step === undefined ? [] : [{ contract, coin: i === 0 ? coin : paused, recipient, step }],
  );
};

describe.each(['SALARY_BCH', 'SALARY_TOKEN', 'GRANT_BCH', 'GRANT_TOKEN', 'TRANCHES_BCH', 'TRANCHES_TOKEN'] as const)(
  'as many moves of %s as are promised',
  (product) => {
    const many = (item: CalendarMoveItem): readonly CalendarMoveItem[] =>
      Array.from({ length: mostStopsOf(product) }, (_, i) => ({
        ...item,
        coin: { ...item.coin, outpoint: { ...item.coin.outpoint, vout: 2 * i } },
      }));
    const coin = { txid: '22'.repeat(32), vout: 1, satoshis: 1_000_000_000n };

    it('fit one transaction of a key, however long their terms are', () => {
      const hash = new Uint8Array(20).fill(5);
      const items = itemsOf(product, lockingBytecodeOf(hash));
      expect(items).toHaveLength(product.startsWith('SALARY') ? 2 : 1);
      for (const item of items)
        expect(buildPlanMoves(many(item), { hash, coins: [coin] }, {}).size).toBeLessThan(97_000);
    });

    it('fit one transaction of a vault, however long their terms are', () => {
      const [first, second, third] = [1, 2, 3].map((name) => new Uint8Array(20).fill(name));
      if (first === undefined || second === undefined || third === undefined) throw new Error('There are three');
      const nonce = new Uint8Array(16).fill(1);
      const vault = createVaultContract({ signers: [first, second, third], nonce }, 'mainnet');
      const { txid, vout, satoshis } = coin;
      const state = { outpoint: { txid, vout }, satoshis, category: 'fc'.repeat(32), state: INITIAL_VAULT_STATE };
      for (const item of itemsOf(product, vault.lockingBytecode))
        expect(proposePlanMoves(vault, { state, coins: [] }, many(item), {}).size).toBeLessThan(97_000);
    });
  },
);
