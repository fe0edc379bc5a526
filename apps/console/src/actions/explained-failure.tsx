import { FailureBlock, type FailureProps } from '../ui/failure-block.js';
import { failureOf } from './failure-text.js';

/** Shows any error in words. */
const ExplainedFailure = ({ error, ...rest }: FailureProps) => (
  <FailureBlock failure={failureOf(error, rest.isPage)} {...rest} />
);

export default ExplainedFailure;
