import { useEffect, useRef, useState } from 'react';
import type { Progress, VerbOptions, Wallet } from '@weir/client';
import { forget, remember, type PendingAction } from './pending.js';

/** How an action stands. */
export type VerbState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly progress: Progress | undefined }
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'done'; readonly txHash: string | undefined };

type Named = Pick<PendingAction, 'product' | 'id' | 'verb'>;
type Run = (wallet: Wallet, options: VerbOptions) => Promise<unknown>;

/** A wallet that tells what it signed, the moment it has: from then on it survives a closed tab. */
const rememberingWallet = (wallet: Wallet, onSigned: (txHex: string, txHash: string) => void): Wallet => ({
  ...wallet,
  async signTransaction(request) {
    const signed = await wallet.signTransaction(request);
    onSigned(signed.signedTransaction, signed.signedTransactionHash);
    return signed;
  },
});

/** Runs a verb of the client, tells how far it is, and remembers what was signed until it is confirmed. */
export const useVerb = (named: Named) => {
  const [state, setState] = useState<VerbState>({ phase: 'idle' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (wallet: Wallet, act: Run): Promise<boolean> => {
    const controller = new AbortController();
    stop.current = controller;
    let progress: Progress | undefined;
    let action: PendingAction | undefined;
    const note = (txHash: string, txHex?: string): void => {
      if (action !== undefined && action.txHash !== txHash) forget(action);
      action = { ...named, txHash, txHex: txHex ?? action?.txHex, at: Date.now() };
      remember(action);
    };
    setState({ phase: 'running', progress: undefined });
    try {
      await act(
        // What only prepares coins is nothing to go on with.
        rememberingWallet(wallet, (txHex, txHash) => {
          if (progress?.step === 'signing') note(txHash, txHex);
        }),
        {
          signal: controller.signal,
          onProgress: (next) => {
            progress = next;
            if (next.step === 'confirming') note(next.txHash);
            if (!controller.signal.aborted) setState({ phase: 'running', progress: next });
          },
        },
      );
      if (action !== undefined) forget(action);
      setState({ phase: 'done', txHash: action?.txHash });
      return true;
    } catch (error) {
      // Who left the page finds it picked up; what was refused for good is not asked again.
      if (controller.signal.aborted) return false;
      const isToCome = progress?.step === 'waiting' || progress?.step === 'confirming' || progress?.step === 'sending';
      if (action !== undefined && !isToCome) forget(action);
      setState({ phase: 'failed', error });
      return false;
    }
  };
  return { state, run, isRunning: state.phase === 'running', reset: () => setState({ phase: 'idle' }) };
};
