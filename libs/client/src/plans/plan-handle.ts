import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { assetOf, type BodyOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createCached } from '../shared/wait.js';
import { creatorOf, walletOf } from '../steps/wallet-of.js';
import type { PlanHandle, PlanReadOptions, Plans, PlanTerms } from '../types/plans.types.js';
import type { Wallet } from '../wallet.js';

/** The parts of a plan that never change. */
interface Origin {
  readonly sender: string;
  readonly token_type: string;
}

/**
 * Creates the handle of a plan.
 *
 * @param known what is known of it already, which saves a request
 */
const createPlanHandle = (connection: Connection, id: string, known?: Origin): PlanHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  /** Returns who reads: a wallet that is given proves itself unless `isProven` is false; the client's own only where it must. */
  const asViewer = async (
    given: Wallet | undefined,
    { signal, isProven = given !== undefined }: PlanReadOptions = {},
  ): Promise<AskOptions> => {
    const wallet = given ?? connection.wallet;
    if (wallet === undefined) return { signal };
    return { wallet, address: await addressOf(wallet, cached?.sender), signal, isProven };
  };
  const get: PlanHandle['get'] = async (wallet, options) =>
    ask((sent) => api.GET('/api/plans/{id}', { ...sent, params }), await asViewer(wallet, options));
  let cached = known;
  const origin = async (wallet: Wallet): Promise<Origin> => (cached ??= (await get(wallet)).plan);
  const asSender = async (given: Wallet | undefined, signal?: AbortSignal) => {
    const wallet = walletOf(connection, given);
    return { wallet, signal, address: await addressOf(wallet, (await origin(wallet)).sender) };
  };
  const streamsPage: PlanHandle['streamsPage'] = async (query = {}, wallet, options) =>
    ask(
      (sent) => api.GET('/api/plans/{id}/streams', { ...sent, params: { ...params, query } }),
      await asViewer(wallet, options),
    );

  const moves = createCached(
    async () => (await loadWithWallet()).createPlanMoves(connection, id, asSender, origin),
    undefined,
  );
  const move =
    (kind: 'cancel' | 'pause' | 'resume'): PlanHandle['cancel'] =>
    async (...given) =>
      (await moves())[kind](...given);

  return {
    id,
    get,
    streamsPage,
    streams: (wallet) =>
      allRows(
        (cursor) => streamsPage({ limit: PAGE, cursor }, wallet),
        ({ streams }) => streams,
      ),
    async paydays(wallet, options) {
      return ask((sent) => api.GET('/api/plans/{id}/paydays', { ...sent, params }), await asViewer(wallet, options));
    },
    setRecipients: async (...given) => (await moves()).setRecipients(...given),
    fund: async (...given) => (await moves()).fund(...given),
    async renew(changes = {}, given, { signal } = {}) {
      const { plan, costs, leftOut } = await (await moves()).createRenewal(changes, given, signal);
      return { ...createPlanHandle(connection, plan.id, plan), record: plan, costs, leftOut };
    },
    cancel: move('cancel'),
    pause: move('pause'),
    resume: move('resume'),
  };
};

const bodyOf = (terms: PlanTerms) => toBody<BodyOf<'createPlan'>>(terms, assetOf(terms));

/** Creates the plans' part of a client. */
export const createPlans = (connection: Connection): Plans => {
  const { api, ask } = connection;
  const page: Plans['page'] = async (query = {}, given, { signal } = {}) =>
    ask((sent) => api.GET('/api/plans', { ...sent, params: { query } }), {
      wallet: walletOf(connection, given),
      signal,
    });
  return {
    async create(given, wallet, options = {}) {
      const terms = await (await loadWithWallet()).explicitTerms(connection, 'plans', given);
      const { plan, costs } = await ask(
        (sent) => api.POST('/api/plans', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
      connection.requested.set(plan.id, { terms });
      return { ...createPlanHandle(connection, plan.id, plan), record: plan, costs };
    },
    async preview(terms, wallet, options = {}) {
      return ask(
        (sent) => api.POST('/api/plans/preview', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
    },
    at: (id) => createPlanHandle(connection, id),
    page,
    list: (wallet, query = {}) =>
      allRows(
        (cursor) => page({ limit: PAGE, ...query, cursor }, wallet),
        ({ plans }) => plans,
      ),
    labels: (wallet, query = {}) =>
      allRows(
        (cursor) =>
          ask(
            (sent) => api.GET('/api/plans/labels', { ...sent, params: { query: { limit: PAGE, ...query, cursor } } }),
            {
              wallet: walletOf(connection, wallet),
            },
          ),
        ({ labels }) => labels,
      ),
  };
};
