import type { ReactNode } from 'react';
import { usePageTitle } from '../app/page-title.js';
import { Failed, Waiting } from '../ui/states.js';
import type { RecordKind } from './pages.js';

/** Something that is read, as far as a page shows it. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** What is read. */
  readonly kind: RecordKind;
  /** Whether members alone may see it, who may have to prove that they are. */
  readonly isForMembers?: boolean;
  /** What stands in its place where it could not be read; default what went wrong. */
  readonly failed?: (error: Error, retry: () => void) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What is waited for: wallets show a request where the record is private. */
const waitingText = (kind: RecordKind, isForMembers: boolean): string =>
  `Reading the ${kind}…${isForMembers ? ' If it is private, your wallet asks you to sign a message that proves who you are.' : ''}`;

const whatFailed = (error: Error, retry: () => void): ReactNode => <Failed error={error} retry={retry} />;

/** Names the page by what it is of, until its record does. */
export const useKindTitle = (kind: RecordKind): void => usePageTitle(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`);

const Unloaded = <Data,>({
  query: { error, refetch },
  kind,
  isForMembers = false,
  failed = whatFailed,
}: Omit<LoadedProps<Data>, 'children'>) => {
  useKindTitle(kind);
  if (error !== null) return failed(error, () => void refetch());
  return <Waiting what={waitingText(kind, isForMembers)} />;
};

/** What was read, once it is there; what failed stands in its place, but never in place of what was read before. */
export const Loaded = <Data,>({ children, ...rest }: LoadedProps<Data>) =>
  rest.query.data === undefined ? <Unloaded {...rest} /> : children(rest.query.data);
