import { useState, type SubmitEvent } from 'react';
import type { Wallet } from '@weir/client';
import { useWallet } from '../wallet/wallet-store.js';
import { showFirstProblem } from './show-first-problem.js';

interface CreateState {
  readonly error?: unknown;
  readonly isCreating: boolean;
}

/**
 * Handles the submit of a form that creates a record: problems show after the first submit, and nothing is sent twice.
 *
 * @param create creates the record and navigates to its page
 */
export const useCreate = <Terms>(create: (terms: Terms, wallet: Wallet) => Promise<void>) => {
  const connected = useWallet();
  const [isSubmitted, setSubmitted] = useState(false);
  const [state, setState] = useState<CreateState>({ isCreating: false });
  const submit = async (event: SubmitEvent, terms: Terms | undefined): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (terms === undefined) showFirstProblem(event.currentTarget);
    if (terms === undefined || connected === undefined || state.isCreating) return;
    setState({ isCreating: true });
    try {
      await create(terms, connected.wallet);
    } catch (error) {
      setState({ error, isCreating: false });
    }
  };
  /** Forgets the last failure, since the terms have changed; what is being created stays under way. */
  const reset = (): void => setState((before) => (before.isCreating ? before : { isCreating: false }));
  return { ...state, isSubmitted, submit, reset };
};
