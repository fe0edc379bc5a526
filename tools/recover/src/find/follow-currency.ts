import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  announcesCurrency,
  type CurrencyClockCoin,
  type CurrencyCoin,
  type CurrencyContract,
  type CurrencyTransition,
  decodeCurrencyState,
  findCurrencyFunding,
  type FoundCurrencyPlan,
  type Outpoint,
  outpointKey,
  parseOutpoint,
  type Party,
  readCurrencyTransition,
  sameOutpoint,
} from '@weir/covenants';
import { type ChainTransaction, HistoryHiddenError, TransactionNotFoundError } from '@weir/infra/electrum';
import { payeeOf } from '../actions.js';
import { readScript, type RecoverContext } from '../chain/open-chain.js';
import { notPossible, usage } from '../recover-error.js';
import type { Selection } from './find-targets.js';
import { bySpent, type Hidden, type Rejected, withCoins } from './instance.js';

/** A step of a payment in a currency, and the transaction that made it. */
interface CurrencyStep {
  readonly transition: CurrencyTransition;
  readonly transaction: ChainTransaction;
}

/** The clock that a cancel or pause started, whose notice runs. */
export interface RunningClock {
  readonly coin: CurrencyClockCoin;
  /** Of the block that holds it; undefined in the mempool. */
  readonly height: number | undefined;
}

/** A payment in a currency, followed from its funding to its present state. */
export interface CurrencyInstance {
  readonly contract: CurrencyContract;
  /** Locking bytecode. */
  readonly recipient: Party;
  /** As its funding made it. Its outpoint identifies the payment. */
  readonly opening: CurrencyCoin;
  readonly funding: ChainTransaction;
  readonly steps: readonly CurrencyStep[];
  /** As it is now; undefined once it has ended. */
  readonly coin: CurrencyCoin | undefined;
  readonly clock: RunningClock | undefined;
}

/** All payments at one address, and every transaction there: each may show messages of the oracle. */
export interface CurrencyScript {
  readonly instances: readonly CurrencyInstance[];
  readonly transactions: readonly ChainTransaction[];
}

/** Returns the payments in a currency that a transaction opens; undefined where it opens none, or announces what it does not make. */
const openedBy = (
  { txid, transaction }: Pick<ChainTransaction, 'txid' | 'transaction'>,
  { network }: RecoverContext,
): FoundCurrencyPlan | undefined => {
  if (!transaction.outputs.some(({ lockingBytecode }) => announcesCurrency(lockingBytecode))) return undefined;
  const found = findCurrencyFunding(network, txid, transaction);
  return found.ok ? found.plan : undefined;
};

/** Follows a payment through the transactions at its address. */
const followPayment = (
  { contract }: FoundCurrencyPlan,
  { coin: opening, recipient }: FoundCurrencyPlan['payments'][number],
  funding: ChainTransaction,
  spenders: ReadonlyMap<string, ChainTransaction>,
): CurrencyInstance => {
  const steps: CurrencyStep[] = [];
  let coin: CurrencyCoin | undefined = opening;
  let clock: RunningClock | undefined;
  while (coin !== undefined) {
    const transaction = spenders.get(outpointKey(coin.outpoint));
    if (transaction === undefined) break;
    const read = readCurrencyTransition(contract, coin, transaction.txid, transaction.transaction);
    if (!read.ok) break;
    const { transition } = read;
    steps.push({ transition, transaction });
    coin = transition.next;
    if (transition.clock !== undefined) clock = { coin: transition.clock, height: transaction.height };
    if (transition.kind === 'settle' || coin === undefined) clock = undefined;
  }
  return { contract, recipient, opening, funding, steps, coin, clock };
};

/**
 * Reads the payments in a currency at an address, and follows each of them.
 *
 * @param holding txids that must be part of the address's history
 * @throws HistoryHiddenError if the servers do not show all of it
 * @throws ChainUnavailableError
 */
const readCurrencyScript = async (
  lockingBytecode: Party,
  holding: readonly string[],
  context: RecoverContext,
): Promise<CurrencyScript> => {
  const { instances, transactions } = await withCoins(lockingBytecode, context, async () => {
    const all = await readScript(lockingBytecode, 'the contract', holding, context);
    const spenders = bySpent(all);
    const followed = all.flatMap((funding) => {
      const plan = openedBy(funding, context);
      if (plan === undefined || !binsAreEqual(plan.contract.lockingBytecode, lockingBytecode)) return [];
      return plan.payments.map((payment) => followPayment(plan, payment, funding, spenders));
    });
    const states = followed.flatMap(({ coin }) => (coin === undefined ? [] : [coin.outpoint]));
    return { scripts: [lockingBytecode], states, instances: followed, transactions: all };
  });
  return { instances, transactions };
};

