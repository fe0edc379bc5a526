import { failureOf } from '../failures/failure-text.js';
import { FailureBlock, type FailureProps } from './failure-block.js';

/** Shows any error in words. */
const ExplainedFailure = ({ error, ...rest }: FailureProps) => (
  <FailureBlock failure={failureOf(error, rest.isPage)} {...rest} />
);

export default ExplainedFailure;
