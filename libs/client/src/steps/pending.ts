import type { Answer, Sent } from '../connection/ask.js';
import type { Connection } from '../connection/connection.js';
import type { paths } from '../generated/api.js';
import type { Exact } from '../shared/amounts.js';

/** Paths that record what was signed. */
export type ConfirmPath =
  | Extract<keyof paths, `/api/${string}/{id}/confirm-${string}`>
  | '/api/vaults/{id}/update-balance'
  | '/api/proposals/{id}/signatures';

/** The answer to a confirmation. */
export type Confirmed<Path extends ConfirmPath = ConfirmPath> = Exact<
  paths[Path]['post']['responses'][200]['content']['application/json']
>;

/** The request that records what was signed. */
export interface Confirmation<Path extends ConfirmPath = ConfirmPath> {
  readonly path: Path;
  /** Id of the record. */
  readonly id: string;
  /** What it tells of the transaction; JSON. */
  readonly body: Readonly<Record<string, number | string>>;
  /** Address of the caller, where one is needed. */
  readonly address?: string | undefined;
}

/**
 * What was signed and is not confirmed yet: plain JSON, to be stored until the method returns; after a reload
 * `weir.resume` continues from it. It holds no secret: a signed transaction is made to be published.
 */
export interface Pending<Path extends ConfirmPath = ConfirmPath> extends Confirmation<Path> {
  readonly version: 1;
  readonly txHash: string;
  /** The signed transaction; null where the confirmation itself sends it. */
  readonly txHex: string | null;
}

/** Types one POST for all of them; openapi-fetch handles one path at a time. */
type Post = <Path extends ConfirmPath>(
  path: Path,
  init: Sent & { readonly params: { readonly path: { readonly id: string } }; readonly body: Confirmation['body'] },
) => Promise<Answer<paths[Path]['post']['responses'][200]['content']['application/json']>>;

/** Records what was signed. */
export const confirmOnce = <Path extends ConfirmPath>(
  { api, ask }: Connection,
  { path, id, body, address }: Confirmation<Path>,
  { wallet, signal }: Pick<NonNullable<Parameters<Connection['ask']>[1]>, 'wallet' | 'signal'>,
): Promise<Confirmed<Path>> =>
  ask((sent) => (api.POST as unknown as Post)(path, { ...sent, params: { path: { id } }, body }), {
    ...(address !== undefined && { wallet, address }),
    signal,
  });
