import { ServerAnsweredError } from '../electrum-errors.js';
import { fieldsOf, integerOf } from './answers.js';
import { headerOf, type BlockHeader } from './block-header.js';

/** A tip as a server reports it. */
export interface TipReport {
  readonly height: number;
  readonly header: BlockHeader;
}

export const TIP_CALL = { method: 'blockchain.headers.get_tip', params: [] } as const;

/**
 * Parses `blockchain.headers.get_tip` and the notices of `blockchain.headers.subscribe`.
 *
 * @throws ServerMistrustedError
 */
export const parseTip = (answer: unknown): TipReport => {
  if (answer instanceof ServerAnsweredError) throw answer;
  const report = fieldsOf(answer, 'a tip');
  return { height: integerOf(report['height'], 'height'), header: headerOf(report['hex']) };
};
