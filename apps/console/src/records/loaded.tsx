import type { ReactNode } from 'react';
import { KIND_NAMES, type RecordKind } from '../kinds/record-kinds.js';
import { msg, t } from '../language/text.js';
import { usePageTitle } from '../ui/hooks.js';
import { Failed, Waiting } from '../ui/states.js';

const LOADING = {
  stream: msg('Loading the stream…'),
  lock: msg('Loading the lock…'),
  payment: msg('Loading the payment…'),
  currency: msg('Loading the payment…'),
  plan: msg('Loading the plan…'),
  airdrop: msg('Loading the airdrop…'),
  vault: msg('Loading the treasury…'),
  proposal: msg('Loading the proposal…'),
  purse: msg('Loading the purse…'),
} as const;

/** The fields of a query that a page uses. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** Kind of the record that is read. */
  readonly kind: RecordKind;
  /** Whether it is a part of a page that has its own heading. */
  readonly isPart?: boolean;
  /** Rendered where it could not be read; by default the error. */
  readonly failed?: (error: Error, retry: () => void) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Sets the title to the kind of a record until the record has loaded. */
export const useKindTitle = (kind: RecordKind): void => usePageTitle(t(KIND_NAMES[kind]));

const Unloaded = <Data,>({
  query: { error, refetch },
  kind,
  isPart = false,
  failed = (what, retry) => <Failed isPage={!isPart} error={what} retry={retry} />,
}: Omit<LoadedProps<Data>, 'children'>) => {
  useKindTitle(kind);
  if (error !== null) return failed(error, () => void refetch());
  return <Waiting isPage={!isPart} what={t(LOADING[kind])} />;
};

/** Renders a query's data once loaded. An error is shown in its place, but never replaces data that was read before. */
export const Loaded = <Data,>({ children, ...rest }: LoadedProps<Data>) =>
  rest.query.data === undefined ? <Unloaded {...rest} /> : children(rest.query.data);
