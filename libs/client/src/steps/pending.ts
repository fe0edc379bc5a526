import type { Answer, Sent } from '../connection/ask.js';
import type { Connection } from '../connection/connection.js';
import type { paths } from '../generated/api.js';
import type { Exact } from '../shared/amounts.js';

/** Where what was signed is recorded. */
export type ConfirmPath =
  | Extract<keyof paths, `/api/${string}/{id}/confirm-${string}`>
  | '/api/vaults/{id}/update-balance'
  | '/api/proposals/{id}/signatures';

/** What a confirm answers. */
export type Confirmed<Path extends ConfirmPath = ConfirmPath> = Exact<
  paths[Path]['post']['responses'][200]['content']['application/json']
>;

/** How something that was signed is recorded. */
export interface Confirmation<Path extends ConfirmPath = ConfirmPath> {
  readonly path: Path;
  /** Of the record. */
  readonly id: string;
  /** What is told of the transaction; JSON. */
  readonly body: Readonly<Record<string, number | string>>;
  /** Who tells it, where a caller is needed. */
  readonly address?: string | undefined;
}

/**
 * What was signed and is not confirmed yet: plain JSON, to be kept until the verb is through, and taken up again by
 * `weir.resume` after a reload. It holds no secret: a signed transaction is made to be published.
 */
export interface Pending<Path extends ConfirmPath = ConfirmPath> extends Confirmation<Path> {
  readonly version: 1;
  readonly txHash: string;
  /** What goes to the network; null where the confirm itself sends it. */
  readonly txHex: string | null;
}

/** One POST for all of them: openapi-fetch knows one path at a time. */
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
