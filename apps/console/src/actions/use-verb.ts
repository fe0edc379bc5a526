import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isWeirError, type Pending, type Progress, type Review, type VerbOptions, type Wallet } from '@weir/client';
import { whilePressed } from '../api/presses.js';
import { showReview } from '../wallet/reviews.js';
import { noteAsked } from './asked-signature.js';
import { hold, type PendingAction, removePending, savePending } from './pending.js';
import type { Receipt, ReceiptPart } from './receipt.js';

/** State of an action. */
export type VerbState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly progress: Progress | undefined }
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'done'; readonly txHash: string | undefined; readonly receipt: Receipt };

/** Returns whether an error is final: the signed transaction was overtaken by another one, or refused. */
const isOver = (error: unknown): boolean => isWeirError(error) && (error.remedy === 'START_OVER' || !error.retryable);

/** Returns the signed transaction of a step that has one. */
const pendingOf = (progress: Progress): Pending | undefined =>
  progress.step === 'sending' || progress.step === 'confirming' ? (progress.pending ?? undefined) : undefined;

/** Returns whether a step waits for the wallet. */
const isAsking = ({ step }: Progress): boolean => step === 'preparing' || step === 'signing';

/** What else is known of a run. */
interface RunDetails {
  /** The record, where it has just been created. */
  readonly recordId?: string;
  /** What it does, in words, where nothing may be signed: the contract pays for it. */
  readonly said?: string | undefined;
}

/** How a run ended: what was signed goes on by itself, after any later failure. */
export interface VerbEnd {
  readonly isSigned: boolean;
  readonly isDone: boolean;
  /** What it did; undefined where it is not done. */
  readonly receipt?: Receipt;
}

/** Returns the transaction hash in a verb's result, if it has one. */
const hashOf = (answer: unknown): string | undefined => {
  const { txHash } = Object(answer) as { readonly txHash?: unknown };
  return typeof txHash === 'string' ? txHash : undefined;
};

/**
 * Runs the verbs of a record with progress, one at a time, and stores what was signed until it is confirmed. The record is read again
 * after each.
 *
 * @param id of the record; a run may name another
 * @returns with `run`, which takes the signing wallet, undefined where no signature is needed
 */
export const useVerb = (product: PendingAction['product'], id?: string) => {
  const client = useQueryClient();
  const [state, setState] = useState<VerbState>({ phase: 'idle' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async <Signer extends Wallet | undefined>(
    verb: PendingAction['verb'],
    wallet: Signer,
    act: (wallet: Signer, options: VerbOptions) => Promise<unknown>,
    { recordId = id ?? '', said }: RunDetails = {},
  ): Promise<VerbEnd> => {
    const controller = new AbortController();
    stop.current = controller;
    let progress: Progress | undefined;
    let kept: string | undefined;
    let review: Review | undefined;
    const parts: ReceiptPart[] = [];
    let release = (): void => undefined;
    const note = (pending: Pending): void => {
      const { txHash } = pending;
      if (kept !== txHash) {
        if (kept !== undefined) removePending(kept);
        release();
        release = hold(txHash);
        kept = txHash;
      }
      savePending({ product, id: recordId, verb, pending, at: Date.now() });
    };
    setState({ phase: 'running', progress: undefined });
    try {
      const options: VerbOptions = {
        signal: controller.signal,
        onReview: async (shown) => {
          const goesOn = await showReview(shown);
          if (goesOn) review = shown;
          return goesOn;
        },
        onProgress: (next) => {
          progress = next;
          noteAsked(isAsking(next) ? { product, id: recordId, verb } : undefined);
          const pending = pendingOf(next);
          if (pending !== undefined) note(pending);
          if (next.step === 'done') parts.push({ review, txHash: next.txHash });
          if (!controller.signal.aborted) setState({ phase: 'running', progress: next });
        },
      };
      const answer = await whilePressed(() => act(wallet, options));
      if (kept !== undefined) removePending(kept);
      const txHash = kept ?? hashOf(answer);
      if (parts.length === 0) parts.push({ review, txHash });
      const at = Math.floor(Date.now() / 1_000);
      const receipt: Receipt = { product, id: recordId, verb, at, parts, said };
      setState({ phase: 'done', txHash, receipt });
      return { isSigned: kept !== undefined, isDone: true, receipt };
    } catch (error) {
      // After leaving the page the action is resumed elsewhere; a final refusal is not retried.
      if (controller.signal.aborted) return { isSigned: kept !== undefined, isDone: false };
      const isToCome = progress?.step === 'waiting' || progress?.step === 'confirming' || progress?.step === 'sending';
      if (kept !== undefined && (!isToCome || isOver(error))) removePending(kept);
      setState({ phase: 'failed', error });
      return { isSigned: kept !== undefined, isDone: false };
    } finally {
      noteAsked(undefined);
      // What is kept by now is resumed by any open page: see `ResumedActions`.
      release();
      await client.invalidateQueries({ queryKey: ['record', recordId] });
    }
  };
  /** Forgets the last failure. */
  const reset = (): void => setState((before) => (before.phase === 'failed' ? { phase: 'idle' } : before));
  return { state, run, reset, isRunning: state.phase === 'running' };
};
