import { hexToBin } from '@bitauth/libauth';
import {
  createPlanContracts,
  createPlanStream,
  decodePlanState,
  partyOfKey,
  planTermsOf,
  type Network,
  type PlanPart,
  type PlanStreamModel,
  type PlanTerms,
} from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';

/** A row that is a stream of a plan, of one or of many. */
export type PlanRow = StreamRecord & { readonly place: NonNullable<StreamRecord['place']> };

/**
 * Checks that a row is a stream of a plan.
 *
 * @throws ServiceError WRONG_STATE for a stream with a contract of its own, whose sender is always a key
 */
export const asPlanRow = (row: StreamRecord): PlanRow => {
  const { place } = row;
  if (place !== null) return { ...row, place };
  throw new ServiceError('WRONG_STATE', `The ${row.product} has a contract for keys, which no vault can fund or move`, {
    id: row.id,
  });
};

const termsOf = ({ place: { announcement } }: PlanRow, network: Network): PlanTerms =>
  planTermsOf(hexToBin(announcement), network);

const plannedStream = (row: PlanRow, { product, groups }: PlanTerms): PlanPart['streams'][number] => {
  const { place, initialCommitment, recipientHash, totalAmount } = row;
  const [decoded, group] = [decodePlanState(product, initialCommitment), groups[place.group]];
  if (decoded === undefined || group === undefined) throw new Error(`Stream ${row.id} is none of its plan's`);
  return {
    recipient: partyOfKey(recipientHash),
    group,
    state: decoded.state,
    principal: totalAmount,
    reserve: place.reserve,
  };
};

/** Returns the part that one funding opens, from the rows of its streams, by index; at least one. */
export const planPartOf = (rows: readonly PlanRow[], network: Network): PlanPart => {
  const [first] = rows;
  if (first === undefined) throw new RangeError('A funding opens a stream at least');
  const terms = termsOf(first, network);
  return {
    terms,
    contracts: createPlanContracts(terms, network),
    streams: rows.map((row) => plannedStream(row, terms)),
  };
};

/** Returns the models of stored rows for their sender's moves, in order. Rows of one plan share their contracts. */
export const planModelsOf = (rows: readonly PlanRow[], network: Network): PlanStreamModel[] => {
  const known = new Map<string, ReturnType<typeof createPlanContracts>>();
  return rows.map((row) => {
    const { place, state, initialCommitment, totalAmount, tokenCategory, recipientHash } = row;
    const contracts = known.get(place.announcement) ?? createPlanContracts(termsOf(row, network), network);
    known.set(place.announcement, contracts);
    const contract = contracts[place.group];
    if (contract === undefined || state === null) throw new Error(`Stream ${row.id} is nowhere in its plan`);
    return createPlanStream(contract, {
      category: state.category,
      commitment: initialCommitment,
      total: totalAmount,
      asset: tokenCategory ?? undefined,
      recipient: partyOfKey(recipientHash),
    });
  });
};
