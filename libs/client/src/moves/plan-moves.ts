import { MAX_MOVED_STREAMS } from '@weir/kinds';
import type { AskOptions, Coins, Connection } from '../connection/connection.js';
import { type Answered, assetOf, type BodyOf, type Schemas, toBody } from '../shared/amounts.js';
import { isWeirError, WeirError } from '../shared/error.js';
import type { PaidRows } from '../signing/paid-rows.js';
import { perform } from '../steps/perform.js';
import type { LeftOut, PlanHandle, PlanMoved, PlanVerbOptions } from '../types/plans.types.js';
import type { VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';
import { performSome, refusedOf } from './perform-some.js';

type Move = 'cancel' | 'pause' | 'resume';
type Sender = AskOptions & { readonly wallet: Wallet };

/** Creates the record of a renewal: see {@link PlanHandle}. */
type CreateRenewal = (
  changes: Parameters<PlanHandle['renew']>[0],
  given: Wallet | undefined,
  signal: AbortSignal | undefined,
) => Promise<Answered<'RenewPlanResponse'>>;

/** How often a stream that moved meanwhile is tried: each time somebody has to sign. */
const TRIES = 3;

/** Creates what the sender of a plan does: its list and renewal, its fundings, and moves of selections of its streams. */
export const createPlanMoves = (
  connection: Connection,
  id: string,
  asSender: (given: Wallet | undefined, signal?: AbortSignal) => Promise<Sender>,
  originOf: (wallet: Wallet) => Promise<{ readonly token_type: string }>,
): Pick<PlanHandle, Move | 'fund' | 'setRecipients'> & { readonly createRenewal: CreateRenewal } => {
  const { api, ask } = connection;
  /** Most streams that one signature moves, which depends on the plan's product. */
  let most = MAX_MOVED_STREAMS;

  /** Moves as many of the streams as one signature can. */
  const moveSome = async (move: Move, ids: readonly string[], sender: Sender, options: VerbOptions) => {
    let previous: Schemas['MovePlanStreams']['previous'];
    let leftOut: readonly LeftOut[] = [];
    const askFor = (query: Coins) =>
      ask(
        (sent) =>
          api.POST(`/api/plans/{id}/${move}`, {
            ...sent,
            params: { path: { id }, query },
            body: { streamIds: ids.slice(0, most), ...(previous !== undefined && { previous }) },
          }),
        sender,
      );
    const build = async (query: Coins) => {
      const built = await askFor(query).catch((error: unknown) => {
        const limit = isWeirError(error, 'INVALID_REQUEST') ? error.details.most : undefined;
        if (limit !== undefined && limit < most) most = limit;
        // All of them moved: none is left to go on without, so they are taken as they are now.
        else if (previous !== undefined && refusedOf(error) !== undefined) previous = undefined;
        else throw error;
        return askFor(query);
      });
      previous = built.streams.map((stream) => ({ id: stream.id, state: stream.state }));
      ({ leftOut } = built);
      return built;
    };
    const path = `/api/plans/{id}/confirm-${move}` as const;
    const act = { wallet: sender.wallet, id, streamIds: ids, isSenders: true };
    return performSome(perform(connection, { ...act, build, path }, options), () => leftOut);
  };

  const moveAll = async (
    move: Move,
    streamIds: readonly string[],
    given: Wallet | undefined,
    { onProgress, ...options }: PlanVerbOptions = {},
  ): Promise<PlanMoved> => {
    const sender = await asSender(given, options.signal);
    const [streams, leftOut, txHashes]: [PlanMoved['streams'][number][], LeftOut[], string[]] = [[], [], []];
    const tries = new Map<string, number>();
    let waiting: readonly string[] = [...new Set(streamIds)];
    for (let part = 1; waiting.length > 0 || part === 1; part += 1) {
      const now = waiting;
      const report: VerbOptions['onProgress'] = (progress) =>
        onProgress?.({ ...progress, part, parts: part + Math.ceil(now.length / most) - 1 });
      const result = await moveSome(move, now, sender, { ...options, onProgress: report });
      const again = result.leftOut.filter((one) => {
        const tried = (tries.get(one.id) ?? 0) + 1;
        tries.set(one.id, tried);
        return one.code === 'STATE_MOVED' && tried < TRIES;
      });
      leftOut.push(...result.leftOut.filter((one) => !again.includes(one)));
      waiting = [...now.slice(most), ...again.map((one) => one.id)];
      if (result.done !== undefined) {
        streams.push(...result.done.streams);
        txHashes.push(result.done.txHash);
      } else if (waiting.length === 0 && streams.length === 0) throw result.error;
    }
    return { streams, leftOut, txHashes };
  };

  const params = { path: { id } };
  return {
    async setRecipients(rows, given, { signal } = {}) {
      const sender = await asSender(given, signal);
      const { token_type: tokenType } = await originOf(sender.wallet);
      const terms = typeof rows === 'string' ? { csv: rows } : { streams: rows };
      const body = toBody<BodyOf<'setPlanRecipients'>>(terms, assetOf({ tokenType }));
      const listed = await ask((sent) => api.POST('/api/plans/{id}/recipients', { ...sent, params, body }), sender);
      Object.assign(connection.requested.get(id) ?? {}, { list: rows });
      return listed;
    },
    async createRenewal(changes = {}, given, signal) {
      const sender = await asSender(given, signal);
      const { token_type: tokenType } = await originOf(sender.wallet);
      const body = toBody<BodyOf<'renewPlan'>>(changes, assetOf({ tokenType }));
      return ask((sent) => api.POST('/api/plans/{id}/renew', { ...sent, params, body }), {
        ...sender,
        isRepeatable: false,
      });
    },
    async fund(given, { onProgress, ...options } = {}) {
      const sender = await asSender(given, options.signal);
      const build = (query: Coins) =>
        ask((sent) => api.GET('/api/plans/{id}/funding-info', { ...sent, params: { ...params, query } }), sender);
      const paidRows: PaidRows = { before: [], now: [] };
      for (let paid = 0; ;) {
        const now = await ask((sent) => api.GET('/api/plans/{id}', { ...sent, params }), sender);
        const { parts, parts_funded: funded } = now.plan;
        // The service refuses to build the funding of a plan without a list.
        if (parts > 0 && funded === parts) return now;
        if (funded < paid)
          throw new WeirError(
            'UNEXPECTED_TRANSACTION',
            `Not signed: the service asks for part ${funded + 1} of the plan again, which was funded a moment ago`,
          );
        paidRows.now = [];
        await perform(
          connection,
          { wallet: sender.wallet, build, path: '/api/plans/{id}/confirm-funding', id, isSenders: true, paidRows },
          { ...options, onProgress: (progress) => onProgress?.({ ...progress, part: funded + 1, parts }) },
        );
        paid = funded + 1;
        paidRows.before.push(...paidRows.now);
      }
    },
    cancel: (streamIds, wallet, options) => moveAll('cancel', streamIds, wallet, options),
    pause: (streamIds, wallet, options) => moveAll('pause', streamIds, wallet, options),
    resume: (streamIds, wallet, options) => moveAll('resume', streamIds, wallet, options),
  };
};
