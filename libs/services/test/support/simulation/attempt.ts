import { NodeRejection } from '@weir/devnet';
import {
  BroadcastRejectedError,
  ChainUnavailableError,
  HistoryHiddenError,
  TransactionNotFoundError,
} from '@weir/infra';
import { ServiceError } from '../../../src/index.js';
import type { Simulation } from './simulation.types.js';

const REFUSALS = [
  ServiceError,
  NodeRejection,
  BroadcastRejectedError,
  ChainUnavailableError,
  HistoryHiddenError,
  TransactionNotFoundError,
];

/** Does what service or node may refuse, for lack of servers, of money, of a state that fits. Anything else is a bug. */
export const attempt = async <T>(
  { diary }: Simulation,
  what: string,
  act: () => Promise<T> | T,
): Promise<T | undefined> => {
  try {
    const done = await act();
    diary.push(what);
    return done;
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    diary.push(`${what}: ${error instanceof Error ? error.message : ''}`);
    return undefined;
  }
};
