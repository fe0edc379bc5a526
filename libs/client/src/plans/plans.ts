import { addressOf, type Connection } from '../connection/connection.js';
import { assetOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { creatorOf } from '../steps/creation.js';
import { walletOf } from '../steps/wallet-of.js';
import { createPlanHandle } from './plan-handle.js';
import type { Plans, PlanTerms } from './plans.types.js';

const bodyOf = (terms: PlanTerms) => toBody<BodyOf<'createPlan'>>(terms, assetOf(terms));

/** Creates the plans' part of a client. */
export const createPlans = (connection: Connection): Plans => {
  const { api, ask } = connection;
  const page: Plans['page'] = async (query = {}, given, { signal } = {}) => {
    const wallet = walletOf(connection, given);
    return ask((sent) => api.GET('/api/plans', { ...sent, params: { query } }), {
      ...{ wallet, signal },
      address: await addressOf(wallet),
    });
  };
  return {
    async create(terms, wallet, options = {}) {
      const { plan, costs } = await ask(
        (sent) => api.POST('/api/plans', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
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
  };
};
