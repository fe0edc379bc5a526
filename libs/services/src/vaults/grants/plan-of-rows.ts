import { hexToBin } from '@bitauth/libauth';
import {
  createPlanContracts,
  decodePlanState,
  partyOfKey,
  planTermsOf,
  type Network,
  type PlanPart,
  type PlanTerms,
} from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';

const termsOf = ({ place: { announcement } }: StreamRecord, network: Network): PlanTerms =>
  planTermsOf(hexToBin(announcement), network);

const plannedStream = (row: StreamRecord, { product, groups }: PlanTerms): PlanPart['streams'][number] => {
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
export const planPartOf = (rows: readonly StreamRecord[], network: Network): PlanPart => {
  const [first] = rows;
  if (first === undefined) throw new RangeError('A funding opens a stream at least');
  const terms = termsOf(first, network);
  return {
    terms,
    contracts: createPlanContracts(terms, network),
    streams: rows.map((row) => plannedStream(row, terms)),
  };
};
