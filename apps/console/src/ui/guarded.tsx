import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Children, Fragment, isValidElement, type ReactNode } from 'react';
import { isPartMissing } from '../failures/loading-failure.js';
import { Failed } from './states.js';

const Broken = ({ error, reset }: ErrorComponentProps) => (
  <Failed error={error} retry={isPartMissing(error) ? () => location.reload() : reset} />
);

interface GuardedProps {
  readonly children: ReactNode;
}

/** A part of a page that fails alone: its error is shown in its place, and the rest of the page stays. */
export const Guarded = ({ children }: GuardedProps) => (
  <CatchBoundary getResetKey={() => 'part'} errorComponent={Broken}>
    {children}
  </CatchBoundary>
);

/** Parts of a page, also those in a fragment, each of which fails alone. */
export const GuardedParts = ({ children }: GuardedProps): ReactNode =>
  Children.map(children, (part) =>
    isValidElement<GuardedProps>(part) && part.type === Fragment ? (
      <GuardedParts>{part.props.children}</GuardedParts>
    ) : (
      <Guarded>{part}</Guarded>
    ),
  );
