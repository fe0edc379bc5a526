import type { Connection } from '../connection/connection.js';
import { isWeirError, WeirError } from '../shared/error.js';
import type { Schemas, WcTransaction } from '../shared/schemas.js';
import { wait } from '../shared/wait.js';
import type { SignedTransaction, Wallet } from '../wallet.js';
import { confirmPatiently } from './confirm.js';
import type { Progress, VerbOptions } from './progress.js';
import { sign } from './sign.js';

/** What a route that builds may answer: a transaction, or the one that must come before it. */
export type Buildable = Unsigned | Preparation;
interface Unsigned {
  readonly wcTransaction: WcTransaction | null;
  /** False where the contract pays the fee and nothing is left to sign: then `txHex` is complete. */
  readonly signatureRequired?: boolean;
  readonly txHex?: string | null;
}
type Preparation = Pick<Schemas['FundingPreparation'], 'requiresPreparation' | 'preparationTransaction'>;
type Ready<Built> = Exclude<Built, { readonly requiresPreparation: true }>;

/** One verb: what builds its transaction, and what records it. */
export interface Act<Built extends Buildable, Done> {
  readonly wallet: Wallet;
  readonly build: () => Promise<Built>;
  /** Records a transaction that is on the network. */
  readonly confirm: (signed: SignedTransaction, built: Ready<Built>) => Promise<Done>;
  /** Whether the confirm sends what was signed by itself. */
  readonly isSentByConfirm?: boolean;
}

const ATTEMPTS = 5;
const PREPARATIONS = 3;
const PAUSE_MS = 500;

/** Sends to the network by the service; what is there already is a success. */
export const relay = (
  connection: Connection,
  txHex: string,
  signal?: AbortSignal,
): Promise<{ readonly txid: string }> =>
  connection.ask((sent) => connection.api.POST('/api/transactions/broadcast', { ...sent, body: { txHex } }), {
    signal,
  });

const isPreparation = (built: Buildable): built is Preparation => 'requiresPreparation' in built;

/** Builds; where the wallet lacks a coin of the right kind, has it made first. */
const buildReady = async <Built extends Buildable, Done>(
  connection: Connection,
  { wallet, build }: Act<Built, Done>,
  { signal, onProgress, isSentByWallet = false }: VerbOptions,
): Promise<Ready<Built>> => {
  for (let preparations = 0; ; preparations += 1) {
    const built = await build();
    if (!isPreparation(built)) return built as Ready<Built>;
    if (preparations === PREPARATIONS)
      throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet was prepared, and still lacks the coin that was made');
    onProgress?.({ step: 'preparing' });
    const signed = await sign(wallet, built.preparationTransaction, { broadcast: isSentByWallet, signal });
    await relay(connection, signed.signedTransaction, signal);
  }
};

/** What nodes say of a transaction that spends what another one has spent. */
const SPENT = /missing|spent|conflict|orphan/i;

/** What a refusal says where somebody else was faster, and building anew helps. */
const overtakenBy = (error: unknown): (Progress & { readonly step: 'rebuilding' })['reason'] | undefined => {
  if (!isWeirError(error, 'STATE_MOVED', 'BROADCAST_REJECTED', 'TX_REPLACED', 'PROPOSAL_STALE')) return undefined;
  return error.code === 'BROADCAST_REJECTED' && !SPENT.test(error.details.reason ?? '') ? undefined : error.code;
};

/** What goes to the network: signed by the wallet, or complete as it was built. */
const signOrPass = async (
  { wallet, isSentByConfirm = false }: { readonly wallet: Wallet; readonly isSentByConfirm?: boolean },
  { wcTransaction, signatureRequired, txHex }: Unsigned,
  { signal, onProgress, isSentByWallet = false }: VerbOptions,
  attempt: number,
): Promise<Pick<SignedTransaction, 'signedTransaction'> & Partial<SignedTransaction>> => {
  if (signatureRequired === false && typeof txHex === 'string') return { signedTransaction: txHex };
  if (wcTransaction === null)
    throw new WeirError('NOTHING_TO_SIGN', 'There is nothing to sign: what was asked for is done already');
  onProgress?.({ step: 'signing', attempt });
  return sign(wallet, wcTransaction, { broadcast: isSentByWallet && !isSentByConfirm, signal });
};

const attemptOnce = async <Built extends Buildable, Done>(
  connection: Connection,
  act: Act<Built, Done>,
  options: VerbOptions,
  attempt: number,
): Promise<Done> => {
  const { signal, onProgress } = options;
  onProgress?.({ step: 'building', attempt });
  const built = await buildReady(connection, act, options);
  const signed = await signOrPass(act, built, options, attempt);
  const { signedTransaction, signedTransactionHash: ownHash } = signed;
  if (act.isSentByConfirm !== true) onProgress?.({ step: 'sending' });
  const txHash =
    act.isSentByConfirm === true && ownHash !== undefined
      ? ownHash
      : (await relay(connection, signedTransaction, signal)).txid;
  onProgress?.({ step: 'confirming', txHash });
  const sent = { signedTransaction, signedTransactionHash: txHash };
  const done = await confirmPatiently(txHash, () => act.confirm(sent, built), options);
  onProgress?.({ step: 'done', txHash });
  return done;
};

/**
 * From asking to a record that is confirmed: prepares, builds, signs, sends, confirms; waits while the network does not show
 * the transaction, and begins anew where somebody else moved the state meanwhile.
 *
 * @throws WeirError, or the signal's reason
 */
export const actOn = async <Built extends Buildable, Done>(
  connection: Connection,
  act: Act<Built, Done>,
  options: VerbOptions,
): Promise<Done> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(connection, act, options, attempt);
    } catch (error) {
      const reason = overtakenBy(error);
      if (reason === undefined || attempt === ATTEMPTS) throw error;
      options.onProgress?.({ step: 'rebuilding', reason });
      await wait(PAUSE_MS * attempt * Math.random(), options.signal);
    }
  }
};
