import { hexToBin, utf8ToBin } from '@bitauth/libauth';
import {
  buildCurrencyFunding,
  createCurrencyContract,
  type CurrencyContract,
  type CurrencyRhythm,
  type CurrencySharedTerms,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  findCurrencyFunding,
  type FoundCurrencyPayment,
  lockingBytecodeOf,
  outpointKey,
  type Party,
  type UnsignedTransaction,
} from '@weir/covenants';
import { type LocalOracle, startOracle } from '@weir/devnet';
import type { Wallet } from '@weir/wallet';
import { COIN, DAY, type Fixture } from './fixture.js';

/** 1,500.00 USD. */
export const AMOUNT = 150_000n;

/** An oracle whose relay can be asked, with a price that tests change. */
export interface TestOracle extends LocalOracle {
  /** Cents of one BCH at a time; undefined where it is silent. */
  priceAt: (time: bigint) => bigint | undefined;
}

/** Starts an oracle that follows a fixture's chain, before the tests of a file, and stops it after them. */
export const useOracle = (fixture: Fixture): TestOracle => {
  const oracle = { priceAt: () => 45_000n } as unknown as TestOracle;
  beforeAll(async () => {
    const started = await startOracle({
      priceAt: (time) => oracle.priceAt(time),
      now: () => BigInt(fixture.node.tip.time + 60),
      name: 'recover',
    });
    Object.assign(oracle, started);
  });
  afterAll(() => oracle.stop());
  beforeEach(() => {
    oracle.priceAt = () => 45_000n;
  });
  return oracle;
};

/** Payments in a currency that one transaction opened without any API. */
export interface OpenedCurrency {
  readonly txid: string;
  readonly contract: CurrencyContract;
  readonly payments: readonly FoundCurrencyPayment[];
  /** The first state of each, `txid:index`. */
  readonly names: readonly string[];
  readonly firstDue: bigint;
}

export interface CurrencyOpening {
  readonly terms?: Partial<CurrencySharedTerms>;
  /** Every day unless stated. */
  readonly rhythm?: CurrencyRhythm;
  readonly periods?: number;
  /** Satoshis beside the reserve. */
  readonly money?: bigint;
  readonly firstDue?: bigint;
}

let plans = 0;

/** Lays out payments to some recipients, each 1,500 USD a day from tomorrow on. @param sender locking bytecode */
const layOut = (
  fixture: Fixture,
  oracle: TestOracle,
  sender: Party,
  recipients: readonly Wallet[],
  { terms = {}, rhythm = { interval: BigInt(DAY) }, periods = 12, money = 10n * COIN, firstDue }: CurrencyOpening = {},
) => {
  plans += 1;
  const first = firstDue ?? BigInt(fixture.node.tip.medianTimePast + DAY);
  const contract = createCurrencyContract(
    {
      sender,
      nonce: utf8ToBin(`recover ${plans}`.padEnd(16)),
      oracle: hexToBin(oracle.publicKey),
      currency: 'USD',
      decimals: 2,
      grace: DEFAULT_GRACE,
      noticeBlocks: 6,
      pausable: true,
      lowest: 11_000n,
      highest: 180_000n,
      least: 2_000_000n,
      ...DEFAULT_CURRENCY_FEES,
      ...terms,
      ...rhythm,
    },
    'devnet',
  );
  const drafts = recipients.map(({ publicKeyHash }) => ({
    recipient: lockingBytecodeOf(publicKeyHash),
    amount: AMOUNT,
    periods,
    firstDue: first,
    satoshis: DEFAULT_CURRENCY_FEES.reserve + money,
  }));
  return { contract, drafts, firstDue: first };
};

/** Builds the funding of payments to some recipients, each 1,500 USD a day from tomorrow on. */
export const buildCurrency = async (
  fixture: Fixture,
  oracle: TestOracle,
  sender: Wallet,
  recipients: readonly Wallet[],
  opening: CurrencyOpening = {},
): Promise<UnsignedTransaction & { readonly firstDue: bigint }> => {
  const party = lockingBytecodeOf(sender.publicKeyHash);
  const { contract, drafts, firstDue } = layOut(fixture, oracle, party, recipients, opening);
  const built = buildCurrencyFunding(contract, drafts, await fixture.funds(sender), fixture.tip());
  if (built.kind === 'preparation') throw new Error('This wallet must be prepared first');
  return { ...built.transaction, firstDue };
};

const openedIn = async ({ chain, node }: Fixture, txid: string, firstDue: bigint): Promise<OpenedCurrency> => {
  node.mine(1, { timeStep: 1 });
  const found = findCurrencyFunding('devnet', txid, (await chain.transaction(txid)).transaction);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  const { contract, payments } = found.plan;
  return { txid, contract, payments, names: payments.map(({ coin }) => outpointKey(coin.outpoint)), firstDue };
};

/** Opens payments to some recipients, each 1,500 USD a day from tomorrow on. */
export const openCurrency = async (
  fixture: Fixture,
  oracle: TestOracle,
  sender: Wallet,
  recipients: readonly Wallet[],
  opening: CurrencyOpening = {},
): Promise<OpenedCurrency> => {
  const { firstDue, ...built } = await buildCurrency(fixture, oracle, sender, recipients, opening);
  return openedIn(fixture, await fixture.send(sender, built), firstDue);
};
