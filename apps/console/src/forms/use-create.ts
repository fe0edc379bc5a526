import { type SubmitEvent, useRef, useState } from 'react';
import { isWeirError, type VerbOptions, type Wallet, type Weir } from '@weir/client';
import { finished } from '../actions/finished.js';
import type { PendingAction } from '../actions/pending.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { hashOf } from '../language/hash.js';
import { readHoldings } from '../treasury/payer-holdings.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { CostSheet } from './cost-lines.js';
import type { KeptDraft, StoredRecord } from './kept-draft.js';
import { showFirstProblem } from './problems.js';
import { assertAffordable, assertTreasuryPays } from './use-balance.js';

type Fund = (id: string, wallet: Wallet, options: VerbOptions) => Promise<unknown>;

type Kept = Pick<KeptDraft<unknown>, 'forget' | 'storedRecord'> & {
  readonly noteStored: (record: StoredRecord) => void;
};

/** How a form's record is created and funded. */
export interface Creation<Terms> {
  readonly product: PendingAction['product'];
  /** Stores it. @returns its id */
  readonly store: (terms: Terms, wallet: Wallet) => Promise<string>;
  /** Sends what belongs to it, each time it is to be funded: the list of a campaign. */
  readonly complete?: (id: string, terms: Terms, wallet: Wallet) => Promise<void>;
  /** How the wallet funds it; undefined where it does not: a vault's members agree to that on the record's page. */
  readonly funding?:
    | {
        /** Computes what it costs, with all that are funded after it; the service checks the terms on the way. */
        readonly costOf: (terms: Terms, wallet: Wallet) => Promise<CostSheet>;
        readonly fund: Fund;
      }
    | undefined;
  /** The treasury that pays instead, and what that costs it; undefined where the wallet pays. */
  readonly treasury?:
    | { readonly id: string; readonly costOf: (terms: Terms, wallet: Wallet) => Promise<CostSheet> }
    | undefined;
  /** Goes on to its page: of several, the last one's. */
  readonly open: (id: string) => Promise<void>;
  /** The draft, which is removed once its record is there. */
  readonly kept: Kept;
  /** The same of a form that creates several, of which only what is funded is removed. @param rest terms of those that follow */
  readonly keptOf?: (rest: readonly Terms[]) => Kept;
}

/** Returns a mark of terms and of who agrees to them: a list of 10,000 need not be kept twice. */
const markOf = (...agreed: readonly unknown[]): string => {
  const text = JSON.stringify(agreed);
  return `${hashOf(text).toString(36)}-${text.length}`;
};

/** Reads the status of a record; undefined where it is gone: unfunded ones expire. */
const statusOf = async (
  weir: Weir,
  product: PendingAction['product'],
  id: string,
  wallet: Wallet,
): Promise<string | undefined> => {
  try {
    if (product === 'stream' || product === 'lock') return (await weir.streams.at(id).get()).stream.status;
    if (product === 'payment') return (await weir.payments.at(id).get()).payment.status;
    if (product === 'airdrop') return (await weir.airdrops.at(id).get()).campaign.status;
    if (product === 'currency') return (await weir.currencyPayments.at(id).get()).payment.status;
    return (await weir.plans.at(id).get(wallet)).plan.status;
  } catch (error) {
    if (isWeirError(error) && error.status === 404) return undefined;
    throw error;
  }
};

/**
 * Handles the submit of a form that creates a record: problems show after the first submit, nothing is stored that the wallet
 * cannot pay, and what is stored is funded at once. What was declined stays a draft: with the same terms it is not stored twice,
 * after a reload neither.
 */
export const useCreate = <Terms extends object>(creation: Creation<Terms>) => {
  const { product, store, complete, funding, treasury, open } = creation;
  const { weir } = useServices();
  const connected = useWallet();
  const [isSubmitted, setSubmitted] = useState(false);
  const { isRunning: isCreating, error, run, reset } = useTask();
  const verb = useVerb(product);
  const stored = useRef<StoredRecord>(undefined);

  const storeOnce = async (terms: Terms, wallet: Wallet, kept: Kept): Promise<string> => {
    const mark = markOf(terms, await wallet.getAddresses());
    if (stored.current?.terms === mark) return stored.current.id;
    const before = kept.storedRecord();
    // A record that was funded elsewhere is not a draft any more.
    if (before?.terms === mark && (await statusOf(weir, product, before.id, wallet)) === 'PENDING') {
      // What is signed for it is compared with the form's terms, which a reload has made the client forget.
      weir.noteTerms(before.id, terms, product === 'lock', before.at);
      stored.current = before;
      return before.id;
    }
    const id = await store(terms, wallet);
    stored.current = { terms: mark, id, at: Math.floor(Date.now() / 1_000) };
    if (funding !== undefined) kept.noteStored(stored.current);
    return id;
  };
  /** @returns whether its page is where to go on */
  const fundOnce = async (id: string, wallet: Wallet, fund: Fund, kept: Kept): Promise<boolean> => {
    const { isSigned, isDone, receipt } = await verb.run(
      'fund',
      wallet,
      (signer, { onProgress, ...options }) =>
        fund(id, signer, {
          ...options,
          onProgress: (progress) => {
            onProgress?.(progress);
            // From here on it goes on by itself, also where the page is closed.
            if (progress.step === 'sending') kept.forget();
          },
        }),
      { recordId: id },
    );
    if (receipt !== undefined) finished.set(receipt);
    return isDone || isSigned;
  };
  /** Stores and funds one record. @returns its id; undefined where it is not funded */
  const createOne = async (terms: Terms, wallet: Wallet, rest: readonly Terms[]): Promise<string | undefined> => {
    const kept = creation.keptOf?.(rest) ?? creation.kept;
    const id = await storeOnce(terms, wallet, kept);
    await complete?.(id, terms, wallet);
    if (funding !== undefined && !(await fundOnce(id, wallet, funding.fund, kept))) return undefined;
    kept.forget();
    // The next may have the same terms, and is another record.
    stored.current = undefined;
    return id;
  };
  /** @param others terms of records that are created and funded after the first, each by a signature of its own */
  const submit = async (event: SubmitEvent, terms: Terms | undefined, others: readonly Terms[] = []): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    verb.reset();
    if (terms === undefined) showFirstProblem(event.currentTarget);
    if (terms === undefined || connected === undefined) return;
    const { wallet } = connected;
    await run(async () => {
      if (funding !== undefined) await assertAffordable(weir, wallet, await funding.costOf(terms, wallet));
      if (treasury !== undefined)
        assertTreasuryPays(await treasury.costOf(terms, wallet), await readHoldings(weir, treasury.id, wallet));
      const all = [terms, ...others];
      let id: string | undefined;
      for (const [index, each] of all.entries()) {
        id = await createOne(each, wallet, all.slice(index + 1));
        if (id === undefined) return undefined;
      }
      if (id !== undefined) await open(id);
      return LEAVING;
    });
  };
  return {
    isCreating,
    error,
    isSubmitted,
    isFunded: funding !== undefined,
    funding: verb.state,
    submit,
    /** Forgets the last failure, since the terms have changed. */
    reset: (): void => {
      reset();
      verb.reset();
    },
  };
};
