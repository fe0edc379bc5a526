import { type SubmitEvent, useRef, useState } from 'react';
import type { VerbOptions, Wallet } from '@weir/client';
import type { PendingAction } from '../actions/pending.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { CostSheet } from './cost-lines.js';
import { showFirstProblem } from './problems.js';
import { assertAffordable } from './use-balance.js';

type Fund = (id: string, wallet: Wallet, options: VerbOptions) => Promise<unknown>;

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
        /** Computes what it costs; the service checks the terms on the way. */
        readonly costOf: (terms: Terms, wallet: Wallet) => Promise<CostSheet>;
        readonly fund: Fund;
      }
    | undefined;
  /** Goes on to its page. */
  readonly open: (id: string) => Promise<void>;
  /** Lets the draft go, since what it says is there. */
  readonly forget?: () => void;
}

/**
 * Handles the submit of a form that creates a record: problems show after the first submit, nothing is stored that the wallet
 * cannot pay, and what is stored is funded at once. What was declined stays a draft: with the same terms it is not stored twice.
 */
export const useCreate = <Terms>(creation: Creation<Terms>) => {
  const { product, store, complete, funding, open, forget } = creation;
  const { weir } = useServices();
  const connected = useWallet();
  const [isSubmitted, setSubmitted] = useState(false);
  const { isRunning: isCreating, error, run, reset } = useTask();
  const verb = useVerb(product);
  const stored = useRef<{ readonly terms: string; readonly id: string }>(undefined);

  const storeOnce = async (terms: Terms, wallet: Wallet): Promise<string> => {
    const text = JSON.stringify([terms, await wallet.getAddresses()]);
    const id = stored.current?.terms === text ? stored.current.id : await store(terms, wallet);
    stored.current = { terms: text, id };
    return id;
  };
  /** @returns whether its page is where to go on */
  const fundOnce = async (id: string, wallet: Wallet, fund: Fund): Promise<boolean> => {
    const { isSigned, isDone } = await verb.run(
      'fund',
      wallet,
      (signer, { onProgress, ...options }) =>
        fund(id, signer, {
          ...options,
          onProgress: (progress) => {
            onProgress?.(progress);
            // From here on it goes on by itself, also where the page is closed.
            if (progress.step === 'sending') forget?.();
          },
        }),
      id,
    );
    return isDone || isSigned;
  };
  const submit = async (event: SubmitEvent, terms: Terms | undefined): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    verb.reset();
    if (terms === undefined) showFirstProblem(event.currentTarget);
    if (terms === undefined || connected === undefined) return;
    const { wallet } = connected;
    await run(async () => {
      if (funding !== undefined) await assertAffordable(weir, wallet, await funding.costOf(terms, wallet));
      const id = await storeOnce(terms, wallet);
      await complete?.(id, terms, wallet);
      if (funding !== undefined && !(await fundOnce(id, wallet, funding.fund))) return undefined;
      forget?.();
      await open(id);
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