/** The payments in a currency of an address, and what only looks like one. */
export interface FoundCurrency {
  readonly scripts: readonly CurrencyScript[];
  readonly rejected: readonly Rejected[];
  readonly hidden: readonly Hidden[];
}

const isParty = ({ contract, payments }: FoundCurrencyPlan, holder: Party): boolean =>
  binsAreEqual(contract.terms.sender, holder) || payments.some(({ recipient }) => binsAreEqual(recipient, holder));

/** Returns why a transaction that announces payments in a currency, and pays the holder, opens none. */
const rejectedIn = ({ txid, transaction }: ChainTransaction, holder: Party, context: RecoverContext): Rejected[] => {
  const vout = transaction.outputs.findIndex(({ lockingBytecode }) => announcesCurrency(lockingBytecode));
  const found = vout < 0 ? undefined : findCurrencyFunding(context.network, txid, transaction);
  if (found === undefined || found.ok) return [];
  if (!transaction.outputs.some(({ lockingBytecode }) => binsAreEqual(lockingBytecode, holder))) return [];
  const problem = [...new Set(found.problems.map((each) => each.problem.toLowerCase().replaceAll('_', ' ')))].join(
    '; ',
  );
  return [{ txid, vout, verdict: 'FORGED', contractAddress: null, problem }];
};

/**
 * Finds the payments in a currency that some transactions open for an address. Each is read once.
 *
 * @throws ChainUnavailableError
 */
export const findCurrencyAmong = async (
  transactions: readonly ChainTransaction[],
  holder: Party,
  context: RecoverContext,
): Promise<FoundCurrency> => {
  const places = new Map<string, { readonly lockingBytecode: Party; readonly holding: readonly string[] }>();
  for (const transaction of transactions) {
    const plan = openedBy(transaction, context);
    if (plan === undefined || !isParty(plan, holder)) continue;
    const { lockingBytecode } = plan.contract;
    const key = binToHex(lockingBytecode);
    places.set(key, { lockingBytecode, holding: [...(places.get(key)?.holding ?? []), transaction.txid] });
  }
  const scripts: CurrencyScript[] = [];
  const hidden: Hidden[] = [];
  for (const { lockingBytecode, holding } of places.values())
    try {
      scripts.push(await readCurrencyScript(lockingBytecode, holding, context));
    } catch (error) {
      if (!(error instanceof HistoryHiddenError)) throw error;
      hidden.push({
        contractAddress: payeeOf(lockingBytecode, true, context.network),
        problem: 'the servers do not show its whole history: name others with --server',
      });
    }
  return { scripts, rejected: transactions.flatMap((each) => rejectedIn(each, holder, context)), hidden };
};

/** The payment in a currency that was named, and what else is at its address. */
export interface CurrencyTarget extends CurrencyScript {
  readonly instance: CurrencyInstance;
}

/** Where to look for the payments that a name may stand for, and which of them it means. */
interface NamedCurrency {
  readonly lockingBytecode: Party;
  readonly holding: readonly string[];
  readonly fits: (instance: CurrencyInstance) => boolean;
}

const TXID = /^[0-9a-f]{64}$/iu;

const transactionOf = async (txid: string, { chain }: RecoverContext): Promise<ChainTransaction | undefined> => {
  try {
    return await chain.transaction(txid);
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  }
};

/** The form of a state does not depend on when periods fall due. */
const ANY_DATES = { paydays: undefined } as const;

const byOutpoint = async (outpoint: Outpoint, context: RecoverContext): Promise<NamedCurrency | undefined> => {
  const found = await transactionOf(outpoint.txid, context);
  const output = found?.transaction.outputs[outpoint.vout];
  const commitment = output?.token?.nft?.commitment;
  if (output === undefined || commitment === undefined || decodeCurrencyState(commitment, ANY_DATES) === undefined)
    return undefined;
  return {
    lockingBytecode: output.lockingBytecode,
    holding: [outpoint.txid],
    fits: ({ opening, steps }) =>
      [opening, ...steps.flatMap(({ transition: { next } }) => next ?? [])].some((coin) =>
        sameOutpoint(coin.outpoint, outpoint),
      ),
  };
};

