import type { Network } from '@weir/covenants';
import {
  AIRDROP_TOPIC,
  CURRENCY_TOPIC,
  creatorTopic,
  partyTopic,
  productTopic,
  PROPOSAL_TOPIC,
  PURSE_TOPIC,
  TOKEN_TOPIC,
  type ListTopic,
  type StreamProduct,
} from '@weir/infra';
import { parsePartyKeys } from '../shared/parties.js';

/** A parameter of a query; undefined where it is not given. */
const asked = (query: unknown, name: string): string | undefined => {
  const value =
    typeof query === 'object' && query !== null ? (query as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

const ACTIVITY_TOPICS: ReadonlyMap<string, ListTopic> = new Map([
  ['vesting', productTopic('stream')],
  ['payments', productTopic('payment')],
  ['airdrops', AIRDROP_TOPIC],
  ['treasuries', PROPOSAL_TOPIC],
  ['currency-payments', CURRENCY_TOPIC],
  ['purses', PURSE_TOPIC],
]);

/** Builds the topics that each list depends on, by the checked query of a request; undefined where the request will be refused. */
export const createListTopics = (network: Network) => {
  const keysOf = (text: string): readonly string[] | undefined => {
    try {
      return parsePartyKeys(text, network, 'party');
    } catch {
      return undefined;
    }
  };
  /** The topics of some parties, or of all where none is named. */
  const about = (text: string | undefined, all: ListTopic, of: (key: string) => ListTopic) => {
    if (text === undefined) return [all, TOKEN_TOPIC];
    const keys = keysOf(text);
    return keys && [...keys.map(of), TOKEN_TOPIC];
  };
  return {
    // A row passes a filter only if all of it holds: so any filter is read, the row is of one of its parties.
    rows: (product: StreamProduct, query: unknown) =>
      about(
        asked(query, 'sender') ?? asked(query, 'recipient') ?? asked(query, 'address'),
        productTopic(product),
        (key) => partyTopic(product, key),
      ),
    campaigns: (query: unknown) => about(asked(query, 'creator'), AIRDROP_TOPIC, creatorTopic),
    activity(query: unknown): readonly ListTopic[] {
      const type = asked(query, 'type');
      const one = type === undefined ? undefined : ACTIVITY_TOPICS.get(type);
      return [...(one === undefined ? ACTIVITY_TOPICS.values() : [one]), TOKEN_TOPIC];
    },
  };
};

export type ListTopics = ReturnType<typeof createListTopics>;
