import { MAX_MOVES } from '@weir/kinds';
import { addressOf, type AskOptions, type Coins, type Connection } from '../connection/connection.js';
import { loadChecks } from '../signing/load-checks.js';
import { perform } from '../steps/perform.js';
import { walletOf } from '../steps/wallet-of.js';
import type { AddressMoves, MoveOptions, Moves, NewAddress, NotMoved } from '../types/moves.types.js';
import type { Confirmed, VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';
import { type PerformedSome, performSome } from './perform-some.js';

const CONFIRMS = {
  announce: '/api/moves/confirm',
  undo: '/api/moves/undo/confirm',
  finish: '/api/moves/finish/confirm',
} as const;

type Step = keyof typeof CONFIRMS;
type Signer = AskOptions & { readonly wallet: Wallet };
type Moved = Confirmed<'/api/moves/confirm'>;

/** The new address of an announcement, proven. */
interface Proven {
  readonly to: string;
  readonly bearer: string;
}

/** Those of some streams that a finish has left out because each lock moves in a transaction of its own. */
const aloneOf = (leftOut: readonly NotMoved[]): readonly string[] =>
  leftOut.flatMap(({ id, code }) => (code === 'LOCK_MOVES_ALONE' ? [id] : []));

/** Creates what `Moves` says. */
export const createAddressMoves = (connection: Connection): Moves => {
  const { api, ask } = connection;

  const builderOf = (step: Step, streamIds: readonly string[], signer: Signer, proven: Proven | undefined) => {
    const body = { streamIds: [...streamIds] };
    return (query: Coins) => {
      if (step === 'announce') {
        const { to = '', bearer = '' } = proven ?? {};
        return ask(
          (sent) => api.POST('/api/moves', { ...sent, params: { query }, body: { ...body, to, proof: { bearer } } }),
          signer,
        );
      }
      return step === 'undo'
        ? ask((sent) => api.POST('/api/moves/undo', { ...sent, params: { query }, body }), signer)
        : ask((sent) => api.POST('/api/moves/finish', { ...sent, params: { query }, body }), signer);
    };
  };

  /** Takes a step for as many streams as one signature can. */
  const moveSome = async (
    step: Step,
    streamIds: readonly string[],
    signer: Signer,
    proven: Proven | undefined,
    options: VerbOptions,
  ): Promise<PerformedSome<Moved, NotMoved>> => {
    let leftOut: readonly NotMoved[] = [];
    const request = builderOf(step, streamIds, signer, proven);
    const build = async (query: Coins) => {
      const built = await request(query);
      ({ leftOut } = built);
      return built;
    };
    const to = proven?.to;
    const act = { wallet: signer.wallet, id: '', streamIds, isSenders: true, ...(to !== undefined && { to }) };
    return performSome<Moved, NotMoved>(
      perform(connection, { ...act, build, path: CONFIRMS[step] }, options),
      () => leftOut,
    );
  };

  const moveAll = async (
    step: Step,
    streamIds: readonly string[],
    given: Wallet | undefined,
    { onProgress, address, ...options }: MoveOptions = {},
    proven?: Proven,
  ): Promise<AddressMoves> => {
    const wallet = walletOf(connection, given);
    const signer = { wallet, signal: options.signal, address: await addressOf(wallet, address) };
    const [streams, leftOut, txHashes]: [AddressMoves['streams'][number][], NotMoved[], string[]] = [[], [], []];
    const ids = [...new Set(streamIds)];
    const queue: (readonly string[])[] = [];
    for (let from = 0; from < Math.max(1, ids.length); from += MAX_MOVES) queue.push(ids.slice(from, from + MAX_MOVES));
    for (let part = 1; part <= queue.length; part += 1) {
      const report: VerbOptions['onProgress'] = (progress) => onProgress?.({ ...progress, part, parts: queue.length });
      const result = await moveSome(step, queue[part - 1] ?? [], signer, proven, { ...options, onProgress: report });
      const alone = result.done === undefined ? [] : aloneOf(result.leftOut);
      queue.push(...alone.map((id) => [id]));
      leftOut.push(...result.leftOut.filter(({ id }) => !alone.includes(id)));
      if (result.done !== undefined) {
        streams.push(...result.done.streams);
        txHashes.push(result.done.txHash);
      } else if (part === queue.length && streams.length === 0) throw result.error;
    }
    return { streams, leftOut, txHashes };
  };

  /** Returns the proof that somebody can sign at the new address. */
  const prove = async ({ to, proof }: NewAddress, signal: AbortSignal | undefined): Promise<Proven> => {
    if (typeof proof === 'string') return { to, bearer: proof };
    const { bearer } = await connection.signIn({
      wallet: proof,
      address: await addressOf(proof, to),
      ...(signal !== undefined && { signal }),
    });
    return { to, bearer };
  };

  return {
    async announce(streamIds, newAddress, wallet, options = {}) {
      return moveAll('announce', streamIds, wallet, options, await prove(newAddress, options.signal));
    },
    async undo(streamIds, wallet, options) {
      const undone = await moveAll('undo', streamIds, wallet, options);
      const ids = undone.streams.map(({ id }) => id);
      const ended = await moveAll('finish', ids, wallet, options);
      return {
        streams: ended.streams,
        leftOut: [...undone.leftOut, ...ended.leftOut],
        txHashes: [...undone.txHashes, ...ended.txHashes],
      };
    },
    finish: (streamIds, wallet, options) => moveAll('finish', streamIds, wallet, options),
    async challenge(address, { signal } = {}) {
      const { nonceId, message, expiresAt } = await ask(
        (sent) => api.POST('/api/auth/nonce', { ...sent, body: { address } }),
        { signal },
      );
      await (await loadChecks()).checkSignIn(connection, address, message);
      return {
        message,
        expiresAt,
        async answer(signature, options = {}) {
          const proven = await ask(
            (sent) => api.POST('/api/auth/verify', { ...sent, body: { address, nonceId, signature } }),
            { signal: options.signal },
          );
          return { bearer: proven.bearer, expiresAt: proven.expiresAt };
        },
      };
    },
    page: (query, { signal } = {}) => ask((sent) => api.GET('/api/moves', { ...sent, params: { query } }), { signal }),
  };
};
