import { coinsOf, type Connection } from '../connection/connection.js';
import { isWeirError, WeirError } from '../shared/error.js';
import { wait } from '../shared/wait.js';
import type { Purpose } from '../signing/scene.js';
import type { Confirmation, Confirmed, ConfirmPath, Pending, Progress, VerbOptions } from '../types/verbs.types.js';
import type { SignedTransaction } from '../wallet.js';
import type { Act, Buildable, Preparation, Ready, Unsigned } from './act.types.js';
import { confirmPending, isOvertaken, relay } from './confirm.js';
import { check, sign } from './sign.js';

const ATTEMPTS = 5;
const PREPARATIONS = 3;
const PAUSE_MS = 500;

const isPreparation = (built: Buildable): built is Preparation => 'requiresPreparation' in built;

/** Builds a transaction. Where the wallet lacks a coin of the right kind, it has that made first. */
const buildReady = async <Built extends Buildable, Path extends ConfirmPath>(
  connection: Connection,
  { build, ...act }: Act<Built, Path>,
  options: VerbOptions,
): Promise<Ready<Built>> => {
  const { signal, onProgress, isSentByWallet = false } = options;
  for (let preparations = 0; ; preparations += 1) {
    const built = await build(await coinsOf(act.wallet, act.isSenders));
    if (!isPreparation(built)) return built as Ready<Built>;
    if (preparations === PREPARATIONS)
      throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet does not have the coin that the preparation created');
    onProgress?.({ step: 'preparing' });
    const signed = await sign(
      connection,
      {
        wallet: act.wallet,
        purpose: act,
        request: built.preparationTransaction,
        built,
        isPreparation: true,
        broadcast: isSentByWallet,
      },
      options,
    );
    await relay(connection, signed.signedTransaction, signal);
  }
};

/** Returns the code of a refusal that means somebody else was faster, so that building it again helps. */
const overtakenBy = (error: unknown): (Progress & { readonly step: 'rebuilding' })['reason'] | undefined => {
  if (!isOvertaken(error)) return undefined;
  return error.code === 'BROADCAST_REJECTED' && error.details.inputsGone !== true ? undefined : error.code;
};

/** One of several tries to do the same. */
interface Attempt {
  /** Counted from 1. */
  readonly attempt: number;
  /** What the wallet signed in all of them, hex. */
  readonly signed: string[];
}

/** Returns what goes to the network: signed by the wallet, or complete as it was built. */
const signOrPass = async <Path extends ConfirmPath>(
  connection: Connection,
  act: Pick<Act<Buildable, Path>, keyof Purpose | 'wallet' | 'isSentByConfirm'>,
  built: Unsigned,
  options: VerbOptions,
  { attempt, signed }: Attempt,
): Promise<Pick<SignedTransaction, 'signedTransaction'> & Partial<SignedTransaction>> => {
  const { wcTransaction: request, signatureRequired, txHex } = built;
  if (signatureRequired === false && typeof txHex === 'string') {
    if (request !== null)
      await check(connection, { wallet: act.wallet, purpose: act, request: { ...request, transaction: txHex }, built });
    return { signedTransaction: txHex };
  }
  if (request === null) throw new WeirError('NOTHING_TO_SIGN', 'Nothing to sign: this is already done');
  const { onProgress, isSentByWallet = false } = options;
  onProgress?.({ step: 'signing', attempt });
  const broadcast = isSentByWallet && act.isSentByConfirm !== true;
  const answer = await sign(
    connection,
    { wallet: act.wallet, purpose: act, request, built, broadcast, earlier: [...signed] },
    options,
  );
  signed.push(answer.signedTransaction);
  return answer;
};

const attemptOnce = async <Built extends Buildable, Path extends ConfirmPath>(
  connection: Connection,
  act: Act<Built, Path>,
  options: VerbOptions,
  tried: Attempt,
): Promise<Confirmed<Path>> => {
  const { attempt } = tried;
  const { signal, onProgress } = options;
  const { path, id, address, wallet, isSentByConfirm = false, confirmBody = hashBody } = act;
  onProgress?.({ step: 'building', attempt });
  const built = await buildReady(connection, act, options);
  const { signedTransaction, signedTransactionHash: ownHash } = await signOrPass(
    connection,
    act,
    built,
    options,
    tried,
  );
  const pendingOf = (txHash: string): Pending<Path> => ({
    version: 1,
    path,
    id,
    txHash,
    txHex: isSentByConfirm ? null : signedTransaction,
    ...(address !== undefined && { address }),
    body: confirmBody({ signedTransaction, signedTransactionHash: txHash }, built),
  });
  if (isSentByConfirm && ownHash !== undefined)
    return confirmPending(connection, pendingOf(ownHash), { ...options, wallet });
  // A caller that stores it before it is sent never signs twice. What nobody signed is simply built again.
  onProgress?.({ step: 'sending', pending: ownHash === undefined ? null : pendingOf(ownHash) });
  const { txid } = await relay(connection, signedTransaction, signal);
  return confirmPending(connection, pendingOf(txid), { ...options, wallet });
};

const hashBody = ({ signedTransactionHash: txHash }: SignedTransaction): Confirmation['body'] => ({ txHash });

/**
 * Returns the hash of a funding that is on the chain and was never confirmed, since an answer got lost or a page was
 * closed.
 */
const fundingFound = (error: unknown): string | undefined =>
  isWeirError(error, 'WRONG_STATE') && error.details.status === 'PENDING' ? error.details.fundingTxHash : undefined;

/**
 * Does everything from request to confirmed record: prepares, builds, signs, sends and confirms. It waits while the
 * network does not show the transaction, starts over where somebody else moved the state meanwhile, and continues
 * where an earlier call ended.
 *
 * @throws WeirError, or the signal's reason
 */
export const perform = async <Built extends Buildable, Path extends ConfirmPath>(
  connection: Connection,
  act: Act<Built, Path>,
  options: VerbOptions,
): Promise<Confirmed<Path>> => {
  const signed: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(connection, act, options, { attempt, signed });
    } catch (error) {
      const txHash = fundingFound(error);
      if (txHash !== undefined) {
        const { path, id, wallet } = act;
        const found: Pending<Path> = { version: 1, path, id, txHash, txHex: null, body: { txHash } };
        return confirmPending(connection, found, { ...options, wallet });
      }
      const reason = overtakenBy(error);
      if (reason === undefined || attempt === ATTEMPTS || act.isRebuildable === false) throw error;
      options.onProgress?.({ step: 'rebuilding', reason });
      await wait(PAUSE_MS * attempt * Math.random(), options.signal);
    }
  }
};