const byFunding = async (txid: string, context: RecoverContext): Promise<NamedCurrency | undefined> => {
  const funding = await transactionOf(txid, context);
  const plan = funding && openedBy(funding, context);
  return (
    plan && {
      lockingBytecode: plan.contract.lockingBytecode,
      holding: [txid],
      fits: ({ opening }) => opening.outpoint.txid === txid,
    }
  );
};

/** Returns the contract of payments in a currency at an address; undefined for an address of something else. */
const byAddress = async (lockingBytecode: Party, context: RecoverContext): Promise<NamedCurrency | undefined> => {
  // What pays there first is the funding: its nonce is in the address. A stranger who knew it could only pay before it.
  const [first] = await context.chain.history(lockingBytecode);
  const coins = first === undefined ? [] : await context.chain.unspent(lockingBytecode);
  const opens = first && openedBy(await context.chain.transaction(first.txid), context);
  const isState = coins.some(({ token }) => decodeCurrencyState(token?.nft?.commitment ?? '', ANY_DATES) !== undefined);
  return opens === undefined && !isState ? undefined : { lockingBytecode, holding: [], fits: () => true };
};

/** The most payments a message lists. */
const MAX_NAMES = 10;

const chosen = (instances: readonly CurrencyInstance[]): CurrencyInstance | undefined => {
  const live = instances.filter(({ coin }) => coin !== undefined);
  const [instance] = live.length > 0 ? live : instances;
  if (live.length < 2) return instance;
  const names = live.slice(0, MAX_NAMES).map(({ opening }) => outpointKey(opening.outpoint));
  const more = live.length > MAX_NAMES ? `, or of ${live.length - MAX_NAMES} more that list shows` : '';
  throw notPossible(`There are ${live.length} payments: name one of ${names.join(', ')}${more}`);
};

const placeOf = (
  named: string,
  scriptOf: (address: string) => Party,
  context: RecoverContext,
): Promise<NamedCurrency | undefined> => {
  const outpoint = parseOutpoint(named);
  if (outpoint !== undefined) return byOutpoint(outpoint, context);
  return TXID.test(named) ? byFunding(named.toLowerCase(), context) : byAddress(scriptOf(named), context);
};

/**
 * Finds the payment in a currency named by its address, by the txid of its funding, or by the outpoint of a current or earlier state.
 *
 * @param scriptOf reads an address, and throws RecoverError USAGE for another text
 * @returns undefined where the name is of something else
 * @throws RecoverError USAGE; NOT_POSSIBLE if several are live
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const findCurrencyTarget = async (
  named: string,
  scriptOf: (address: string) => Party,
  context: RecoverContext,
): Promise<CurrencyTarget | undefined> => {
  const place = await placeOf(named, scriptOf, context);
  if (place === undefined) return undefined;
  const script = await readCurrencyScript(place.lockingBytecode, place.holding, context);
  const instance = chosen(script.instances.filter(place.fits));
  return instance && { ...script, instance };
};

/**
 * Finds the payments in a currency that one signature is to act on, each once.
 *
 * @param selection with `all`, every payment that each name matches
 * @returns undefined where the first name is of something else
 * @throws RecoverError USAGE where another name is; NOT_POSSIBLE where a name matches several and `all` is not set
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const findCurrencyPayments = async (
  { contracts, all }: Selection,
  scriptOf: (address: string) => Party,
  context: RecoverContext,
): Promise<readonly CurrencyInstance[] | undefined> => {
  const found = new Map<string, CurrencyInstance>();
  for (const [i, named] of contracts.entries()) {
    const place = await placeOf(named, scriptOf, context);
    if (place === undefined && i === 0) return undefined;
    if (place === undefined) throw usage(`Only payments in a currency are moved together with such: ${named} is none`);
    const { instances } = await readCurrencyScript(place.lockingBytecode, place.holding, context);
    const fitting = instances.filter(place.fits);
    const one = all ? undefined : chosen(fitting);
    for (const instance of all ? fitting : one === undefined ? [] : [one])
      found.set(outpointKey(instance.opening.outpoint), instance);
  }
  return [...found.values()];
};
